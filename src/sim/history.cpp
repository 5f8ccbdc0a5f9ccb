#include "talus/sim/history.hpp"

#include "talus/numerics/tensor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {
namespace {

bool is_force(Quantity q) {
  return q == Quantity::contact_force || q == Quantity::friction_force || q == Quantity::reaction ||
         q == Quantity::momentum;
}

std::string unit_of(Quantity q, int dimension) {
  const bool plane = dimension == 2;
  switch (q) {
    case Quantity::velocity: return "m/s";
    case Quantity::displacement:
    case Quantity::position: return "m";
    case Quantity::stress:
    case Quantity::von_mises: return "Pa";
    case Quantity::plastic_strain: return "-";
    case Quantity::momentum: return plane ? "kg/s" : "kg m/s";
    default: return plane ? "N/m" : "N";
  }
}

/// A vector along a direction, or its size.
Real along_or_size(const Vec3& v, const std::optional<Vec3>& along) {
  return along ? v.dot(along->normalized()) : v.norm();
}

Vec3 vector_of(const SolidBody& body, Index i, Quantity q) {
  switch (q) {
    case Quantity::velocity: return body.v[i];
    case Quantity::displacement: return body.u[i];
    case Quantity::position: return body.x[i];
    case Quantity::contact_force: return body.of(ForceKind::contact)[i] + body.of(ForceKind::contact_viscous)[i];
    case Quantity::friction_force: return body.of(ForceKind::friction)[i];
    case Quantity::reaction: return body.of(ForceKind::reaction)[i];
    case Quantity::momentum: return body.m[i] * body.v[i];
    default: return Vec3::Zero();
  }
}

Real scalar_of(const SolidBody& body, Index i, const ColumnSpec& spec) {
  if (spec.quantity == Quantity::plastic_strain) return body.state[i].plastic_strain;
  if (spec.quantity == Quantity::stress || spec.quantity == Quantity::von_mises) {
    const Mat3 sigma = cauchy_stress(body.P[i], body.F[i]);
    if (spec.quantity == Quantity::von_mises) return von_mises(sigma);
    if (!spec.along) return -sigma.trace() / 3;
    const Vec3 n = spec.along->normalized();
    return n.dot(sigma * n);
  }
  return along_or_size(vector_of(body, i, spec.quantity), spec.along);
}

/// The value below which `fraction` of the weight lies.
Real quantile(std::vector<std::pair<Real, Real>>& weighted, Real fraction) {
  std::sort(weighted.begin(), weighted.end());
  Real whole = 0;
  for (const auto& [value, weight] : weighted) whole += weight;
  Real below = 0;
  for (const auto& [value, weight] : weighted) {
    below += weight;
    if (below >= fraction * whole) return value;
  }
  return weighted.empty() ? 0 : weighted.back().first;
}

Statistic statistic_of(const ColumnSpec& spec) {
  return spec.statistic.value.value_or(is_force(spec.quantity) ? Statistic::sum : Statistic::mean);
}

bool is_vector(Quantity q) {
  return q != Quantity::stress && q != Quantity::von_mises && q != Quantity::plastic_strain;
}

/// Sum or mean of vectors before a direction is taken: the size of a mean velocity, not the mean of speeds.
Real total_of_vectors(const SolidBody& body, const std::vector<Index>& particles, const ColumnSpec& spec) {
  Vec3 sum = Vec3::Zero();
  Real mass = 0;
  const bool mean = statistic_of(spec) == Statistic::mean;
  for (const Index i : particles) {
    const Real weight = mean ? body.m[i] : 1;
    sum += weight * vector_of(body, i, spec.quantity);
    mass += weight;
  }
  if (mean && mass > 0) sum /= mass;
  return along_or_size(sum, spec.along);
}

}  // namespace

History::History(const Simulation& simulation) {
  const Model& model = simulation.model();
  table_.columns.push_back({"time", "s"});
  for (const auto& [name, spec] : model.description.output.history.columns) {
    Source source{spec, model.body_index(spec.of), {}, {}};
    const SolidBody& body = model.bodies[source.body];
    try {
      if (spec.where) source.particles = spec.where->resolve(body.X, body.spacing, body.dimension);
    } catch (const CaseError& error) {
      throw CaseIssue(Fault::contradiction, "/output/history/columns/" + name + "/where", error.what());
    }
    if (!spec.where) {
      source.particles.resize(body.size());
      std::iota(source.particles.begin(), source.particles.end(), 0);
    }
    for (std::size_t c = 0; spec.against && c < model.contacts.size(); ++c) {
      const std::string& a = model.contacts[c]->a().name;
      const std::string& b = model.contacts[c]->b().name;
      if ((a == spec.of && b == *spec.against) || (b == spec.of && a == *spec.against)) source.contacts.push_back(c);
    }
    sources_.push_back(std::move(source));
    table_.columns.push_back({name, unit_of(spec.quantity, model.description.dimension)});
  }
  table_.values.resize(table_.columns.size());
}

Real History::value(const Source& source, const Simulation& simulation) {
  const Model& model = simulation.model();
  const ColumnSpec& spec = source.spec;
  if (spec.against) {
    Vec3 sum = Vec3::Zero();
    for (const std::size_t c : source.contacts) {
      const SolidContact& contact = *model.contacts[c];
      const Vec3 on_a = spec.quantity == Quantity::friction_force ? contact.friction_force() : contact.normal_force();
      sum += contact.a().name == spec.of ? on_a : Vec3(-on_a);
    }
    return along_or_size(sum, spec.along);
  }
  const SolidBody& body = model.bodies[source.body];
  const Statistic statistic = statistic_of(spec);
  if (is_vector(spec.quantity) && (statistic == Statistic::mean || statistic == Statistic::sum)) {
    return total_of_vectors(body, source.particles, spec);
  }
  weighted_.clear();
  for (const Index i : source.particles) weighted_.push_back({scalar_of(body, i, spec), body.m[i]});
  const auto by_value = [](const auto& p, const auto& q) { return p.first < q.first; };
  Real sum = 0, mass = 0;
  for (const auto& [v, m] : weighted_) {
    sum += statistic == Statistic::mean ? m * v : v;
    mass += m;
  }
  switch (statistic) {
    case Statistic::mean: return mass > 0 ? sum / mass : 0;
    case Statistic::sum: return sum;
    case Statistic::min: return std::min_element(weighted_.begin(), weighted_.end(), by_value)->first;
    case Statistic::max: return std::max_element(weighted_.begin(), weighted_.end(), by_value)->first;
    case Statistic::quantile: return quantile(weighted_, spec.quantile);
  }
  return 0;
}

const std::vector<Real>& History::record(const Simulation& simulation) {
  row_.assign(1, simulation.time());
  for (const Source& source : sources_) row_.push_back(value(source, simulation));
  for (std::size_t k = 0; k < row_.size(); ++k) table_.values[k].push_back(row_[k]);
  return row_;
}

}  // namespace talus
