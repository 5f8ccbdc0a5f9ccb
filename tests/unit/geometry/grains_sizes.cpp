// Size distributions: their moments against closed forms, shares by number and by volume, and what is refused.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/core/read_options.hpp"
#include "talus/geometry/grains/sizes/catalog.hpp"

namespace talus {
namespace {

struct OneSize {
  Chosen<Sizes> sizes;
  static constexpr auto options() { return OptionTable{required("sizes", &OneSize::sizes, "of grains")}; }
};

Chosen<Sizes> read(const std::string& options, bool refused = false) {
  ErrorList errors;
  const OneSize one =
      read_options<OneSize>(compose_text("{\"sizes\": {" + options + "}}", "case.json", {}, errors), errors);
  CHECK_MESSAGE(errors.empty() != refused, options, " ", errors.text());
  return one.sizes;
}

/// Mean of f(radius) over many grains.
Real mean_of(const Chosen<Sizes>& sizes, const GrainTemplate& grain, const std::function<Real(Real)>& f) {
  constexpr int n = 100'000;
  Random random(42);
  Real sum = 0, largest = 0;
  for (int k = 0; k < n; ++k) {
    const Real radius = draw_size(sizes, random, grain);
    largest = std::max(largest, radius);
    sum += f(radius);
  }
  CHECK(largest <= largest_size(sizes, grain));
  return sum / n;
}

std::string why(const Chosen<Sizes>& sizes) { return contradiction_of(sizes).sentence; }

const GrainTemplate ball{};
const GrainTemplate disc{.dimension = 2};

}  // namespace

TEST_CASE("one radius, and an even spread of radii") {
  const auto one = read(R"("model": "uniform_radius", "radius": "2 mm")");
  CHECK(mean_of(one, ball, [](Real r) { return r == 2e-3 ? 1 : 0; }) == 1);
  const auto range = read(R"("model": "range", "min": 1, "max": 3)");
  CHECK(std::abs(mean_of(range, ball, [](Real r) { return r; }) - 2) < 0.006);
  CHECK(std::abs(mean_of(range, ball, [](Real r) { return (r - 2) * (r - 2); }) - 1.0 / 3) < 0.005);
  CHECK(contradiction_of(range).sentence.empty());
}

TEST_CASE("normal and log-normal radii, cut off at both ends") {
  const auto normal = read(R"("model": "normal", "mean": 5, "deviation": 1, "min": 4, "max": 7)");
  // Mean of a truncated normal: mean + deviation (phi(a) - phi(b))/(Phi(b) - Phi(a)), a = -1, b = 2.
  const Real phi_a = 0.24197072451914337, phi_b = 0.05399096651318806, share = 0.9772498680518208 - 0.15865525393145707;
  CHECK(std::abs(mean_of(normal, ball, [](Real r) { return r; }) - (5 + (phi_a - phi_b) / share)) < 0.006);
  CHECK(mean_of(normal, ball, [](Real r) { return r < 4 || r > 7 ? 1 : 0; }) == 0);
  const auto wide = read(R"("model": "log_normal", "median": 2, "deviation": 0.5, "min": 1e-3, "max": 1e3)");
  CHECK(std::abs(mean_of(wide, ball, [](Real r) { return std::log(r / 2); })) < 0.005);
  CHECK(std::abs(mean_of(wide, ball, [](Real r) { return r; }) - 2 * std::exp(0.125)) < 0.015);
  const auto cut = read(R"("model": "log_normal", "median": 2, "deviation": 0.5, "min": 2, "max": 3)");
  CHECK(mean_of(cut, ball, [](Real r) { return r < 2 || r > 3 ? 1 : 0; }) == 0);
}

TEST_CASE("a table by number and by volume: shares of what it says") {
  const std::string classes = R"("model": "table", "classes": [["1 m", 0.25], [2, "75 %"]])";
  const auto large = [](Real r) { return r == 2 ? 1.0 : 0.0; };
  CHECK(std::abs(mean_of(read(classes + R"(, "by": "number")"), ball, large) - 0.75) < 0.005);
  // By volume, the chance of 2 m is 3/8 against 1 of 1 m (3/4 in 2-D).
  const auto by_volume = read(classes + R"(, "by": "volume")");
  CHECK(std::abs(mean_of(by_volume, ball, large) - 3.0 / 11) < 0.005);
  CHECK(std::abs(mean_of(by_volume, disc, large) - 3.0 / 7) < 0.005);
}

TEST_CASE("a sieve curve by volume: the volume that passes is the curve") {
  const auto sieve = read(R"("model": "sieve", "passing": [[1, 0], [2, 0.3], [2.5, 0.3], [4, 1]], "by": "volume")");
  for (const GrainTemplate& grain : {ball, disc}) {
    const auto volume_below = [&](Real limit) {
      return mean_of(sieve, grain, [&](Real r) { return r < limit ? std::pow(r, grain.dimension) : 0; });
    };
    const Real all = volume_below(5);
    CHECK(std::abs(volume_below(1.5) / all - 0.15) < 0.01);
    CHECK(std::abs(volume_below(2.4) / all - 0.3) < 0.01);
    CHECK(std::abs(volume_below(3.25) / all - 0.65) < 0.01);
    CHECK(mean_of(sieve, grain, [](Real r) { return r < 1 || r > 4 || (r > 2 && r < 2.5) ? 1 : 0; }) == 0);
  }
  const auto number = read(R"("model": "sieve", "passing": [[1, 0], [2, 0.3], [4, 1]], "by": "number")");
  CHECK(std::abs(mean_of(number, ball, [](Real r) { return r < 3 ? 1 : 0; }) - 0.65) < 0.005);
}

TEST_CASE("clumps as they are drawn; spheres have no such size") {
  const auto as_given = read(R"("model": "as_given")");
  Random random;
  GrainTemplate clump;
  clump.own_radius = 0.25;
  CHECK(draw_size(as_given, random, clump) == 0.25);
  CHECK_THROWS_AS((void)draw_size(as_given, random, ball), CaseError);
}

TEST_CASE("distributions that cannot be meant") {
  read(R"("model": "uniform_radius", "radius": 0)", true);
  read(R"("model": "uniform_radius", "radius": "-1 mm")", true);
  read(R"("model": "uniform_radius", "radius": "3 s")", true);
  read(R"("model": "table", "classes": [[0, 1]], "by": "number")", true);
  read(R"("model": "table", "classes": [[1, 1, 1]], "by": "number")", true);
  read(R"("model": "table", "classes": [[1, 1.5]], "by": "number")", true);
  read(R"("model": "table", "classes": [[1, 1]])", true);
  CHECK(why(read(R"("model": "range", "min": 2, "max": 2)")) == "max has to be above min");
  CHECK(why(read(R"("model": "normal", "mean": 1, "deviation": 0.1, "min": 5, "max": 6)")).find("one grain in a") !=
        std::string::npos);
  CHECK(why(read(R"("model": "log_normal", "median": 1, "deviation": 0.1, "min": 5, "max": 6)")).find("thousand") !=
        std::string::npos);
  CHECK(why(read(R"("model": "table", "classes": [[1, 0.5], [2, 0.4]], "by": "number")")).find("add up to 1") !=
        std::string::npos);
  CHECK(why(read(R"("model": "table", "classes": [], "by": "number")")).find("is empty") != std::string::npos);
  const std::string sieve = R"("model": "sieve", "by": "volume", "passing": )";
  CHECK(why(read(sieve + "[[1, 0]]")).find("two points") != std::string::npos);
  CHECK(why(read(sieve + "[[1, 0.1], [2, 1]]")).find("begin with 0") != std::string::npos);
  CHECK(why(read(sieve + "[[1, 0], [2, 0.9]]")).find("end with 1") != std::string::npos);
  CHECK(why(read(sieve + "[[1, 0], [1, 1]]")).find("radii of the sieve curve have to rise") != std::string::npos);
  CHECK(why(read(sieve + "[[1, 0], [2, 0.5], [3, 0.4], [4, 1]]")).find("must not fall") != std::string::npos);
}

}  // namespace talus
