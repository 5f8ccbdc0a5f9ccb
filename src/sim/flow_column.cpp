#include "talus/sim/flow_column.hpp"

namespace talus {

std::string FlowColumn::unit(int dimension) const {
  switch (quantity) {
    case FlowQuantity::mass: return dimension == 2 ? "kg/m" : "kg";
    case FlowQuantity::number: return "-";
    case FlowQuantity::mass_rate: return dimension == 2 ? "kg/(m s)" : "kg/s";
    case FlowQuantity::number_rate: return "1/s";
  }
  return "";
}

}  // namespace talus
