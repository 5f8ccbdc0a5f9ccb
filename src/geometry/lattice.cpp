#include "talus/geometry/lattice.hpp"

#include <algorithm>
#include <string>

#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

/// Calls visit(i, j, k) for every cell; the direction with most cells runs fastest (x before y before z on a tie).
template <class Visit>
void for_each_cell(const Lattice& lattice, Visit&& visit) {
  std::array<int, 3> axis{0, 1, 2};
  std::stable_sort(axis.begin(), axis.end(), [&](int a, int b) { return lattice.cells[a] > lattice.cells[b]; });
  std::array<Index, 3> at{};
  for (Index slow = 0; slow < lattice.cells[axis[2]]; ++slow) {
    for (Index middle = 0; middle < lattice.cells[axis[1]]; ++middle) {
      for (Index fast = 0; fast < lattice.cells[axis[0]]; ++fast) {
        at[axis[0]] = fast;
        at[axis[1]] = middle;
        at[axis[2]] = slow;
        visit(at);
      }
    }
  }
}

}  // namespace

Vec3 Lattice::centre(const std::array<Index, 3>& at) const {
  Vec3 p;
  for (int k = 0; k < 3; ++k) p[k] = (at[k] - 0.5 * (cells[k] - 1)) * cell[k];
  return p;
}

Lattice lattice_in_box(const Vec3& size, Real spacing, int dimension) {
  constexpr std::array<const char*, 3> extent{"the extent along x", "the extent along y", "the extent along z"};
  std::array<Real, 3> cells{1, 1, 1};
  Lattice lattice;
  lattice.volume = 1;
  for (int k = 0; k < dimension; ++k) {
    cells[k] = whole_cells(size[k], spacing, extent[k]);
    lattice.cell[k] = size[k] / cells[k];
    lattice.volume *= lattice.cell[k];
  }
  check_count(cells[0] * cells[1] * cells[2]);
  for (int k = 0; k < dimension; ++k) lattice.cells[k] = static_cast<Index>(cells[k]);
  return lattice;
}

PointCloud fill_rows(const Lattice& lattice) {
  PointCloud cloud;
  const auto n = static_cast<std::size_t>(lattice.cells[0]) * lattice.cells[1] * lattice.cells[2];
  cloud.X.reserve(n);
  for_each_cell(lattice, [&](const std::array<Index, 3>& at) { cloud.X.push_back(lattice.centre(at)); });
  cloud.V.assign(n, lattice.volume);
  return cloud;
}

PointCloud fill_cut(const Lattice& lattice, const std::function<bool(const Vec3&)>& inside) {
  PointCloud cloud;
  for_each_cell(lattice, [&](const std::array<Index, 3>& at) {
    const Vec3 p = lattice.centre(at);
    if (inside(p)) cloud.X.push_back(p);
  });
  if (cloud.X.empty()) refuse("the spacing of ", lattice.cell[0], " m leaves no particle inside the body");
  cloud.V.assign(cloud.X.size(), lattice.volume);
  return cloud;
}

}  // namespace talus
