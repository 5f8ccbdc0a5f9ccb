// The surface points of one body in the colour field of another: what they read there, and how a law's answer goes to
// the particles of both (contact 14, 17, 18, 20). What the answer is, sides of a contact decide.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "talus/contact/footprint.hpp"
#include "talus/contact/set_rows.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/normal/field_barrier.hpp"

namespace talus {

/// A surface stretched so far that a field over its particles tells nothing: `particle` of `body` is by `stretch`,
/// while `most` is followed [-].
struct TornSurface : SimulationError {
  TornSurface(const SolidBody& of, Index which, Real by, Real limit)
      : SimulationError("the surface of body \"" + of.name + "\" is torn"),
        body(of),
        particle(which),
        stretch(by),
        most(limit) {}
  const SolidBody& body;
  Index particle;
  Real stretch, most;
};

/// How far particles of two bodies see each other's field, while neither is much stretched [m].
[[nodiscard]] inline Real field_reach(const SolidBody& a, const SolidBody& b, Real smoothing) {
  return FieldKernel(smoothing * std::max(a.spacing, b.spacing), a.dimension).support();
}

class FieldSampling {
 public:
  /// `smoothing` over the spacing [-]. `refine`: several points for a particle where a body is curved.
  FieldSampling(SolidBody& own, SolidBody& other, Real smoothing, Calibration calibrate, bool refine);
  FieldSampling(const FieldSampling&) = delete;

  /// Brings lists and smoothing length up to date with what the step of `dt` [s] has moved; true if lists are new.
  /// Throws TornSurface.
  bool update(Real dt);

  /// What a point reads.
  struct Reading {
    Vec3 x = Vec3::Zero();         ///< where it is [m]
    Real value = 0;                ///< c [-]
    Vec3 gradient = Vec3::Zero();  ///< g [1/m]
    Real steep = 0;                ///< sum of |V W'|, the gradient without signs [1/m]
  };
  Reading read(Index p);
  /// How fast the field changes at point p: what it reads and how all its sources move [1/s].
  [[nodiscard]] Real rate(Index p) const;

  /// Motion of the two weighted sets of a point against each other.
  struct Exchange {
    Vec3 velocity = Vec3::Zero();  ///< of the own set against the other [m/s]
    Real mass = 0;                 ///< that the two sets oppose to a force between them [kg]
  };
  /// Works out the weights of both sets of point p, which touch at `place` (contact 18).
  Exchange exchange(Index p, const Vec3& place);

  /// What the particles of a point's sets gather: two rows of four numbers.
  struct alignas(64) PointForce {
    Vec3 friction = Vec3::Zero();  ///< on the own body [N]
    Real slope = 0;                ///< lambda [J]
    Vec3 damping = Vec3::Zero();   ///< the same as friction [N]
    Real heat = 0;                 ///< that friction has made of motion in this step [J]
  };
  [[nodiscard]] PointForce& force(Index p) { return force_[p]; }

  /// Adds what every point's particle feels of the field, -lambda g.
  template <class Gradient>
  void push_points(Gradient&& gradient);
  /// What points hand to their sets beside the field.
  struct Exchanged {
    bool friction = false, damping = false;
  };
  /// Adds what the sources feel, so that both momenta are kept, and hands forces of the points to both sets, by weight.
  /// A point that carries nothing has none, whatever its weights.
  void push_sets(Exchanged exchanged);

  /// The field and its gradient at a place x, as the other body stands now (for placing bodies, not for steps).
  [[nodiscard]] Real probe(const CellGrid& others, const Vec3& x, Vec3& gradient) const;

  /// Hands the heat of all points to the particles that are near them, one half on either side, where their materials
  /// carry a temperature (contact 52).
  void warm_particles();

  void state(Archive& a);

  [[nodiscard]] Index size() const { return footprint_.size(); }
  [[nodiscard]] SolidBody& own() const { return own_; }
  [[nodiscard]] SolidBody& other() const { return other_; }
  [[nodiscard]] const Surface& surface() const { return surface_; }
  [[nodiscard]] const Footprint& footprint() const { return footprint_; }
  [[nodiscard]] const TouchingField& touching() const { return touching_; }
  [[nodiscard]] const FieldKernel& kernel() const { return kernel_; }
  [[nodiscard]] Real support() const { return kernel_.support(); }
  /// Distance d between touching layers [m].
  [[nodiscard]] Real distance() const { return distance_; }
  /// A point whose nearest source is farther carries nothing [m].
  [[nodiscard]] Real near() const { return near_; }
  /// Smallest particle mass of both bodies [kg].
  [[nodiscard]] Real lightest() const { return lightest_; }

 private:
  /// Weighted motion of one set: mean velocity and inverse mass.
  struct SetMotion {
    Vec3 velocity = Vec3::Zero();
    Real inverse_mass = 0;
  };
  /// What a source gathers from one entry: V_j W'/r (x_i - x_j) [1/m], and its exchange weight [-].
  struct alignas(32) Entry {
    Real slope[3];
    Real omega;
  };

  void widen_field();
  void list_rows();
  void set_kernel();
  /// Turns the raw weights of a set into linearly reproducing ones at the point of contact (contact 18).
  template <int D, class SetWeights>
  [[nodiscard]] SetMotion reproduce(const SetRows& rows, std::span<const Index> member, const Real* raw,
                                    const Vec3& place, SetWeights&& set_weights) const;
  template <int D>
  Exchange exchange_in(Index p, const Vec3& place);
  void push_neighbours(Exchanged exchanged);

  SolidBody& own_;
  SolidBody& other_;
  Real smoothing_;
  Real distance_;
  Real widening_ = 1;  ///< of the smoothing length, over that of the undeformed spacing [-]
  FieldKernel kernel_;
  TouchingField touching_;
  Real near_ = 0;
  Surface surface_;
  Footprint footprint_;
  SetRows sources_, neighbours_;     ///< of the other body, with beta_j V_j; of this one
  std::vector<Real> source_volume_;  ///< beta_j V_j of the other body [m^d]
  std::vector<Entry> entry_;         ///< of every point and source
  std::vector<Real> raw_;            ///< V_j W of every entry [-]
  std::vector<PointForce> force_;    ///< of every point
  std::vector<Real> own_omega_;      ///< exchange weights of the surface's neighbour lists [-]
  Real lightest_;
};

template <class Gradient>
void FieldSampling::push_points(Gradient&& gradient) {
  auto& contact = own_.open(ForceKind::contact);
  for (Index p = 0; p < size(); ++p) {
    if (force_[p].slope == 0) continue;
    const Index slot = footprint_.slot(p);
    for (Index e = surface_.anchor_first[slot]; e < surface_.anchor_first[slot + 1]; ++e) {
      contact[surface_.anchor[e]] -= surface_.anchor_weight[e] * force_[p].slope * gradient(p);
    }
  }
}

}  // namespace talus
