#include "talus/geometry/grains/grain_packing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "talus/core/machine_memory.hpp"
#include "talus/geometry/grains/random_insertion.hpp"

namespace talus {

namespace {

constexpr Real most_grains = 50e6;

Real total_volume(std::span<const Real> sizes, const GrainTemplate& grain) {
  return std::accumulate(sizes.begin(), sizes.end(), Real(0),
                         [&](Real sum, Real radius) { return sum + grain.volume(radius); });
}

}  // namespace

/// So many that their volume comes nearest to the wanted one, where no number is given.
std::vector<Real> GrainPacking::draw_sizes(const GrainTemplate& grain, Random& random) const {
  std::vector<Real> drawn;
  if (count) {
    refuse_memory(bytes_per_sphere * static_cast<Real>(*count), "the packing of " + std::to_string(*count) + " grains",
                  "take fewer");
    for (Index i = 0; i < *count; ++i) drawn.push_back(draw_size(sizes, random, grain));
    return drawn;
  }
  const Real space = std::visit([&](const auto& r) { return r.volume(grain.dimension); }, region.entry);
  for (Real missing = *solid_fraction * space; missing > 0;) {
    if (static_cast<Real>(drawn.size()) >= most_grains) {
      refuse("the packing would need more than ", most_grains, " grains: take larger grains or a smaller region");
    }
    const Real radius = draw_size(sizes, random, grain), volume = grain.volume(radius);
    if (volume > 2 * missing) break;
    drawn.push_back(radius);
    missing -= volume;
  }
  refuse_memory(bytes_per_sphere * static_cast<Real>(drawn.size()),
                "the packing of " + std::to_string(drawn.size()) + " grains", "take larger grains or a smaller region");
  if (drawn.empty())
    refuse("one grain is more than the solid fraction asks for: take a larger region or smaller grains");
  return drawn;
}

std::vector<GrainSeed> GrainPacking::place(const GrainTemplate& grain, const Surroundings& around) const {
  const RegionFrame frame{grain.dimension, around.period};
  motion.check(frame.dimension);
  check_region(region, widest_needed(sizes, grain), frame);
  Random random(seed);
  std::vector<Real> drawn = draw_sizes(grain, random);
  std::sort(drawn.begin(), drawn.end(), std::greater<>());

  const Real space = std::visit([&](const auto& r) { return r.volume(grain.dimension); }, region.entry);
  RandomInsertion room(region, grain, around, {gap, attempts}, drawn.size());
  std::vector<GrainSeed> seeds;
  for (const Real radius : drawn) {
    GrainSeed placed{.radius = radius, .orientation = random_orientation(grain, random)};
    motion.give(placed, random, frame.dimension);
    if (!room.put(placed, random)) {
      const std::span<const Real> put(drawn.data(), seeds.size());
      refuse(
          "the packing does not fit: ", seeds.size(), " of ", drawn.size(), " grains found room (solid fraction ",
          total_volume(put, grain) / space, " of ", total_volume(drawn, grain) / space,
          "); take a larger region, fewer or smaller grains or a smaller gap; for a denser bed take a lattice, or let "
          "grains settle");
    }
    seeds.push_back(placed);
  }
  remove_mean_agitation(seeds, grain, motion);
  return seeds;
}

}  // namespace talus
