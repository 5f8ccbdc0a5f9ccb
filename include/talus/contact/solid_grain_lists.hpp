// Which particles of a solid each sphere may feel, by sphere and by particle.
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/contact/incidence.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {

class SolidGrainLists {
 public:
  SolidGrainLists(const SphereSet& spheres, const SolidBody& solid);

  /// Makes the next update list anew, as when spheres have come or have been sorted.
  void expire() { travelled_ = -1; }
  /// Lists anew where spheres or particles may have come nearer than the skin allows. `dt` [s] is the step that moved
  /// them.
  void update(Real dt);

  /// Entries of sphere s: particle(e) for e in [first(s), first(s + 1)).
  [[nodiscard]] Index first(Index s) const { return first_[s]; }
  [[nodiscard]] Index particle(Index e) const { return particle_[e]; }
  [[nodiscard]] Index entries() const { return static_cast<Index>(particle_.size()); }
  /// The same by particle: rows are spheres.
  [[nodiscard]] const Incidence& by_particle() const { return by_particle_; }

  void state(Archive& a);

 private:
  void build();
  [[nodiscard]] Real measured_travel() const;

  const SphereSet& spheres_;
  const SolidBody& solid_;
  Real skin_;
  Real travelled_ = -1;  ///< bound on the approach since the last build [m]; negative: to be built
  CellGrid grid_;
  std::vector<Index> first_{0}, particle_;
  std::vector<Vec3> sphere_at_, particle_at_;  ///< when they were listed [m]
  Incidence by_particle_;
};

}  // namespace talus
