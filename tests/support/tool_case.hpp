// A case with one solid, "block", and one wall, "tool", that meet.
#pragma once

#include <string>

#include "talus/sim/simulation.hpp"

namespace talus {

/// Every part is JSON; `end` may go on with other keys of "time".
struct ToolCase {
  std::string poisson = "0";
  std::string title = "a solid and a tool";

  [[nodiscard]] std::string operator()(const std::string& end, const std::string& gravity, const std::string& solid,
                                       const std::string& tool, const std::string& laws, int dimension = 2) const {
    return R"({"talus": 1, "title": ")" + title + R"(", "dimension": )" + std::to_string(dimension) + R"(,
  "time": {"end": )" +
           end + R"(}, "gravity": )" + gravity + R"(,
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": )" +
           poisson + R"(}},
  "bodies": {"block": {"solver": "tlsph", "material": "soft", )" +
           solid + R"(},
             "tool": {"solver": "wall", )" +
           tool + R"(}},
  "contacts": [{"between": ["block", "tool"], )" +
           laws + "}]}";
  }
};

}  // namespace talus
