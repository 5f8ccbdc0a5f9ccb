// Seeds become grains: rows, masses and moments of a body.
#pragma once

#include <span>

#include "talus/body/grain_body.hpp"
#include "talus/dem/clump.hpp"
#include "talus/geometry/grains/grain_seed.hpp"

namespace talus {

/// Adds grains of one kind behind those that are there, with ids that go on from `next_id`; they carry no forces yet.
/// Held grains have no inverse mass: nothing moves them.
void add_grains(GrainBody& body, const ClumpBody& kind, std::span<const GrainSeed> seeds, bool held,
                std::int64_t& next_id);

/// Puts the rows of a body into a new order: row k is the former row order[k]. `old_place` says the same of its
/// spheres.
void reorder(GrainBody& body, std::span<const Index> order, std::vector<Index>& old_place);

/// Shifts grain i, with its spheres [m].
void shift(GrainBody& body, Index i, const Vec3& by);

}  // namespace talus
