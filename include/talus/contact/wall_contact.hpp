// Spheres of one body against a wall (contact 25-28): the wall counts as flat, R* = R, a = 2R, and its mass as
// infinite.
#pragma once

#include "talus/contact/grain_touch.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/contact/wall_touches.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

template <class Normal, bool Torques>
class WallContact final : public FacetContact {
 public:
  using Laws = GrainLaws<Normal, Torques>;

  WallContact(SphereSet& a, const WallBody& wall, const Laws& laws, const PeriodicBox& box, std::string facts)
      : FacetContact(a.body.name, wall.name),
        a_(a),
        wall_(wall),
        laws_(laws),
        touches_(a.body, wall, box),
        facts_(std::move(facts)) {}

  void find_pairs() override {
    touches_.find(a_.grid, a_.skin, a_.old_place);
    former_.swap(history_);
    carry_history(touches_.carried(), former_, history_, [](History&) {});
    answer_.resize(history_.size());
    const auto [radius, per_mass] = lightest_sphere(a_.rows());
    lightest_ = laws_.at_wall(radius, per_mass, 0);
  }

  GrainContactSums compute(Real dt) override {
    touches_.update();
    laws_.prepare(dt);
    const auto first = touches_.first();
    return parallel::reduce<GrainContactSums>(a_.rows().size(), [&](Index i, GrainContactSums& sums) {
      if (first[i] == first[i + 1]) return;
      hand_over(first[i], first[i + 1]);
      for (Index p = first[i]; p < first[i + 1]; ++p) touch_wall(p, i, dt, sums);
    });
  }

  Real release() override {
    const Real stored = compute(0).stored;
    history_.assign(history_.size(), {});
    return stored;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    const auto spheres = touches_.sphere();
    for (Index p = 0; p < touches_.size(); ++p) {
      if (history_[p].laws.touching()) visit(line(p, spheres[p]));
    }
  }

  void for_each_slide(const std::function<void(Index sphere, Real loss)>& visit) const override {
    const auto spheres = touches_.sphere();
    for (Index p = 0; p < touches_.size(); ++p) {
      if (answer_[p].slid != 0) visit(spheres[p], answer_[p].slid);
    }
  }

  [[nodiscard]] Real expected_frequency2(Real speed) const override {
    return laws_.expected_frequency2(lightest_, speed);
  }
  [[nodiscard]] std::string facts() const override { return facts_; }
  [[nodiscard]] Index pair_count() const override { return touches_.size(); }
  void state(Archive& a) override {
    a("touches", touches_);
    a("history", history_);
    a("answer", answer_);
    a("lightest", lightest_);
  }
  [[nodiscard]] std::span<const Index> first() const override { return touches_.first(); }
  [[nodiscard]] Real damping_ratio() const override {
    constexpr Real shallow = 1e-3;  // over the radius
    ContactPoint point = lightest_;
    point.overlap = shallow * point.reduced_radius;
    point.closing = 1;
    typename Normal::History fresh{};
    const NormalAnswer answer = laws_.normal.evaluate(fresh, point);
    const Real critical = 2 * std::sqrt(answer.stiffness * point.reduced_mass);
    return critical > 0 ? answer.viscous_power / critical : 0;
  }

 private:
  /// A wall's normal is not told by where two centres were: it is remembered.
  struct History {
    TouchHistory<Normal, Torques> laws;
    Vec3 normal = Vec3::Zero();
    Real overlap = 0;
  };

  /// A sphere that rolls from one facet to the next takes along what the contact remembers.
  void hand_over(Index from, Index to) {
    for (Index p = from; p < to; ++p) {
      if (!touches_[p].active || history_[p].laws.touching()) continue;
      Index best = -1;
      Real closest = 0;  // a right angle is the most that counts as the same contact
      for (Index q = from; q < to; ++q) {
        if (touches_[q].active || !history_[q].laws.touching() || !touches_.adjacent(p, q)) continue;
        const Real cosine = history_[q].normal.dot(touches_[p].normal);
        if (cosine > closest) closest = cosine, best = q;
      }
      if (best >= 0) std::swap(history_[p], history_[best]);
    }
  }

  void touch_wall(Index p, Index i, Real dt, GrainContactSums& sums) {
    const WallTouch& seen = touches_[p];
    History& history = history_[p];
    answer_[p] = {};
    if (!seen.active && !history.laws.touching()) return;
    const SphereRows& A = a_.rows();
    const Row& x = A.position[i];
    TouchGeometry g;
    g.normal = seen.active ? seen.normal : history.normal;
    g.normal_before = history.laws.touching() ? history.normal : g.normal;
    g.overlap = seen.active ? seen.overlap : Real(0);
    // The wall's velocity where the force acts, now and half a step ago: what turns and rolls on would gain otherwise.
    const Vec3 at = x.vec() - (x.w - Real(0.5) * g.overlap) * g.normal;
    const Vec3 velocity = A.half_velocity[i].vec();
    RelativeMotion motion{velocity - wall_.half.at(at - Real(0.5) * dt * velocity),
                          A.velocity[i].vec() - wall_.full.at(at),
                          A.half_spin[i].vec(),
                          Vec3::Zero(),
                          A.spin[i].vec(),
                          Vec3::Zero()};
    g.overlap_before = history.laws.touching() ? history.overlap : g.overlap + dt * motion.velocity.dot(g.normal);
    g.radius_i = x.w;
    TouchMotion relative = touch_motion(g, motion);
    relative.spin -= wall_.half.spin;
    relative.spin_ahead -= wall_.full.spin;
    relative.mean_spin += Real(0.5) * wall_.half.spin.dot(g.normal);
    ContactPoint point = laws_.at_wall(A, i, dt);
    const bool lasted = history.laws.touching();
    const TouchAnswer answer = touch(laws_, history.laws, point, relative, sums);
    if (!seen.active || seen.overlap <= 0) {
      answer_[p].slid = answer.slid;
      history = {};
      return;
    }
    sums.begun += !lasted;
    history.normal = g.normal;
    history.overlap = g.overlap;
    answer_[p] = answer;
    add(i, seen, answer, x.w - Real(0.5) * g.overlap, sums);
    note_overlap(point, x.w, answer.stored, sums);
  }

  /// Each sphere adds to its own rows only; the wall's resultant is a sum like the others.
  void add(Index i, const WallTouch& seen, const TouchAnswer& answer, Real arm, GrainContactSums& sums) {
    SphereRows& A = a_.rows();
    A.force[i].add(answer.force);
    A.force[i].w += 1;
    A.torque[i].add(answer.torque - arm * seen.normal.cross(answer.force));
    ++sums.touching;
    sums.wall_force -= answer.force;
    sums.wall_normal_force -= answer.normal_force * seen.normal;
    sums.wall_moment -=
        (A.position[i].vec() - arm * seen.normal - wall_.full.centre).cross(answer.force) + answer.torque;
  }

  [[nodiscard]] GrainContactLine line(Index p, Index i) const {
    const WallTouch& seen = touches_[p];
    const TouchAnswer& answer = answer_[p];
    GrainContactLine l;
    l.from = a_.rows().position[i].vec();
    l.to = seen.point;
    l.point = l.from - (a_.rows().position[i].w - Real(0.5) * seen.overlap) * seen.normal;
    l.normal = seen.normal;
    l.normal_force = answer.normal_force * seen.normal;
    l.tangential_force = answer.force - l.normal_force;
    l.rolling_torque = answer.rolling;
    l.twisting_torque = answer.twisting;
    l.overlap = seen.overlap;
    l.loss = history_[p].laws.loss;
    l.stick = answer.slips ? 1 : 2;
    l.i = a_.body.owner(i);
    return l;
  }

  SphereSet& a_;
  const WallBody& wall_;
  Laws laws_;
  WallTouches touches_;
  std::vector<History> history_, former_;
  std::vector<TouchAnswer> answer_;  ///< per pair, for output
  ContactPoint lightest_;
  std::string facts_;
};

}  // namespace talus
