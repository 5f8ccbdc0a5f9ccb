// A sieve curve: the part of all grains that is smaller than a radius, straight between its points.
#pragma once

#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"
#include "talus/geometry/grains/sizes/size_point.hpp"

namespace talus {

struct SieveCurve {
  static constexpr std::string_view name = "sieve";
  static constexpr std::string_view help = "sieve curve: the part of all grains that is smaller than a radius";

  std::vector<SizePoint> passing{};
  Share by = Share::volume;

  static constexpr auto options() {
    return OptionTable{
        required("passing", &SieveCurve::passing, "[radius, part that is smaller], …, rising from 0 to 1"),
        required("by", &SieveCurve::by, "what the parts are parts of")};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (passing.size() < 2)
      return {"passing", "a sieve curve needs at least two points [radius, part that is smaller]"};
    if (passing.front().fraction != 0)
      return {"passing", "the sieve curve has to begin with 0: no grain is smaller than the first radius"};
    if (passing.back().fraction != 1)
      return {"passing", "the sieve curve has to end with 1: all grains are smaller than the last radius"};
    for (std::size_t k = 1; k < passing.size(); ++k) {
      if (!(passing[k].radius > passing[k - 1].radius))
        return {"passing", "the radii of the sieve curve have to rise from point to point"};
      if (passing[k].fraction < passing[k - 1].fraction)
        return {"passing", "the parts of the sieve curve must not fall from point to point"};
    }
    return {};
  }
  [[nodiscard]] Real draw(Random& random, const GrainTemplate& grain) const {
    Real sum = 0;
    for (std::size_t k = 1; k < passing.size(); ++k) sum += chance(k, grain);
    Real left = random.uniform() * sum;
    std::size_t chosen = 0;
    for (std::size_t k = 1; k < passing.size(); ++k) {
      if (chance(k, grain) > 0) chosen = k;
      if ((left -= chance(k, grain)) < 0) break;
    }
    const Real low = passing[chosen - 1].radius, high = passing[chosen].radius;
    const Real u = random.uniform();
    return by == Share::number ? low + u * (high - low) : draw_inverse_power(low, high, grain.dimension - 1, u);
  }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const { return passing.back().radius; }

 private:
  /// Share of the number of grains between points k - 1 and k, up to a factor: the integral of r^-d over the radii.
  [[nodiscard]] Real chance(std::size_t k, const GrainTemplate& grain) const {
    const Real part = passing[k].fraction - passing[k - 1].fraction;
    if (by == Share::number) return part;
    const Real unit = passing.front().radius;
    const int power = grain.dimension - 1;
    const Real low = passing[k - 1].radius / unit, high = passing[k].radius / unit;
    return part * (std::pow(low, -power) - std::pow(high, -power)) / (power * (high - low));
  }
};

}  // namespace talus
