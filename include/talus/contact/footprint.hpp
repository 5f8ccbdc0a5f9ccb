// Where one body may touch another: its surface points near the other body, and whom they see there.
#pragma once

#include <optional>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/contact/incidence.hpp"
#include "talus/contact/self_sight.hpp"
#include "talus/contact/surface.hpp"
#include "talus/numerics/near_rows.hpp"

namespace talus {

class Footprint {
 public:
  /// `own` and `other` may be the same body: it then sees what lies across a gap, and was farther from it at the start
  /// than it can see (self_sight.hpp).
  Footprint(const SolidBody& own, const SolidBody& other, const Surface& surface)
      : own_(own), other_(other), surface_(surface) {}

  /// Sets how far particles see [m] and how near the other body must be for them to look at all [m].
  void set_reach(Real support, Real near);

  /// Rebuilds the lists when particles may have moved by more than the skin. `dt` [s] is the step that moved them.
  bool update(Real dt);
  /// Whether that will rebuild them.
  [[nodiscard]] bool is_due(Real dt) const { return travelled_ < 0 || !(travelled_after(dt) < skin_); }
  /// Makes the next update rebuild.
  void expire() { travelled_ = -1; }

  /// Points of the surface that are near the other body.
  [[nodiscard]] Index size() const { return static_cast<Index>(slot_.size()); }
  [[nodiscard]] Index slot(Index p) const { return slot_[p]; }
  /// What point p sees: source(e) for e in [first(p), first(p + 1)), ascending.
  [[nodiscard]] Index first(Index p) const { return first_[p]; }
  [[nodiscard]] Index source(Index e) const { return source_[e]; }
  [[nodiscard]] Index entries() const { return static_cast<Index>(source_.size()); }
  /// The same lists by source particle, and the surface's neighbour lists of all points by neighbour.
  [[nodiscard]] const Incidence& by_source() const { return by_source_; }
  [[nodiscard]] const Incidence& by_neighbour() const { return by_neighbour_; }

  void state(Archive& a);

 private:
  [[nodiscard]] Real travelled_after(Real dt) const { return travelled_ + dt * (own_.max_speed + other_.max_speed); }
  void build();
  void turn_round();

  const SolidBody& own_;
  const SolidBody& other_;
  const Surface& surface_;
  Real support_ = 0, near_ = 0, skin_ = 0;
  Real travelled_ = -1;             ///< bound on the approach since the last build [m]; negative: never built
  std::optional<SelfSight> sight_;  ///< of a body with itself
  NearRows near_rows_;
  std::vector<Index> slot_, first_, source_;
  Incidence by_source_, by_neighbour_;
};

}  // namespace talus
