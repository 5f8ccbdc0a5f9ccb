#include "talus/sim/grain_column.hpp"

#include "talus/dem/grain_travel.hpp"
#include "talus/sim/column_statistics.hpp"
#include "talus/sim/grain_contact_rows.hpp"

#include <limits>
#include <span>

namespace talus {
namespace {

using Rows = std::span<const Index>;

Real mass_of(const GrainBody& body, Index i) { return body.grains.inertia[i].mass; }

/// Spin of grain i as angular momentum about its centre [kg m^2/s].
Vec3 own_momentum(const GrainBody& body, Index i) {
  if (body.clumped) return body.clumps.angular_momentum[i];
  return body.grains.inertia[i].moment * body.grains.rate[i].spin.vec();
}

Vec3 centre_of(const GrainBody& body, Rows rows) {
  Real mass = 0;
  Vec3 centre = Vec3::Zero();
  for (const Index i : rows) {
    mass += mass_of(body, i);
    centre += mass_of(body, i) * body.grains.position[i].vec();
  }
  return mass > 0 ? Vec3(centre / mass) : centre;
}

/// T = sum m |v - v_mean|^2/(D sum m), v_mean weighted by mass (sim 7).
Real granular_temperature(const GrainBody& body, Rows rows) {
  if (rows.empty()) return std::numeric_limits<Real>::quiet_NaN();
  Real mass = 0, square = 0;
  Vec3 mean = Vec3::Zero();
  for (const Index i : rows) {
    mass += mass_of(body, i);
    mean += mass_of(body, i) * body.grains.rate[i].velocity.vec();
  }
  mean /= mass;
  for (const Index i : rows) square += mass_of(body, i) * (body.grains.rate[i].velocity.vec() - mean).squaredNorm();
  return square / (body.dimension * mass);
}

/// Values of single grains; what only the list of contacts knows is gathered once.
class GrainValues {
 public:
  GrainValues(const GrainSystem& grains, Index body, const MeasuredColumn& spec, Rows rows)
      : body_(grains.bodies[body]), spec_(spec), to_own_axes_(grains.kinds[body].grain.axes.conjugate()) {
    if (!needs_contacts()) return;
    const Vec3 about = spec.about.value_or(centre_of(body_, rows));
    contacts_ = contact_rows(grains, body, spec.against.value_or(""), about);
  }

  [[nodiscard]] Vec3 vector(Index i) const {
    const SphereRows& g = body_.grains;
    switch (spec_.quantity) {
      case Quantity::velocity: return g.rate[i].velocity.vec();
      case Quantity::displacement: return displacement(body_, i);
      case Quantity::position: return g.position[i].vec();
      case Quantity::momentum: return mass_of(body_, i) * g.rate[i].velocity.vec();
      case Quantity::angular_velocity: return g.rate[i].spin.vec();
      case Quantity::orientation: return rotation_vector(body_.orientation[i] * to_own_axes_);
      case Quantity::angular_momentum: {
        const Vec3 arm = g.position[i].vec() - spec_.about.value_or(Vec3::Zero());
        return mass_of(body_, i) * arm.cross(g.rate[i].velocity.vec()) + own_momentum(body_, i);
      }
      case Quantity::contact_force:
        return spec_.against ? Vec3(contacts_[i].normal + contacts_[i].friction) : g.load[i].force.vec();
      case Quantity::normal_force: return contacts_[i].normal;
      case Quantity::friction_force: return contacts_[i].friction;
      case Quantity::contact_moment: return contacts_[i].moment;
      default: return Vec3::Zero();
    }
  }

  [[nodiscard]] Real number(Index i) const {
    const SphereRows& g = body_.grains;
    switch (spec_.quantity) {
      case Quantity::kinetic_energy: return Real(0.5) * mass_of(body_, i) * g.rate[i].velocity.vec().squaredNorm();
      case Quantity::rotational_energy: return Real(0.5) * g.rate[i].spin.vec().dot(own_momentum(body_, i));
      case Quantity::coordination: return spec_.against ? contacts_[i].contacts : g.load[i].force.w;
      case Quantity::bonds: return contacts_[i].bonds;
      case Quantity::overlap: return contacts_[i].overlap_ratio;
      case Quantity::radius: return g.position[i].w;
      case Quantity::mass: return mass_of(body_, i);
      case Quantity::count: return 1;
      default: return along_or_size(vector(i), spec_, body_.dimension);
    }
  }

 private:
  [[nodiscard]] bool needs_contacts() const {
    switch (spec_.quantity) {
      case Quantity::normal_force:
      case Quantity::friction_force:
      case Quantity::contact_moment:
      case Quantity::bonds:
      case Quantity::overlap: return true;
      default: return spec_.against.has_value();
    }
  }

  const GrainBody& body_;
  const MeasuredColumn& spec_;
  Quaternion to_own_axes_;  ///< from those in which the case draws a grain
  std::vector<ContactResultant> contacts_;
};

}  // namespace

GrainColumn::GrainColumn(const std::string& name, const MeasuredColumn& spec, const Model& model)
    : spec_(spec), body_(model.grains.body_index(spec.of)), selection_(name, spec.where, model.grains, body_) {}

Real GrainColumn::value(const Model& model) const {
  const GrainBody& body = model.grains.bodies[body_];
  const std::vector<Index> rows = selection_.rows(model.grains);
  if (spec_.quantity == Quantity::granular_temperature) return granular_temperature(body, rows);
  const GrainValues values(model.grains, body_, spec_, rows);
  if (VectorTotal::suits(spec_)) {
    VectorTotal total(spec_);
    for (const Index i : rows) total.add(values.vector(i), mass_of(body, i));
    return along_or_size(total.value(), spec_, body.dimension);
  }
  const bool by_mass = facts_of(spec_.quantity).mean_over == MeanOver::mass;
  std::vector<WeightedValue> found;
  found.reserve(rows.size());
  for (const Index i : rows) found.push_back({values.number(i), by_mass ? mass_of(body, i) : 1});
  return reduce(found, spec_);
}

}  // namespace talus
