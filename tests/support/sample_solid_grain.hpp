// One sphere on a block of particles, with the contact between the two alone: nothing else acts or moves them.
#pragma once

#include <memory>

#include "support/draw.hpp"
#include "support/sample_body.hpp"
#include "support/sample_law.hpp"
#include "support/sample_material.hpp"
#include "talus/contact/make_grain_contact.hpp"
#include "talus/dem/grain_motion.hpp"

namespace talus {

struct SolidGrainSample {
  static constexpr Real spacing = 0.1;  ///< [m]

  SolidBody solid;
  GrainBody grains;
  SphereSet set{grains};
  std::unique_ptr<GrainContact> contact;

  /// The sphere's lowest point is `depth` [m] below the surface of the block, above its middle or `aside` [m] of it.
  template <class Normal, class Tangential>
  SolidGrainSample(int dimension, Real radius, Real depth, const Normal& normal, const Tangential& tangential,
                   Real jitter = 0, std::optional<TorqueSpring> turning = {}, std::array<int, 3> cells = {17, 6, 17},
                   const Vec3& aside = Vec3::Zero()) {
    LatticeSample lattice{.dimension = dimension, .cells = cells, .spacing = spacing, .jitter = jitter};
    solid = sample_body(rubber<NeoHookean>(), lattice);
    const Vec3 top(Real(0.5) * (cells[0] - 1) * spacing, (cells[1] - Real(0.5)) * spacing,
                   dimension == 3 ? Real(0.5) * (cells[2] - 1) * spacing : 0);
    grains.name = "grains";
    grains.dimension = dimension;
    grains.material = {rubber_density, rubber_young, rubber_poisson};
    add_sphere(top + aside + Vec3(0, radius - depth, 0), radius);
    GrainContactLaws laws;
    laws.normal.entry = normal;
    laws.tangential.entry = tangential;
    if (turning) laws.rolling.entry = laws.twisting.entry = *turning;
    contact = make_solid_grain_contact(set, solid, laws);
    contact->find_pairs();
  }

  GrainContactSums touch(Real dt) {
    for (const ForceKind kind : {ForceKind::contact, ForceKind::friction}) {
      for (Vec3& f : solid.open(kind)) f.setZero();
    }
    clear_forces(grains);
    return contact->compute(dt);
  }

  void drift(Real dt) {
    for (Index j = 0; j < solid.size(); ++j) {
      solid.u[j] += dt * solid.v[j];
      solid.x[j] = solid.X[j] + solid.u[j];
      solid.max_speed = std::max(solid.max_speed, solid.v[j].norm());
    }
    Row& x = grains.grains.position[0];
    x.add(dt * grains.grains.rate[0].velocity.vec());
    grains.max_speed = std::max(grains.max_speed, grains.grains.rate[0].velocity.vec().norm());
  }

  /// Of the sphere, the same at half and full step [m/s, 1/s].
  void set_motion(const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
    for (auto* rows : {&grains.grains.rate[0], &grains.grains.ahead[0]}) {
      rows->velocity.set(velocity);
      rows->spin.set(spin);
    }
  }

  [[nodiscard]] Vec3 centre() const { return grains.grains.position[0].vec(); }
  [[nodiscard]] Vec3 force() const { return grains.grains.load[0].force.vec(); }
  [[nodiscard]] Vec3 torque() const { return grains.grains.load[0].torque.vec(); }
  [[nodiscard]] Vec3 on_particle(Index j) const {
    return solid.of(ForceKind::contact)[j] + solid.of(ForceKind::friction)[j];
  }

 private:
  void add_sphere(const Vec3& centre, Real radius) {
    const Real pi = std::numbers::pi;
    const bool flat = grains.dimension == 2;
    const Real mass = rubber_density * (flat ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius);
    const Real inertia = (flat ? Real(0.5) : Real(0.4)) * mass * radius * radius;
    grains.grains.resize(1);
    grains.grains.position[0] = Row(centre, radius);
    grains.grains.rate[0].velocity = Row(Vec3::Zero(), 1 / mass);
    grains.grains.rate[0].spin = Row(Vec3::Zero(), 1 / inertia);
    grains.grains.inertia[0] = {mass, inertia};
    grains.orientation.assign(1, Quaternion::Identity());
    grains.id.assign(1, 0);
    grains.volume.assign(1, mass / rubber_density);
  }
};

}  // namespace talus
