#include "talus/sim/measured_column.hpp"

#include "talus/numerics/tensor.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {
namespace {

bool is_scalar(Quantity q) {
  return q == Quantity::stress || q == Quantity::von_mises || q == Quantity::plastic_strain ||
         q == Quantity::penetration || q == Quantity::contact_pressure;
}

/// Quantities that add up over particles.
bool is_extensive(Quantity q) {
  return q == Quantity::contact_force || q == Quantity::friction_force || q == Quantity::reaction ||
         q == Quantity::momentum || q == Quantity::angular_momentum;
}

bool is_axial(Quantity q) {
  return q == Quantity::angular_momentum || q == Quantity::angular_velocity || q == Quantity::contact_moment;
}

Statistic statistic_of(const MeasuredColumn& spec) {
  return spec.statistic.value.value_or(is_extensive(spec.quantity) ? Statistic::sum : Statistic::mean);
}

/// A vector along a direction, or its size; in the plane what turns has the sign of its turn about z.
Real along_or_size(const Vec3& v, const MeasuredColumn& spec, int dimension) {
  if (spec.along) return v.dot(spec.along->normalized());
  return dimension == 2 && is_axial(spec.quantity) ? v.z() : v.norm();
}

Vec3 vector_of(const SolidBody& body, Index i, const MeasuredColumn& spec) {
  switch (spec.quantity) {
    case Quantity::velocity: return body.v[i];
    case Quantity::displacement: return body.u[i];
    case Quantity::position: return body.x[i];
    case Quantity::contact_force: return body.of(ForceKind::contact)[i] + body.of(ForceKind::contact_viscous)[i];
    case Quantity::friction_force: return body.of(ForceKind::friction)[i];
    case Quantity::reaction: return body.of(ForceKind::reaction)[i];
    case Quantity::momentum: return body.m[i] * body.v[i];
    case Quantity::angular_momentum:
      return body.m[i] * (body.x[i] - spec.about.value_or(Vec3::Zero())).cross(body.v[i]);
    default: return Vec3::Zero();
  }
}

Real scalar_of(const SolidBody& body, Index i, const MeasuredColumn& spec) {
  switch (spec.quantity) {
    case Quantity::plastic_strain: return body.state[i].plastic_strain;
    case Quantity::penetration: return body.penetration[i];
    case Quantity::contact_pressure: return body.contact_pressure[i];
    case Quantity::von_mises: return von_mises(cauchy_stress(body.P[i], body.F[i]));
    case Quantity::stress: {
      const Mat3 sigma = cauchy_stress(body.P[i], body.F[i]);
      if (!spec.along) return -sigma.trace() / 3;
      const Vec3 n = spec.along->normalized();
      return n.dot(sigma * n);
    }
    default: return along_or_size(vector_of(body, i, spec), spec, body.dimension);
  }
}

using Weighted = std::vector<std::pair<Real, Real>>;  ///< value and weight of each particle

/// The value below which `fraction` of the weight lies.
Real quantile(Weighted& weighted, Real fraction) {
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

Real reduce(Weighted& weighted, const MeasuredColumn& spec) {
  const Statistic statistic = statistic_of(spec);
  Real sum = 0, mass = 0;
  for (const auto& [v, m] : weighted) {
    sum += statistic == Statistic::mean ? m * v : v;
    mass += m;
  }
  switch (statistic) {
    case Statistic::mean: return mass > 0 ? sum / mass : 0;
    case Statistic::sum: return sum;
    case Statistic::min: return std::min_element(weighted.begin(), weighted.end())->first;
    case Statistic::max: return std::max_element(weighted.begin(), weighted.end())->first;
    case Statistic::quantile: return quantile(weighted, spec.quantile);
  }
  return 0;
}

/// Sum or mean of vectors before a direction is taken: the size of a mean velocity, not the mean of speeds.
Vec3 total_of_vectors(const SolidBody& body, const std::vector<Index>& particles, const MeasuredColumn& spec) {
  Vec3 sum = Vec3::Zero();
  Real mass = 0;
  const bool mean = statistic_of(spec) == Statistic::mean;
  for (const Index i : particles) {
    const Real weight = mean ? body.m[i] : 1;
    sum += weight * vector_of(body, i, spec);
    mass += weight;
  }
  return mean && mass > 0 ? Vec3(sum / mass) : sum;
}

struct Centre {
  Real mass = 0;               ///< [kg]
  Vec3 x = Vec3::Zero();       ///< [m]
  Vec3 v = Vec3::Zero();       ///< [m/s]
};

Centre centre_of(const SolidBody& body, const std::vector<Index>& particles) {
  Centre c;
  for (const Index i : particles) {
    c.mass += body.m[i];
    c.x += body.m[i] * body.x[i];
    c.v += body.m[i] * body.v[i];
  }
  if (c.mass > 0) c.x /= c.mass, c.v /= c.mass;
  return c;
}

/// omega = I^-1 L about the centroid as the particles stand now (sim 4). A direction about which nothing has inertia
/// (a single particle, a row along its axis) does not turn.
Vec3 angular_velocity(const SolidBody& body, const std::vector<Index>& particles) {
  const Centre c = centre_of(body, particles);
  Mat3 inertia = Mat3::Zero();
  Vec3 L = Vec3::Zero();
  for (const Index i : particles) {
    const Vec3 r = body.x[i] - c.x;
    inertia += body.m[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    L += body.m[i] * r.cross(body.v[i] - c.v);
  }
  constexpr Real no_inertia = 1e-12;  // of the largest: round-off
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(inertia);
  Vec3 omega = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Vec3 n = axes.eigenvectors().col(k);
    if (axes.eigenvalues()[k] > no_inertia * axes.eigenvalues()[2]) omega += n.dot(L) / axes.eigenvalues()[k] * n;
  }
  return omega;
}

}  // namespace

MeasuredSource::MeasuredSource(const std::string& name, const MeasuredColumn& spec, const Model& model)
    : spec_(spec), dimension_(model.description.dimension), body_(model.body_index(spec.of)) {
  const SolidBody& body = model.bodies[body_];
  if (spec.where) {
    try {
      particles_ = spec.where->resolve(body.X, body.spacing, body.dimension);
    } catch (const CaseError& error) {
      throw CaseIssue(Fault::contradiction, "/output/history/columns/" + name + "/where", error.what());
    }
  } else {
    particles_.resize(body.size());
    std::iota(particles_.begin(), particles_.end(), 0);
  }
  for (std::size_t c = 0; spec.against && c < model.contacts.size(); ++c) {
    const std::string& a = model.contacts[c]->a().name;
    const std::string& b = model.contacts[c]->b().name;
    if ((a == spec.of && b == *spec.against) || (b == spec.of && a == *spec.against)) contacts_.push_back(c);
  }
}

Vec3 MeasuredSource::of_pair(const Model& model) const {
  const SolidBody& body = model.bodies[body_];
  const bool turns = spec_.quantity == Quantity::contact_moment;
  const Vec3 about = turns && !spec_.about ? centre_of(body, particles_).x : spec_.about.value_or(Vec3::Zero());
  Vec3 sum = Vec3::Zero();
  for (const std::size_t c : contacts_) {
    const Resultants r = model.contacts[c]->resultants(body, about);
    sum += turns ? r.moment : spec_.quantity == Quantity::friction_force ? r.friction : r.normal;
  }
  return sum;
}

Real MeasuredSource::value(const Model& model) const {
  const SolidBody& body = model.bodies[body_];
  if (spec_.against) return along_or_size(of_pair(model), spec_, dimension_);
  if (spec_.quantity == Quantity::angular_velocity) {
    return along_or_size(angular_velocity(body, particles_), spec_, dimension_);
  }
  const Statistic statistic = statistic_of(spec_);
  if (!is_scalar(spec_.quantity) && (statistic == Statistic::mean || statistic == Statistic::sum)) {
    return along_or_size(total_of_vectors(body, particles_, spec_), spec_, dimension_);
  }
  Weighted weighted;
  weighted.reserve(particles_.size());
  for (const Index i : particles_) weighted.push_back({scalar_of(body, i, spec_), body.m[i]});
  return reduce(weighted, spec_);
}

std::string MeasuredSource::unit() const {
  const bool plane = dimension_ == 2;
  switch (spec_.quantity) {
    case Quantity::velocity: return "m/s";
    case Quantity::displacement:
    case Quantity::position:
    case Quantity::penetration: return "m";
    case Quantity::stress:
    case Quantity::von_mises:
    case Quantity::contact_pressure: return "Pa";
    case Quantity::plastic_strain: return "-";
    case Quantity::momentum: return plane ? "kg/s" : "kg m/s";
    case Quantity::angular_momentum: return plane ? "kg m/s" : "kg m^2/s";
    case Quantity::angular_velocity: return "1/s";
    case Quantity::contact_moment: return plane ? "N" : "N m";
    case Quantity::contact_force:
    case Quantity::friction_force:
    case Quantity::reaction: return plane ? "N/m" : "N";
  }
  return "";
}

bool MeasuredSource::needs_marks() const {
  return spec_.quantity == Quantity::penetration || spec_.quantity == Quantity::contact_pressure;
}

}  // namespace talus
