#include "talus/tlsph/neighbour_average.hpp"

#include <cmath>
#include <numeric>

#include "talus/core/parallel.hpp"
#include "talus/tlsph/solid_solver.hpp"

namespace talus {
namespace {

/// On a lattice these are all neighbours that are at most one layer away in each direction.
constexpr Real reach = 1.9;

}  // namespace

NeighbourAverage::NeighbourAverage(const SolidSolver& solver)
    : first_(solver.body().size() + 1, 0), difference_(solver.body().size()) {
  const SolidBody& body = solver.body();
  const Mirror& mirror = solver.reference().mirror;
  // 2^-(r/dx)^2 halves with each layer: on a lattice the product of {1/4, 1/2, 1/4} along its axes.
  const Real dx = body.spacing, sum = std::pow(2 * dx, body.dimension);
  const auto each_near = [&](Index i, auto&& visit) {
    solver.each_neighbour(i, [&](Index j) {
      const Real r = mirror.distance(body.X, i, j) / dx;
      if (r <= reach) visit(mirror.original_of(j), r);
    });
  };
  parallel::for_each(body.size(), [&](Index i) { each_near(i, [&](Index, Real) { ++first_[i + 1]; }); });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  neighbour_.resize(first_.back());
  parallel::for_each(body.size(), [&](Index i) {
    Index next = first_[i];
    each_near(i, [&](Index j, Real r) {
      neighbour_[next++] = {j, static_cast<float>(std::exp2(-r * r) * body.V[j] / sum)};
    });
  });
}

Real NeighbourAverage::difference(const std::vector<Real>& a, Index i) const {
  Real sum = 0;
  for (Index b = first_[i]; b < first_[i + 1]; ++b) sum += Real(neighbour_[b].share) * (a[neighbour_[b].number] - a[i]);
  return sum;
}

void NeighbourAverage::apply(std::vector<Real>& a) {
  const Index n = static_cast<Index>(a.size());
  parallel::for_each(n, [&](Index i) { difference_[i] = difference(a, i); });
  parallel::for_each(n, [&](Index i) { a[i] -= difference(difference_, i); });
}

}  // namespace talus
