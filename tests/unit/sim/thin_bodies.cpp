// Who lets a thin body bend too easily hears so.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/written_case.hpp"
#include "talus/sim/model.hpp"

namespace talus {
namespace {

/// Whether a strip of so many particles across is warned of; `more` goes to its body, `boundaries` to the case. JSON.
bool is_warned_of(int layers, const std::string& more, const std::string& boundaries = "") {
  const Model model = build_model(read_written(R"({"talus": 1, "title": "strip", "dimension": 2, "time": {"end": 0},
    "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
    "bodies": {"strip": {"solver": "tlsph", "material": "soft", "spacing": 0.01,
      "shape": {"model": "block", "size": [0.4, )" +
                                               std::to_string(layers * 0.01) + "]}" + more + R"(}},
    "boundaries": [)" + boundaries + "]}")
                                      .description);
  return std::ranges::any_of(model.warnings, [&](const std::string& w) {
    return w.find("\"strip\" is " + std::to_string(layers) + " particles thick") != std::string::npos;
  });
}

TEST_CASE("a thin body with gradients of first order is warned of, unless it cannot bend") {
  const std::string linear = R"(, "gradient": "linear")";
  CHECK(is_warned_of(5, linear));
  CHECK(is_warned_of(5, linear + R"(, "rotation": "30 deg")"));
  CHECK_FALSE(is_warned_of(10, linear));
  CHECK_FALSE(is_warned_of(5, ""));
  CHECK_FALSE(is_warned_of(5, linear + R"(, "symmetry": [{"point": [0, -0.025], "normal": [0, 1]}])"));
  const std::string rails = R"({"model": "clamp", "body": "strip", "where": {"all": true}, "components": ["y"]})";
  CHECK_FALSE(is_warned_of(5, linear, rails));
}

}  // namespace
}  // namespace talus
