// Spheres of one body against a deformable solid under any law of the library (contact 40-45). The solid counts as
// flat, R* = R, a = 2R, and its mass as that of the body. A sphere has one contact with a solid, however many particles
// share its load.
//
// The overlap is a function of the distances between the centre and the particles alone, so the law's force along its
// slope is central: both momenta are kept, and its work is that over the overlap, which is what the law's books are
// about.
#pragma once

#include "talus/contact/grain_touch.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/contact/solid_grain_footprint.hpp"
#include "talus/contact/solid_grain_law.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/flag.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

template <class Normal, bool Full>
class SolidGrainContact final : public GrainContact {
 public:
  using Law = SolidGrainLaw<Normal>;
  using Laws = GrainLaws<Law, Full>;

  SolidGrainContact(SphereSet& a, SolidBody& solid, const GrainLaws<Normal, Full>& laws, std::string facts)
      : GrainContact(a.body.name, solid.name),
        a_(a),
        solid_(solid),
        laws_{Law(laws.normal, ground_of(solid)),
              laws.tangential,
              laws.rolling,
              laws.twisting,
              laws.reduced_young,
              laws.reduced_shear},
        footprint_(a, solid),
        facts_(std::move(facts)) {
    Real mass = 0;
    for (const Real m : solid.m) mass += m;
    per_mass_ = 1 / mass;
    a_.rows().keep_ahead();
  }

  void find_pairs() override {
    footprint_.expire();
    former_.swap(history_);
    history_.assign(a_.rows().size(), {});
    for (Index s = 0; s < a_.rows().size(); ++s) {
      const Index place = a_.old_place.empty() ? s : a_.old_place[s];
      if (place >= 0 && place < static_cast<Index>(former_.size())) history_[s] = former_[place];
    }
    shown_.assign(history_.size(), {});
    if (history_.empty()) return;
    const auto [radius, per_mass] = lightest_sphere(a_.rows());
    lightest_ = laws_.template at_wall<Real>(radius, per_mass + per_mass_, 0);
  }

  GrainContactSums compute(Real dt) override {
    footprint_.update(dt);
    laws_.prepare(dt);
    GrainContactSums sums = parallel::reduce<GrainContactSums>(
        a_.rows().size(), [&](Index s, GrainContactSums& sum) { touch_solid(s, dt, sum); });
    sums.particle_frequency2 = footprint_.push_particles();
    // The step has to be short enough before they meet.
    if (footprint_.entries() > 0) {
      sums.particle_frequency2 = std::max(sums.particle_frequency2, expected_at_particles());
    }
    return sums;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    for (Index s = 0; s < static_cast<Index>(history_.size()); ++s) {
      if (history_[s].touching) visit(line(s));
    }
  }

  void mark_particles() const override {
    const Real area = std::pow(solid_.spacing, solid_.dimension - 1);
    for (Index s = 0; s < static_cast<Index>(history_.size()); ++s) {
      if (!history_[s].touching) continue;
      const int stick = shown_[s].answer.slips ? 1 : 2;
      footprint_.for_each_loaded(s, [&](Index j, const Vec3& force) {
        mark_stick(solid_, j, stick);
        add_pressure(solid_, j, force.norm() / area, -history_[s].normal);
      });
    }
  }

  [[nodiscard]] Real expected_frequency2(Real speed) const override {
    return history_.empty() ? 0 : laws_.expected_frequency2(lightest_, std::max(speed, solid_.max_speed));
  }
  [[nodiscard]] Real partner_speed() const override { return solid_.max_speed; }
  [[nodiscard]] std::string facts() const override { return facts_; }
  [[nodiscard]] Index pair_count() const override { return static_cast<Index>(history_.size()); }
  void state(Archive& a) override {
    a("footprint", footprint_);
    a("history", history_);
    a("shown", shown_);
    a("lightest", lightest_);
    if (!a.reads()) return;
    expect(history_.size() == static_cast<std::size_t>(a_.rows().size()), "history");
    expect(shown_.size() == history_.size(), "shown");
  }

 private:
  /// What a contact remembers.
  struct History {
    TouchHistory<Law, Full> laws;
    Flag touching = false;
    Vec3 normal = Vec3::Zero();
    Real overlap = 0;           ///< [m]
    Vec3 arm = Vec3::Zero();    ///< from the centre to where it touched [m]
    Vec3 place = Vec3::Zero();  ///< where it touched [m]
  };
  /// What is shown of it.
  struct Shown {
    TouchAnswer answer;
    Vec3 normal_force = Vec3::Zero();  ///< on the sphere [N]
  };

  void touch_solid(Index s, Real dt, GrainContactSums& sums) {
    History& history = history_[s];
    shown_[s] = {};
    const auto reading = footprint_.read(s);
    if (reading.overlap <= 0 && !history.touching) return;
    const SphereRows& A = a_.rows();
    const Row& x = A.position[s];
    const Real lever = reading.slope.norm();
    const Vec3 normal = lever > 0 ? Vec3(-reading.slope / lever) : history.normal;
    const Vec3 place = x.vec() - (x.w - Real(0.5) * reading.overlap) * normal;
    const auto patch = reading.feels ? footprint_.patch(s, reading, normal, place) : Patch{};
    TouchMotion motion = motion_of(s, reading, normal, patch, dt);
    ContactPoint point = laws_.template at_wall<Real>(x.w, A.rate[s].velocity.w + per_mass_, dt);
    history.laws.normal.lever = lever;
    history.laws.normal.closing = motion.closing;
    point.overlap = motion.overlap;
    point.closing = motion.closing;
    laws_.normal.approach(history.laws.normal, point);
    motion.overlap = point.overlap;
    motion.closing = point.closing;
    GrainContactSums one;
    const TouchAnswer answer = touch(laws_, history.laws, point, motion, one);
    const Real stiffness = one.frequency2 * point.reduced_mass;
    sums += one;
    if (reading.feels) footprint_.warm_patch(s, answer.slid);
    if (reading.overlap <= 0) {
      history = {};
      return;
    }
    if (!history.touching) ++sums.begun;
    history.touching = true;
    history.normal = normal;
    history.overlap = reading.overlap;
    history.arm = patch.place - x.vec();
    history.place = patch.place;
    const Vec3 tangential = answer.force - answer.normal_force * normal;
    add(s,
        footprint_.hand_out(s, patch,
                            {answer.normal_force, tangential, answer.torque, stiffness, history.laws.normal.damping}),
        sums);
    shown_[s] = {answer, answer.normal_force * lever * normal};
    note_overlap(point, x.w, answer.stored, sums);
  }

  using Patch = SolidGrainFootprint::Patch;

  /// In the plane the give of a half-space has no bound, and none is taken off.
  static SolidGround ground_of(const SolidBody& solid) {
    if (solid.dimension != 3) return {};
    const Real modulus =
        std::visit([](const auto& material) { return material.young / (1 - material.poisson * material.poisson); },
                   solid.material);
    return {modulus, SolidGrainKernel::footprint * solid.spacing};
  }

  /// Motion of the sphere against the patch where they touch. What happens over the step is seen with its mean arm; the
  /// patch is one of other particles than before, which its spin makes up for.
  TouchMotion motion_of(Index s, const SolidGrainFootprint::Reading& reading, const Vec3& normal, const Patch& patch,
                        Real dt) const {
    const SphereRows& A = a_.rows();
    const History& history = history_[s];
    const bool lasts = history.touching;
    const Vec3 spin = A.rate[s].spin.vec(), spin_ahead = A.ahead[s].spin.vec();
    TouchMotion m;
    m.normal = normal;
    m.turn = {lasts ? history.normal : normal, normal};
    m.overlap = reading.overlap;
    m.closing = reading.feels ? footprint_.closing(s) : -A.ahead[s].velocity.vec().dot(normal);
    const Vec3 mean = m.turn.mean();
    const Vec3 arm = patch.place - A.position[s].vec();
    const Vec3 mean_arm = lasts ? Vec3(Real(0.5) * (arm + history.arm)) : arm;
    const Vec3 moved_on = lasts ? Vec3(patch.place - history.place - dt * patch.velocity) : Vec3(Vec3::Zero());
    const Vec3 at_patch = patch.velocity - Real(0.5) * patch.spin.cross(moved_on);
    const Vec3 v = A.rate[s].velocity.vec() + spin.cross(mean_arm) - at_patch;
    m.sliding = v - v.dot(mean) * mean;
    m.across = mean.cross(v);
    const Vec3 ahead = A.ahead[s].velocity.vec() + spin_ahead.cross(arm) - patch.velocity_ahead;
    m.sliding_ahead = ahead - ahead.dot(normal) * normal;
    m.spin = spin - patch.spin;
    m.spin_ahead = spin_ahead - patch.spin_ahead;
    if (!reading.feels) {  // it has left all that it could feel within the step: there is no patch to move against
      m.sliding = m.across = m.sliding_ahead = m.spin = m.spin_ahead = Vec3::Zero();
    }
    m.mean_spin = Real(0.5) * (spin + patch.spin).dot(normal);
    return m;
  }

  void add(Index s, const SolidGrainFootprint::Effect& effect, GrainContactSums& sums) {
    SphereRows& A = a_.rows();
    A.load[s].force.add(effect.force);
    A.load[s].force.w += 1;
    A.load[s].torque.add(effect.torque);
    ++sums.touching;
  }

  /// Row sums as they will be at the speeds there are, two footprints on each particle.
  [[nodiscard]] Real expected_at_particles() const {
    const Real speed = std::max(a_.body.max_speed, solid_.max_speed);
    const Real stiffness = laws_.expected_frequency2(lightest_, speed) * lightest_.reduced_mass;
    const Real lightest = *std::ranges::min_element(solid_.m);
    return 4 * stiffness * footprint_.largest_share(lightest_.reduced_radius) / lightest;
  }

  [[nodiscard]] GrainContactLine line(Index s) const {
    const History& history = history_[s];
    const TouchAnswer& answer = shown_[s].answer;
    GrainContactLine l;
    l.from = a_.rows().position[s].vec();
    l.to = l.from - (a_.rows().position[s].w - history.overlap) * history.normal;
    l.point = history.place;
    l.normal = history.normal;
    l.normal_force = shown_[s].normal_force;
    l.tangential_force = answer.force - answer.normal_force * history.normal;
    l.rolling_torque = answer.rolling;
    l.twisting_torque = answer.twisting;
    l.overlap = history.overlap;
    l.loss = history.laws.loss;
    l.stick = answer.slips ? 1 : 2;
    l.i = a_.body.owner(s);
    return l;
  }

  SphereSet& a_;
  SolidBody& solid_;
  Laws laws_;
  SolidGrainFootprint footprint_;
  Real per_mass_ = 0;                      ///< of the whole solid [1/kg]
  std::vector<History> history_, former_;  ///< of every sphere
  std::vector<Shown> shown_;
  ContactPoint lightest_;
  std::string facts_;
};

}  // namespace talus
