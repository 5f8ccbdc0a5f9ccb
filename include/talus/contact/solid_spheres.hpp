// A solid as walls see it: every particle has a sphere of half a spacing around it, which at flat faces is carried by
// the layers behind it as well, and has the spin of the particles around it (contact 37-39).
//
// The radius is that of the reference state: one that follows F loses energy. A force at the surface of a sphere has a
// moment about its centre, which a particle cannot take; the particles around it can. For particle i with those nearer
// than 1.6 spacings in the reference state, itself among them,
//   omega_i = I^-1 sum m_j (x_j - c) x v_j,   I = sum m_j (r^2 1 - r r^T), r = x_j - c, c their centre of mass
//   f_j = m_j (I^-1 T) x (x_j - c)                                                                      (contact 38)
// so that sum f_j = 0, sum (x_j - c) x f_j = T and sum f_j . v_j = T . omega_i: momenta and power are exact. Where the
// set has no inertia, as in a row of particles about its axis, there is no spin and no moment. Beside a symmetry plane
// images are among the particles, and what is theirs goes to their originals.
#pragma once

#include <algorithm>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/body/surface_columns.hpp"
#include "talus/contact/sphere_set.hpp"

namespace talus {

class SolidSpheres {
 public:
  explicit SolidSpheres(SolidBody& body);
  SolidSpheres(const SolidSpheres&) = delete;
  SolidSpheres& operator=(const SolidSpheres&) = delete;

  [[nodiscard]] SphereSet& set() { return set_; }

  /// Puts all spheres where the particles are, and into the grid; pairs are listed `skin` [m] beyond touching.
  void sort(Real skin);
  /// Those that are near a wall, in rising order: from now on only these follow. `spins`: friction asks for it.
  void follow(std::vector<Index> near, bool spins);
  /// Takes over the motion of the particles and clears forces.
  void refresh();
  /// No sphere is faster [m/s].
  [[nodiscard]] Real max_speed() const { return std::max(body_.max_speed, columns_.max_speed()); }
  /// What a load finds there [kg].
  [[nodiscard]] Real mass(Index sphere) const { return 1 / columns_.mobility(sphere); }
  /// Adds what a force on a sphere [N] is to the particles that carry it.
  void carry(Index sphere, const Vec3& force, std::vector<Vec3>& out) const { columns_.carry(sphere, force, out); }
  /// Hands the moment on a sphere [N m] to the particles around it, as ForceKind::friction.
  void turn_around(Index sphere, const Vec3& moment);

  void state(Archive& a);

 private:
  /// Particles around a sphere that is near a wall.
  struct Patch {
    Index first = 0, end = 0;      ///< in `around_`
    Vec3 centre = Vec3::Zero();    ///< of mass [m]
    Mat3 mobility = Mat3::Zero();  ///< I^-1 [1/(kg m^2)]
  };

  void list_patches();
  void measure(Patch& patch) const;

  SolidBody& body_;
  SurfaceColumns columns_;
  GrainBody rows_;
  SphereSet set_;
  std::vector<Index> near_;
  std::vector<Index> patch_of_;  ///< by sphere; -1: not near a wall
  std::vector<Patch> patches_;
  std::vector<Index> around_;  ///< of MirroredParticles
  bool spins_ = false;
};

}  // namespace talus
