#include "talus/sim/solid_column.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

#include "talus/body/material_fields.hpp"
#include "talus/numerics/stretch.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/sim/column_statistics.hpp"
#include "talus/sim/grain_contact_rows.hpp"

namespace talus {
namespace {

Vec3 vector_of(const SolidBody& body, Index i, const MeasuredColumn& spec) {
  switch (spec.quantity) {
    case Quantity::velocity:
      return body.v[i];
    case Quantity::displacement:
      return body.u[i];
    case Quantity::position:
      return body.x[i];
    case Quantity::contact_force:
    case Quantity::normal_force:
      return body.of(ForceKind::contact)[i] + body.of(ForceKind::contact_viscous)[i];
    case Quantity::friction_force:
      return body.of(ForceKind::friction)[i];
    case Quantity::reaction:
      return body.of(ForceKind::reaction)[i] + body.of(ForceKind::boundary)[i];
    case Quantity::reaction_moment: {
      const Vec3 f = body.of(ForceKind::reaction)[i] + body.of(ForceKind::boundary)[i];
      return (body.x[i] - spec.about.value_or(Vec3::Zero())).cross(f);
    }
    case Quantity::momentum:
      return body.m[i] * body.v[i];
    case Quantity::angular_momentum:
      return body.m[i] * (body.x[i] - spec.about.value_or(Vec3::Zero())).cross(body.v[i]);
    default:
      return Vec3::Zero();
  }
}

/// Component of a tensor along the direction that a column asks for.
Real along(const MeasuredColumn& spec, const Mat3& tensor) {
  const Vec3 n = spec.along->normalized();
  return n.dot(tensor * n);
}

Real scalar_of(const SolidBody& body, Index i, const MeasuredColumn& spec) {
  switch (spec.quantity) {
    case Quantity::plastic_strain:
      return body.state[i].plastic_strain;
    case Quantity::temperature:
      return temperature_of(body, i);
    case Quantity::damage:
      return body.state[i].damage;
    case Quantity::penetration:
      return body.penetration[i];
    case Quantity::contact_pressure:
      return body.contact_pressure[i];
    case Quantity::von_mises:
      return von_mises(cauchy_stress(body.P[i], body.F[i]));
    case Quantity::pressure:
      return -cauchy_stress(body.P[i], body.F[i]).trace() / 3;
    case Quantity::stress:
      return along(spec, cauchy_stress(body.P[i], body.F[i]));
    case Quantity::strain:
      return along(spec, logarithmic_strain(body.F[i]));
    case Quantity::kinetic_energy:
      return Real(0.5) * body.m[i] * body.v[i].squaredNorm();
    case Quantity::mass:
      return body.m[i];
    case Quantity::count:
      return 1;
    default:
      return along_or_size(vector_of(body, i, spec), spec, body.dimension);
  }
}

struct Centre {
  Real mass = 0;          ///< [kg]
  Vec3 x = Vec3::Zero();  ///< [m]
  Vec3 v = Vec3::Zero();  ///< [m/s]
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

/// Adds those that hold a place of a face with an outermost particle among these (boundary 13): what holds a layer.
void add_layers_behind(const Model& model, Index body, std::vector<Index>& particles) {
  std::vector<Index> behind;
  for (const ActiveBoundary& boundary : model.boundaries) {
    const auto* motion = std::get_if<MotionConstraint>(&boundary.action());
    if (boundary.body() != body || motion == nullptr) continue;
    for (const HeldPlace& place : motion->places) {
      if (!std::ranges::binary_search(particles, place.particle[0])) continue;
      behind.insert(behind.end(), place.particle.begin(), place.particle.begin() + place.layers);
    }
  }
  particles.insert(particles.end(), behind.begin(), behind.end());
  std::ranges::sort(particles);
  particles.erase(std::ranges::unique(particles).begin(), particles.end());
}

/// The centre of the first rotation that turns one of these particles.
std::optional<Vec3> centre_of_turn(const Model& model, Index body, const std::vector<Index>& particles) {
  for (const ActiveBoundary& boundary : model.boundaries) {
    const auto* motion = std::get_if<MotionConstraint>(&boundary.action());
    if (boundary.body() != body || motion == nullptr || !motion->turn) continue;
    const auto is_asked_for = [&](Index i) { return std::ranges::binary_search(particles, i); };
    if (std::ranges::any_of(motion->held_particles(), is_asked_for)) return motion->turn->centre;
  }
  return std::nullopt;
}

}  // namespace

SolidColumn::SolidColumn(const std::string& name, const MeasuredColumn& spec, const Model& model)
    : spec_(spec), body_(model.body_index(spec.of)) {
  const SolidBody& body = model.bodies[body_];
  if (spec.where) {
    try {
      particles_ = spec.where->resolve(body.X, body.spacing, body.dimension, body.turn);
    } catch (const CaseError& error) {
      throw CaseIssue(Fault::contradiction, "/output/history/columns/" + name + "/where", error.what());
    }
  } else {
    particles_.resize(body.size());
    std::iota(particles_.begin(), particles_.end(), 0);
  }
  const bool is_moment = spec.quantity == Quantity::reaction_moment;
  if (is_moment || spec.quantity == Quantity::reaction) add_layers_behind(model, body_, particles_);
  if (is_moment && !spec.about) spec_.about = centre_of_turn(model, body_, particles_);
  for (std::size_t c = 0; spec.against && c < model.contacts.size(); ++c) {
    const std::string& a = model.contacts[c]->a().name;
    const std::string& b = model.contacts[c]->b().name;
    if ((a == spec.of && b == *spec.against) || (b == spec.of && a == *spec.against)) contacts_.push_back(c);
  }
}

Vec3 SolidColumn::of_pair(const Model& model) const {
  const SolidBody& body = model.bodies[body_];
  const bool turns = spec_.quantity == Quantity::contact_moment;
  const Vec3 about = turns && !spec_.about ? centre_of(body, particles_).x : spec_.about.value_or(Vec3::Zero());
  const auto pick = [&](const Resultants& r) {
    return turns ? r.moment : spec_.quantity == Quantity::friction_force ? r.friction : r.normal;
  };
  Vec3 sum = Vec3::Zero();
  for (const std::size_t c : contacts_) sum += pick(model.contacts[c]->resultants(body, about));
  for (const auto& walls : model.solid_walls) {
    if (&walls->body() == &body) sum += pick(walls->resultants(*spec_.against, about));
  }
  if (model.grains.body_index(*spec_.against) >= 0) {
    const ContactResultant of_grains = partner_resultant(model.grains, spec_.of, *spec_.against, about);
    sum += pick({of_grains.normal, of_grains.friction, of_grains.moment});
  }
  return sum;
}

Real SolidColumn::value(const Model& model) const {
  const SolidBody& body = model.bodies[body_];
  if (spec_.against) return along_or_size(of_pair(model), spec_, body.dimension);
  if (spec_.quantity == Quantity::angular_velocity) {
    return along_or_size(angular_velocity(body, particles_), spec_, body.dimension);
  }
  if (VectorTotal::suits(spec_)) {
    VectorTotal total(spec_);
    for (const Index i : particles_) total.add(vector_of(body, i, spec_), body.m[i]);
    return along_or_size(total.value(), spec_, body.dimension);
  }
  const bool by_mass = facts_of(spec_.quantity).mean_over == MeanOver::mass;
  std::vector<WeightedValue> values;
  values.reserve(particles_.size());
  for (const Index i : particles_) values.push_back({scalar_of(body, i, spec_), by_mass ? body.m[i] : 1});
  return reduce(values, spec_);
}

bool SolidColumn::needs_marks() const {
  return spec_.quantity == Quantity::penetration || spec_.quantity == Quantity::contact_pressure;
}

}  // namespace talus
