// A solid against the walls of a case (contact 37-39): its particles are spheres that meet walls as grains do, under
// the same laws, and what walls do to the spheres is what they do to the solid.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "talus/contact/make_grain_contact.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/contact/solid_spheres.hpp"

namespace talus {

/// One body and all walls that it can meet.
class SolidWalls {
 public:
  explicit SolidWalls(SolidBody& body);
  SolidWalls(const SolidWalls&) = delete;
  SolidWalls& operator=(const SolidWalls&) = delete;

  /// `wall` must outlive this. Throws CaseError where laws do not fit.
  void add(WallBody& wall, const GrainContactLaws& laws);

  /// Between the two halves of a step of `dt` [s]: forgets the contacts of walls that have been taken away; returns
  /// what goes with them of what they had stored [J].
  Real release_absent(Real dt);
  /// Adds to ForceKind::contact and friction of the body and to the forces of the walls; velocities of the body are
  /// those of the half step, its forces those of the last evaluation. `dt` [s] is how long the step lasted.
  ContactSums compute(Real dt);

  /// Contacts of the last evaluation with one wall, or with all where the name is empty.
  void for_each_line(const std::string& wall, const std::function<void(const GrainContactLine&)>& visit) const;
  /// Adds what the particles show of these contacts.
  void mark_particles() const;
  /// Forces of the last evaluation of a wall on the body, and their moment about a point [m].
  [[nodiscard]] Resultants resultants(const std::string& wall, const Vec3& about) const;
  /// Square of the fastest speed that the energy of one contact could give at the start [m^2/s^2].
  [[nodiscard]] Real ejection2() const { return ejection2_; }
  /// Deepest overlap of the last evaluation over the radius of particles [-].
  [[nodiscard]] Real overlap_ratio() const { return overlap_ratio_; }

  void state(Archive& a);

  [[nodiscard]] SolidBody& body() const { return body_; }
  [[nodiscard]] const std::vector<std::unique_ptr<FacetContact>>& contacts() const { return contacts_; }

 private:
  void find_pairs();
  [[nodiscard]] GrainContactSums touch_wall(std::size_t w, Real dt, Real closing);
  [[nodiscard]] Real hand_over(std::size_t w, Real frequency2);
  void warm_particles(std::size_t w);
  [[nodiscard]] Real closing_speed() const;
  [[nodiscard]] Real wall_speed(const WallBody& wall) const;

  SolidBody& body_;
  SolidSpheres spheres_;
  PeriodicBox box_;  ///< solids do not go round
  std::vector<WallBody*> walls_;
  std::vector<std::unique_ptr<FacetContact>> contacts_;  ///< one for each wall
  std::vector<bool> present_;
  DashpotLoss dashpots_;
  std::vector<Real> damping_;    ///< ratio of each wall's normal law [-]
  std::vector<Index> touching_;  ///< contacts of each particle with all walls
  Vec3 centre_ = Vec3::Zero();   ///< of the body when pairs were listed [m]
  Real extent_ = 0;              ///< radius of a sphere around it then [m]
  Real path_ = 0;                ///< of body and walls towards each other since then, at most [m]
  Real ejection2_ = 0;
  Real overlap_ratio_ = 0;
  Index most_ = 0;        ///< contacts of one particle at the last evaluation
  bool rubs_ = false;     ///< some wall has friction
  bool is_stale_ = true;  ///< pairs have to be listed
};

}  // namespace talus
