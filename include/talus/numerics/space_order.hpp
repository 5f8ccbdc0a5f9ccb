// An order of spheres in which neighbours in space are neighbours in memory: by cells of a few, layer by layer along
// the longest axis. A loop through the spheres in order needs those of the next layer early, and all others soon
// after each other, however large layers are; columns one after the other would be needed early as a whole. Within a
// cell the order follows Morton's curve, which visits the octants of a cube one after the other, and within each octant
// does the same again.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/core/row.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

class SpaceOrder {
 public:
  /// order[new place] = old place. Equal places in space keep their order; what is not a number comes last.
  /// The span is valid until the next call.
  std::span<const Index> sort(std::span<const Row> rows, const PeriodicBox& box = {});

  /// Axes by how far spheres reach along them, the shortest first. A few that have flown away do not count.
  std::array<int, 3> axes(std::span<const Row> rows, const PeriodicBox& box = {});

 private:
  struct Lattice {
    Vec3 origin = Vec3::Zero();        ///< corner [m]
    Real inverse_width = 0;            ///< of its cells [1/m]
    std::array<int, 3> axis{2, 1, 0};  ///< the longest first
  };
  struct Entry {
    std::uint64_t code;
    Index place;
  };

  Lattice choose_lattice(std::span<const Row> rows, const PeriodicBox& box);
  [[nodiscard]] static std::uint64_t code_of(const Lattice& lattice, const Vec3& x);
  void sort_entries();

  std::vector<Entry> entries_, scratch_;
  std::array<std::vector<Real>, 3> sample_;
  std::vector<Index> order_;
};

/// values[k] becomes what values[order[k]] was.
template <class T>
void reorder(std::span<const Index> order, std::vector<T>& values, std::vector<T>& scratch) {
  scratch.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) scratch[k] = values[order[k]];
  values.swap(scratch);
}

}  // namespace talus
