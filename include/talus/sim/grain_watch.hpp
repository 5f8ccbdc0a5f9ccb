// Follows the contacts of grains through a run, for the report on springs that are too soft.
#pragma once

#include "talus/diagnostics/soft_spring_watch.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

class GrainWatch {
 public:
  /// After every step: a few numbers.
  void follow_step(const Simulation& simulation);
  /// At the start and at rows of the history: a look at all grains and contacts.
  void follow_row(const Simulation& simulation);

  /// False in a run without contacts of grains: then there is nothing to report.
  [[nodiscard]] bool has_seen_contacts() const { return has_seen_contacts_; }
  [[nodiscard]] SpringObservation springs() const { return watch_.seen(); }

  void state(Archive& a) {
    a("springs", watch_);
    a("collisions", collisions_);
    a("mean radius", mean_radius_);
    a("has seen contacts", has_seen_contacts_);
    a("touching", touching_);
  }

 private:
  void follow_collisions(const Simulation& simulation, const SpringStep& step);

  SoftSpringWatch watch_;
  CollisionWatch collisions_;
  Real mean_radius_ = 0;  ///< of spheres, at the last row [m]
  bool has_seen_contacts_ = false;
  Real touching_ = 0;  ///< contacts after the last step
};

}  // namespace talus
