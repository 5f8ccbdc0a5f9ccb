// One body sampled in the colour field of another, whatever law acts on what it reads: half of a contact of solids.
#pragma once

#include "talus/contact/field_sampling.hpp"

#include <vector>

namespace talus {

/// One evaluation point of the last evaluation. Forces are those on its own body.
struct FieldPoint {
  Index particle = 0;                ///< of its own body
  Vec3 x = Vec3::Zero();             ///< where it is [m]
  Real penetration = 0;              ///< delta [m]
  Real slope = 0;                    ///< lambda; zero: carries nothing [J]
  Vec3 gradient = Vec3::Zero();      ///< g [1/m]
  Real load = 0;                     ///< lambda |g|, negative where surfaces pull [N]
  Real stiffness = 0;                ///< of the load against motion along the normal [N/m]
  Vec3 normal = Vec3::Zero();        ///< N, out of the other body
  Vec3 place = Vec3::Zero();         ///< x_c, where the surfaces touch [m]
  Vec3 velocity = Vec3::Zero();      ///< relative to the other body [m/s]
  Vec3 friction = Vec3::Zero();      ///< [N]
  Vec3 damping = Vec3::Zero();       ///< [N]
  Real heat = 0;                     ///< of friction in this step [J]
};

class SampledSide {
 public:
  SampledSide(SolidBody& own, SolidBody& other, Real smoothing, Calibration calibrate, bool refine)
      : sampling_(own, other, smoothing, calibrate, refine) {}
  SampledSide(const SampledSide&) = delete;
  SampledSide& operator=(const SampledSide&) = delete;
  virtual ~SampledSide() = default;

  /// What a point of the surface at x would do, with nothing remembered, as the other body stands now; for placing
  /// bodies, not for steps.
  [[nodiscard]] virtual BarrierAnswer probe(const CellGrid& others, Index slot, const Vec3& x,
                                            Vec3& gradient) const = 0;
  [[nodiscard]] virtual bool sticks(Index p) const = 0;
  /// Of the two surfaces where point p carries load, both sides together [Pa].
  [[nodiscard]] virtual Real pressure(Index p) const = 0;

  [[nodiscard]] SolidBody& own() const { return sampling_.own(); }
  [[nodiscard]] SolidBody& other() const { return sampling_.other(); }
  [[nodiscard]] const Surface& surface() const { return sampling_.surface(); }
  [[nodiscard]] const Footprint& footprint() const { return sampling_.footprint(); }
  [[nodiscard]] const TouchingField& touching() const { return sampling_.touching(); }
  [[nodiscard]] const std::vector<FieldPoint>& points() const { return point_; }
  [[nodiscard]] Real support() const { return sampling_.support(); }
  /// A point whose nearest source is farther carries nothing [m].
  [[nodiscard]] Real near() const { return sampling_.near(); }
  /// Largest penetration so far over the touching distance [-].
  [[nodiscard]] Real deepest() const { return deepest_ / sampling_.distance(); }

  virtual void state(Archive& a) {
    a("sampling", sampling_);
    a("point", point_);
    a("deepest", deepest_);
  }

 protected:
  /// Surfaces touch half a spacing beyond the particles.
  [[nodiscard]] Vec3 place_of(const FieldPoint& point) const {
    return point.x - Real(0.5) * own().spacing * point.normal;
  }

  FieldSampling sampling_;
  std::vector<FieldPoint> point_;
  Real deepest_ = 0;  ///< penetration of the run so far [m]
};

}  // namespace talus
