#include "talus/diagnostics/bulk/coarse_fields.hpp"

#include "talus/core/parallel.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/numerics/cell_grid.hpp"
#include "talus/numerics/gauss_legendre.hpp"

#include <cmath>

namespace talus {
namespace {

/// Cells whose centres lie on the edge of a window, as they do on lattices, count as outside whatever the rounding: the
/// same cells have to be found when a window is normalised and when it is used.
constexpr Real edge = 1 - 1e-9;

/// Part of something: where it is, and how much of which.
struct Sources {
  std::vector<Vec3> x;        ///< [m]
  std::vector<Index> owner;
  std::vector<Real> share;    ///< over the sum of the window over all cells [1/m^3; 1/m^2 in 2-D]

  void add(const Vec3& place, Index row, Real part) {
    x.push_back(place);
    owner.push_back(row);
    share.push_back(part);
  }
};

template <class Window>
class CoarseGraining {
 public:
  CoarseGraining(const BulkSample& sample, const CoarseGrid& grid, Real width)
      : sample_(sample), grid_(grid), width_(width), reach_(Window::cut_off * width) {}

  void smear_grains(const CoarseRequest& request, CoarseFields& fields) const {
    const Near near = near_of(grain_sources());
    smear_amounts(near, request.contacts, fields);
    if (request.motion) smear_agitation(near, fields);
  }

  /// (bulk 15)
  void smear_branches(CoarseFields& fields) const {
    const Near near = near_of(branch_sources());
    fields.contact_stress.resize(static_cast<std::size_t>(grid_.size()));
    parallel::for_each(grid_.size(), [&](Index c) {
      Mat3 stress = Mat3::Zero();
      for_each_source(near, c, [&](Index row, Real weight) {
        const BulkContact& contact = sample_.contacts[row];
        stress += weight * contact.force * contact.branch.transpose();
      });
      fields.contact_stress[c] = stress;
    });
  }

  /// (bulk 16)
  void smear_contacts(CoarseFields& fields) const {
    const Near near = near_of(contact_sources());
    fields.fabric.resize(static_cast<std::size_t>(grid_.size()));
    parallel::for_each(grid_.size(), [&](Index c) {
      Mat3 fabric = Mat3::Zero();
      Real number = 0;
      for_each_source(near, c, [&](Index row, Real weight) {
        const Vec3& normal = sample_.contacts[row].normal;
        fabric += weight * normal * normal.transpose();
        number += weight;
      });
      fields.fabric[c] = number > 0 ? Mat3(fabric / number) : Mat3::Zero();
    });
  }

 private:
  struct Near {
    Sources sources;
    CellGrid cells;
  };

  /// (bulk 12), (bulk 13) and (bulk 16)
  void smear_amounts(const Near& near, bool contacts, CoarseFields& fields) const {
    const auto cells = static_cast<std::size_t>(grid_.size());
    fields.density.resize(cells);
    fields.solid_fraction.resize(cells);
    fields.momentum.resize(cells);
    fields.velocity.resize(cells);
    if (contacts) fields.coordination.resize(cells);
    parallel::for_each(grid_.size(), [&](Index c) {
      Real mass = 0, volume = 0, number = 0, touching = 0;
      Vec3 momentum = Vec3::Zero();
      for_each_source(near, c, [&](Index row, Real weight) {
        const BulkGrain& grain = sample_.grains[row];
        mass += weight * grain.mass;
        volume += weight * grain.volume;
        momentum += weight * grain.mass * grain.v;
        number += weight;
        touching += weight * grain.contacts;
      });
      fields.density[c] = mass;
      fields.solid_fraction[c] = volume;
      fields.momentum[c] = momentum;
      fields.velocity[c] = mass > 0 ? Vec3(momentum / mass) : Vec3::Zero();
      if (contacts) fields.coordination[c] = number > 0 ? touching / number : 0;
    });
  }

  /// (bulk 14), a loop of its own: the velocity of the cell has to be known.
  void smear_agitation(const Near& near, CoarseFields& fields) const {
    fields.kinetic_stress.resize(fields.density.size());
    fields.temperature.resize(fields.density.size());
    parallel::for_each(grid_.size(), [&](Index c) {
      Mat3 stress = Mat3::Zero();
      for_each_source(near, c, [&](Index row, Real weight) {
        const BulkGrain& grain = sample_.grains[row];
        const Vec3 v = grain.v - fields.velocity[c];
        stress += weight * grain.mass * v * v.transpose();
      });
      fields.kinetic_stress[c] = stress;
      const Real density = fields.density[c];
      fields.temperature[c] = density > 0 ? stress.trace() / (grid_.dimension * density) : 0;
    });
  }

  [[nodiscard]] static Real window(Real distance2, Real width) { return Window::value(distance2 / (width * width)); }
  [[nodiscard]] Real limit2() const { return reach_ * reach_ * edge; }

  /// Images of x that reach the grid.
  template <class Visit>
  void for_each_place(const Vec3& x, Visit&& visit) const {
    const Vec3 reach = Vec3::Constant(reach_);
    for_each_image(sample_.box, grid_.dimension, x - reach, x + reach, grid_.low, grid_.high(),
                   [&](const Vec3& shift) { visit(Vec3(x + shift)); });
  }

  [[nodiscard]] Sources grain_sources() const {
    Sources sources;
    for (std::size_t i = 0; i < sample_.grains.size(); ++i) {
      for_each_place(sample_.grains[i].x, [&](const Vec3& x) { sources.add(x, static_cast<Index>(i), 1); });
    }
    return sources;
  }

  [[nodiscard]] Sources contact_sources() const {
    Sources sources;
    for (std::size_t c = 0; c < sample_.contacts.size(); ++c) {
      for_each_place(sample_.contacts[c].point, [&](const Vec3& x) { sources.add(x, static_cast<Index>(c), 1); });
    }
    return sources;
  }

  /// Points along the branches for the line integral: three of Gauss for every piece no longer than a width.
  [[nodiscard]] Sources branch_sources() const {
    static const GaussLegendre<3> rule;
    Sources sources;
    for (std::size_t c = 0; c < sample_.contacts.size(); ++c) {
      const BulkContact& contact = sample_.contacts[c];
      const Real pieces = std::max(Real(1), std::ceil(contact.branch.norm() / width_));
      for (Real piece = 0; piece < pieces; ++piece) {
        for (std::size_t q = 0; q < rule.node.size(); ++q) {
          const Real t = (piece + (1 + rule.node[q]) / 2) / pieces;
          for_each_place(contact.centre - t * contact.branch, [&](const Vec3& x) {
            sources.add(x, static_cast<Index>(c), rule.weight[q] / (2 * pieces));
          });
        }
      }
    }
    return sources;
  }

  /// (bulk 11): the sum of a window over all cells, also those beyond the grid, times their volume is one.
  void normalise(Sources& sources) const {
    parallel::for_each(static_cast<Index>(sources.x.size()), [&](Index s) {
      std::array<Index, 3> from{}, to{};
      for (int a = 0; a < grid_.dimension; ++a) {
        from[a] = static_cast<Index>(std::floor((sources.x[s][a] - reach_ - grid_.low[a]) / grid_.cell));
        to[a] = static_cast<Index>(std::floor((sources.x[s][a] + reach_ - grid_.low[a]) / grid_.cell));
      }
      Real sum = 0;
      for (Index k = from[2]; k <= to[2]; ++k) {
        for (Index j = from[1]; j <= to[1]; ++j) {
          for (Index i = from[0]; i <= to[0]; ++i) {
            const Real distance2 = (sources.x[s] - grid_.centre(i, j, k)).squaredNorm();
            if (distance2 < limit2()) sum += window(distance2, width_);
          }
        }
      }
      sources.share[s] /= sum * grid_.cell_volume();
    });
  }

  [[nodiscard]] Near near_of(Sources sources) const {
    normalise(sources);
    Near near{std::move(sources), {}};
    near.cells.build(near.sources.x, reach_);
    return near;
  }

  /// Calls visit(row, weight) for all that reaches cell c, in fixed order.
  template <class Visit>
  void for_each_source(const Near& near, Index c, Visit&& visit) const {
    near.cells.for_each_near(grid_.centre(c), reach_, [&](Index s, Real distance2) {
      if (distance2 < limit2()) visit(near.sources.owner[s], near.sources.share[s] * window(distance2, width_));
    });
  }

  const BulkSample& sample_;
  const CoarseGrid& grid_;
  Real width_, reach_;
};

}  // namespace

CoarseFields coarse_grain(const BulkSample& sample, const CoarseGrid& grid, const CoarseRequest& request) {
  CoarseFields fields;
  fields.grid = grid;
  std::visit(
      [&]<class Window>(const Window&) {
        const CoarseGraining<Window> graining(sample, grid, request.width);
        graining.smear_grains(request, fields);
        if (!request.contacts) return;
        graining.smear_branches(fields);
        graining.smear_contacts(fields);
      },
      request.kernel.entry);
  return fields;
}

Real window_reach(const Chosen<CoarseKernels>& kernel, Real width) {
  return std::visit([&]<class Window>(const Window&) { return Window::cut_off * width; }, kernel.entry);
}

void check_window(const Chosen<CoarseKernels>& kernel, Real width, Real cell, int dimension) {
  const Real needed = cell * std::sqrt(Real(dimension)) / 2, reach = window_reach(kernel, width);
  if (reach * edge > needed) return;
  refuse("the width of the ", kernel.name(), " window, ", width, " m, is too small for cells of ", cell,
         " m: a grain could fall between their centres; take a width above ", needed * width / reach,
         " m, or smaller cells");
}

}  // namespace talus
