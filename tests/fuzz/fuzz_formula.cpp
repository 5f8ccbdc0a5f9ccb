// Any text as a formula, evaluated.
#include "fuzz/target.hpp"
#include "talus/core/formula.hpp"

namespace talus::fuzz {

void take(const std::string& bytes) {
  Formula formula(bytes, {{"mu", 0.4}, {"t", 1.5}});
  for (std::size_t k = 0; k < formula.names().size(); ++k) {
    if (!formula.is_constant(k)) formula.set(k, 0.5);
  }
  static_cast<void>(formula.value());
}

}  // namespace talus::fuzz
