// Spheres in the colour field of a solid: how deep they are and along which normal, how the particles under the
// footprint of each move, and how its force goes to them (contact 40-45). What the force is, laws decide.
#pragma once

#include <vector>

#include "talus/contact/solid_grain_kernel.hpp"
#include "talus/contact/solid_grain_lists.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/row.hpp"

namespace talus {

class SolidGrainFootprint {
 public:
  SolidGrainFootprint(const SphereSet& spheres, SolidBody& solid)
      : spheres_(spheres), solid_(solid), lists_(spheres, solid) {}

  /// How far from its centre a sphere sees particles [m].
  [[nodiscard]] static Real reach(Real radius, const SolidBody& solid);
  [[nodiscard]] static SolidGrainKernel kernel(Real radius, const SolidBody& solid) {
    return {radius, solid.spacing, solid.dimension};
  }

  /// Spheres have come, gone or been sorted.
  void expire() { lists_.expire(); }
  /// Lists as they are needed after the step of `dt` [s]; nobody carries anything yet.
  void update(Real dt);

  /// What sphere s reads.
  struct Reading {
    Real overlap = 0;           ///< delta; negative where only the particles' reach touches [m]
    Vec3 slope = Vec3::Zero();  ///< d(delta)/dx of the sphere, into the solid [-]
    bool feels = false;         ///< any particle is within R_e
  };
  [[nodiscard]] Reading read(Index s);
  /// d(delta)/dt for the velocities at the end of the step, after read() [m/s].
  [[nodiscard]] Real closing(Index s) const;

  /// The particles around a point of contact as one: weights that reproduce linear fields there (contact 43).
  struct Patch {
    Vec3 place = Vec3::Zero();                                    ///< sum of w x [m]
    Vec3 velocity = Vec3::Zero(), velocity_ahead = Vec3::Zero();  ///< sum of w v, of both velocities [m/s]
    Vec3 spin = Vec3::Zero(), spin_ahead = Vec3::Zero();          ///< of the patch as a whole [1/s]
    Vec3 centre = Vec3::Zero();                                   ///< of the raw weights [m]
    Mat3 per_inertia = Mat3::Zero();                              ///< of the raw weights [1/m^(d+2)]
    Real absolute = 0;                                            ///< sum of |w| [-]
  };
  /// The patch of sphere s at `place` [m], which is how deep the reading says, normal out of the solid.
  [[nodiscard]] Patch patch(Index s, const Reading& reading, const Vec3& normal, const Vec3& place);

  /// What a contact does to its sphere, and how stiff it is.
  struct Load {
    Real normal = 0;     ///< f along d(delta)/dx [N]
    Vec3 tangential;     ///< on the sphere [N]
    Vec3 torque;         ///< of rolling and twisting, on the sphere [N m]
    Real stiffness = 0;  ///< of the stiffest sense [N/m]
    Real damping = 0;    ///< of dashpots along d(delta)/dx [N s/m]
  };
  /// Force and torque about the centre [N, N m].
  struct Effect {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  };
  /// Hands the load to the particles under sphere s, and returns what they do to the sphere.
  Effect hand_out(Index s, const Patch& patch, const Load& load);

  /// Half of what friction of sphere s has lost [J] goes to its patch, when particles are pushed (contact 52).
  void warm_patch(Index s, Real loss);

  /// Adds all loads to the particles; returns the largest row sum of stiffness over mass, with four times the square of
  /// that of damping [1/s^2].
  Real push_particles();

  /// The most that one particle under a flat touching footprint has of d(delta)/dx [-].
  [[nodiscard]] Real largest_share(Real radius) const;
  [[nodiscard]] Index entries() const { return lists_.entries(); }
  [[nodiscard]] SolidBody& solid() const { return solid_; }
  [[nodiscard]] const SphereSet& spheres() const { return spheres_; }
  /// Calls visit(particle, force of the normal part on it [N]) for the particles that sphere s loads.
  template <class Visit>
  void for_each_loaded(Index s, Visit&& visit) const {
    if (!carries_[s]) return;
    for (Index e = lists_.first(s); e < lists_.first(s + 1); ++e) {
      if (force_[e].w != 0) visit(lists_.particle(e), Vec3(force_[e].w * apart(s, e)));
    }
  }

  /// What readings leave is found anew in every step; forces are shown.
  void state(Archive& a) {
    a("lists", lists_);
    a("force", force_);
    a("carries", carries_);
    if (!a.reads()) return;
    expect(force_.size() == static_cast<std::size_t>(lists_.entries()), "force");
    expect(carries_.size() == static_cast<std::size_t>(spheres_.rows().size()), "carries");
  }

 private:
  /// From the centre of sphere s to the particle of entry e [m].
  [[nodiscard]] Vec3 apart(Index s, Index e) const {
    return solid_.x[lists_.particle(e)] - spheres_.rows().position[s].vec();
  }
  /// At the end of the step, as far as it is known: like that of spheres (contact 28) [m/s].
  [[nodiscard]] Vec3 velocity_ahead(Index j) const {
    const Vec3 f = solid_.total_force[j] + solid_.of(ForceKind::reaction)[j];
    return solid_.v[j] + (Real(0.5) * dt_ / solid_.m[j]) * f;
  }
  void weigh(Index s, const Reading& reading, const Vec3& normal, const Vec3& place);

  const SphereSet& spheres_;
  SolidBody& solid_;
  SolidGrainLists lists_;
  Real dt_ = 0;
  std::vector<Real> slope_;      ///< of every entry: -d(delta)/dx_j over the distance to the centre, p_j [1/m]
  std::vector<Real> steep_;      ///< of every entry: 8 rho^2/(R_e^2 B) p_j, curvature of c over its slope [1/m]
  std::vector<Real> raw_;        ///< weight of every entry in the patch, before it reproduces anything [m^d]
  std::vector<Real> weight_;     ///< w of every entry [-]
  std::vector<Row> force_;       ///< of every entry: {tangential force on the particle, normal force over distance}
  std::vector<Real> stiffness_;  ///< of every entry: its share of row sums [N/m]
  std::vector<Real> damping_;    ///< the same of dashpots [N s/m]
  std::vector<char> carries_;    ///< of every sphere: its entries' forces count
  std::vector<Real> heat_;       ///< of every sphere, for its patch, over the sum of raw weights [J/m^d]
};

}  // namespace talus
