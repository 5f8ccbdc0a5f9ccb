#include "talus/diagnostics/bulk/coarse_fields.hpp"

#include "talus/geometry/refuse.hpp"
#include "talus/numerics/gauss_legendre.hpp"
#include "window_sources.hpp"

namespace talus {
namespace {

template <class Window>
class CoarseGraining {
 public:
  using Sources = WindowSources<Window>;

  CoarseGraining(const BulkSample& sample, const CoarseGrid& grid, Real width)
      : sample_(sample), grid_(grid), width_(width), reach_(Window::cut_off * width) {}

  void smear_grains(const CoarseRequest& request, CoarseFields& fields) const {
    Sources sources(grid_, width_);
    for (std::size_t i = 0; i < sample_.grains.size(); ++i) add(sample_.grains[i].x, i, 1, sources);
    sources.prepare();
    smear_amounts(sources, fields);
    if (request.contacts) smear_coordination(sources, fields);
    if (request.motion) smear_agitation(sources, fields);
  }

  /// (bulk 15)
  void smear_branches(CoarseFields& fields) const {
    fields.contact_stress.assign(cells(), Mat3::Zero());
    const Sources sources = branch_sources();
    for_each_weight(sources, [&](Index c, Index row, Real weight) {
      const BulkContact& contact = sample_.contacts[row];
      fields.contact_stress[c] += weight * contact.force * contact.branch.transpose();
    });
  }

  /// (bulk 16)
  void smear_contacts(CoarseFields& fields) const {
    Sources sources(grid_, width_);
    for (std::size_t c = 0; c < sample_.contacts.size(); ++c) {
      if (sample_.contacts[c].touches) add(sample_.contacts[c].point, c, 1, sources);
    }
    sources.prepare();
    fields.fabric.assign(cells(), Mat3::Zero());
    std::vector<Real> number(cells());
    for_each_weight(sources, [&](Index c, Index row, Real weight) {
      const Vec3& normal = sample_.contacts[row].normal;
      fields.fabric[c] += weight * normal * normal.transpose();
      number[c] += weight;
    });
    for_each_cell([&](Index c) {
      if (number[c] > 0) fields.fabric[c] /= number[c];
    });
  }

 private:
  [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(grid_.size()); }

  /// (bulk 12) and (bulk 13)
  void smear_amounts(const Sources& sources, CoarseFields& fields) const {
    fields.density.assign(cells(), 0);
    fields.solid_fraction.assign(cells(), 0);
    fields.momentum.assign(cells(), Vec3::Zero());
    fields.velocity.assign(cells(), Vec3::Zero());
    for_each_weight(sources, [&](Index c, Index row, Real weight) {
      const BulkGrain& grain = sample_.grains[row];
      fields.density[c] += weight * grain.mass;
      fields.solid_fraction[c] += weight * grain.volume;
      fields.momentum[c] += weight * grain.mass * grain.v;
    });
    for_each_cell([&](Index c) {
      if (fields.density[c] > 0) fields.velocity[c] = fields.momentum[c] / fields.density[c];
    });
  }

  /// (bulk 16)
  void smear_coordination(const Sources& sources, CoarseFields& fields) const {
    fields.coordination.assign(cells(), 0);
    std::vector<Real> number(cells());
    for_each_weight(sources, [&](Index c, Index row, Real weight) {
      fields.coordination[c] += weight * sample_.grains[row].contacts;
      number[c] += weight;
    });
    for_each_cell([&](Index c) {
      if (number[c] > 0) fields.coordination[c] /= number[c];
    });
  }

  /// (bulk 14), a loop of its own: the velocity of the cell has to be known.
  void smear_agitation(const Sources& sources, CoarseFields& fields) const {
    fields.kinetic_stress.assign(cells(), Mat3::Zero());
    fields.temperature.assign(cells(), 0);
    for_each_weight(sources, [&](Index c, Index row, Real weight) {
      const BulkGrain& grain = sample_.grains[row];
      const Vec3 v = grain.v - fields.velocity[c];
      fields.kinetic_stress[c] += weight * grain.mass * v * v.transpose();
    });
    for_each_cell([&](Index c) {
      const Real mass = grid_.dimension * fields.density[c];
      if (mass > 0) fields.temperature[c] = fields.kinetic_stress[c].trace() / mass;
    });
  }

  /// Points along the branches for the line integral: three of Gauss for every piece no longer than a width.
  [[nodiscard]] Sources branch_sources() const {
    static const GaussLegendre<3> rule;
    Sources sources(grid_, width_);
    for (std::size_t c = 0; c < sample_.contacts.size(); ++c) {
      const BulkContact& contact = sample_.contacts[c];
      const Real pieces = std::max(Real(1), std::ceil(contact.branch.norm() / width_));
      for (Real piece = 0; piece < pieces; ++piece) {
        for (std::size_t q = 0; q < rule.node.size(); ++q) {
          const Real t = (piece + (1 + rule.node[q]) / 2) / pieces;
          add(contact.centre - t * contact.branch, c, rule.weight[q] / (2 * pieces), sources);
        }
      }
    }
    sources.prepare();
    return sources;
  }

  /// Adds all images of x that reach the grid.
  void add(const Vec3& x, std::size_t owner, Real share, Sources& sources) const {
    const Vec3 reach = Vec3::Constant(reach_);
    for_each_image(sample_.box, grid_.dimension, x - reach, x + reach, grid_.low, grid_.high(),
                   [&](const Vec3& shift) { sources.add(x + shift, static_cast<Index>(owner), share); });
  }

  template <class Visit>
  void for_each_weight(const Sources& sources, Visit&& visit) const {
    parallel::for_each(sources.row_count(), [&](Index row) { sources.for_each_weight(row, visit); });
  }
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    parallel::for_each(grid_.size(), visit);
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
  if (reach * window_edge > needed) return;
  refuse("the width of the ", kernel.name(), " window, ", width, " m, is too small for cells of ", cell,
         " m: a grain could fall between their centres; take a width above ", needed * width / reach,
         " m, or smaller cells");
}

}  // namespace talus
