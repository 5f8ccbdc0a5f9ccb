// What a solver says when a material refuses its deformation: where, so that the step can be taken back, or the run
// stopped with these particles in a picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct RefusedDeformation : SimulationError {
  RefusedDeformation(const std::string& message, std::string of, std::vector<Index> which)
      : SimulationError(message), body(std::move(of)), particles(std::move(which)) {}
  std::string body;
  std::vector<Index> particles;  ///< ascending; F of the first one is what was refused
};

}  // namespace talus
