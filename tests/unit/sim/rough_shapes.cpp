// Who cuts a round body from a lattice that is too coarse hears what mass it has.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/written_case.hpp"
#include "talus/sim/model.hpp"

namespace talus {
namespace {

Model model_of(const std::string& shape, int dimension) {
  return build_model(read_written(R"({"talus": 1, "title": "round", "dimension": )" + std::to_string(dimension) +
                                  R"(, "time": {"end": 0},
    "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
    "bodies": {"round": {"solver": "tlsph", "material": "soft", "spacing": 0.1, "shape": {)" +
                                  shape + "}}}}")
                         .description);
}

TEST_CASE("a round body with other mass than its shape is warned of, with the packing that has it") {
  struct Sample {
    std::string shape;
    int dimension;
    Real volume;  ///< [m^3; m^2]
    std::string packing;
  };
  constexpr Real pi = std::numbers::pi;
  for (const Sample& s :
       {Sample{R"("model": "sphere", "radius": 0.3)", 3, 4 * pi * 0.027 / 3, "shells"},
        Sample{R"("model": "sphere", "radius": 0.3)", 2, pi * 0.09, "shells"},
        Sample{R"("model": "cylinder", "radius": 0.3, "length": 0.4)", 3, pi * 0.09 * 0.4, "rings"},
        Sample{R"("model": "ring", "inner_radius": 0.1, "outer_radius": 0.3)", 2, pi * (0.09 - 0.01), "rings"}}) {
    CAPTURE(s.shape);
    const Model cut = model_of(s.shape, s.dimension);
    Real volume = 0;
    for (const Real V : cut.bodies[0].V) volume += V;
    const Real more = volume / s.volume - 1;
    REQUIRE(std::abs(more) > 0.05);
    REQUIRE(cut.warnings.size() == 1);
    const std::string share = std::to_string(std::lround(100 * std::abs(more))) + (more > 0 ? " % more" : " % less");
    CHECK(cut.warnings[0].find(share) != std::string::npos);
    CHECK(cut.warnings[0].find("\"packing\": \"" + s.packing + "\"") != std::string::npos);
    CHECK(model_of(s.shape + R"(, "packing": ")" + s.packing + "\"", s.dimension).warnings.empty());
  }
  CHECK(model_of(R"("model": "sphere", "radius": 1)", 3).warnings.empty());
  CHECK(model_of(R"("model": "block", "size": [0.33, 0.3])", 2).warnings.empty());
}

}  // namespace
}  // namespace talus
