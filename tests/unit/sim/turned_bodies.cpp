// Boundaries of a body that is turned when it is put in its place hold its own sides.
#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "support/written_case.hpp"
#include "talus/sim/model.hpp"

namespace talus {
namespace {

TEST_CASE("layers of a body with a rotation are whole sides of its shape, for clamps, springs and loads") {
  for (const std::string angle : {"0", "20", "-100"}) {
    CAPTURE(angle);
    const Model model = build_model(read_written(R"({"talus": 1, "title": "incline", "dimension": 2, "time": {"end": 0},
      "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
      "bodies": {"plate": {"solver": "tlsph", "material": "soft", "spacing": 0.01,
        "shape": {"model": "block", "size": [0.3, 0.05]}, "position": [1, 2], "rotation": ")" +
                                                 angle + R"( deg"}},
      "boundaries": [{"model": "clamp", "body": "plate", "where": {"layer": "bottom", "layers": 2}},
        {"model": "load", "body": "plate", "where": {"layer": "right"}, "force": [1, 0]},
        {"model": "pressure", "body": "plate", "where": {"layer": "top"}, "pressure": 1}]})")
                                        .description);
    CHECK(std::get<MotionConstraint>(model.boundaries[0].action()).particles.size() == 60);
    CHECK(std::get<LoadForce>(model.boundaries[1].action()).particles.size() == 5);
    CHECK(std::get<PressureForce>(model.boundaries[2].action()).mesh.facets.size() == 30);
  }
}

}  // namespace
}  // namespace talus
