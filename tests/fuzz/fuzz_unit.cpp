// Quantities with units, and what is suggested for those that are none.
#include "fuzz/target.hpp"
#include "talus/core/unit.hpp"

namespace talus::fuzz {

void take(const std::string& bytes) {
  if (const auto quantity = split_quantity(bytes)) {
    if (const auto unit = parse_unit(quantity->unit)) static_cast<void>(si_name(unit->dimension));
  }
  static_cast<void>(nearest_unit(bytes));
}

}  // namespace talus::fuzz
