// Spheres of one body against a wall (contact 25-28): the wall counts as flat, R* = R, a = 2R, and its mass as
// infinite unless it is free.
#pragma once

#include <utility>

#include "talus/contact/grain_touch.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/contact/touch_memories.hpp"
#include "talus/contact/wall_give.hpp"
#include "talus/contact/wall_touches.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/row_packs.hpp"
#include "talus/numerics/transpose.hpp"

namespace talus {

template <class Normal, bool Full>
class WallContact final : public FacetContact {
 public:
  using Laws = GrainLaws<Normal, Full>;

  WallContact(SphereSet& a, const WallBody& wall, const Laws& laws, const PeriodicBox& box, std::string facts)
      : FacetContact(a.body.name, wall.name),
        a_(a),
        wall_(wall),
        laws_(laws),
        surface_runs_(surface_runs(wall.motion)),
        touches_(a.body, wall, box),
        facts_(std::move(facts)) {}

  void find_pairs() override {
    touches_.find(a_.grid, a_.skin, a_.old_place);
    former_.swap(history_);
    carry_history(touches_.carried(), former_, history_, [](History&) {});
    answer_.resize(history_.size());
    if (std::exchange(lightest_among_, a_.rows().size()) == a_.rows().size()) return;
    const auto [radius, per_mass] = lightest_sphere(a_.rows());
    const Real gives = per_mass + talus::per_mass(wall_);
    const bool held = gives == 0 && a_.rows().size() > 0;
    lightest_ = laws_.template at_wall<Real>(radius, held ? per_mass_if_free(a_.rows()) : gives, 0);
    lightest_.held = held ? 1 : 0;
  }

  void forget_masses() override { lightest_among_ = -1; }

  GrainContactSums compute(Real dt) override {
    begin(dt);
    parallel::for_blocks(a_.rows().size(), [&](Index, Index, Index block) { compute_block(block); });
    return sums();
  }

  void begin(Real dt) override {
    laws_.prepare(dt);
    dt_ = dt;
    ahead_ = step_ahead_.take(dt);
    give_ = WallGive(wall_);
    partial_.assign(parallel::block_count(a_.rows().size()), {});
  }

  void call_up(Index block) const override {
    const auto [from, to] = spheres_of(block);
    const Index pair = touches_.first()[from], pairs = touches_.first()[to] - pair;
    if (pairs == 0) return;
    prefetch(touches_[pair], pairs);
    prefetch(history_[pair], pairs);
    prefetch(answer_[pair], pairs);
  }

  void compute_block(Index block) override {
    const auto [from, to] = spheres_of(block);
    if (touches_.first()[from] == touches_.first()[to]) return;
    touches_.update(from, to);
    partial_[block] = touch_wall(from, to, dt_);
  }

  [[nodiscard]] GrainContactSums sums() const override {
    GrainContactSums sums;
    for (const GrainContactSums& one : partial_) sums += one;
    sums.frequency2 *= laws_.dashpot_factor(lightest_);
    return sums;
  }

  Real release(Real dt) override {
    const Real before = sums().stored;
    const GrainContactSums now = compute(dt);
    history_.assign(history_.size(), {});
    // As if it had gone on by half of the way from there to here.
    return Real(0.5) * (before + now.stored + now.plastic + now.adhesive + now.sliding + now.rolling + now.twisting);
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
  [[nodiscard]] Real foreseen_frequency2(Real speed) const override {
    const auto [radius, per_mass] = lightest_to_come(a_.body);
    return laws_.expected_frequency2(laws_.template at_wall<Real>(radius, per_mass + talus::per_mass(wall_), 0), speed);
  }
  [[nodiscard]] Real held_frequency2(Real speed) const override { return laws_.held_frequency2(lightest_, speed); }
  [[nodiscard]] std::string facts() const override { return facts_; }
  [[nodiscard]] Index pair_count() const override { return touches_.size(); }
  [[nodiscard]] Index spare_pairs() const override { return touches_.spare(); }
  void state(Archive& a) override {
    a("touches", touches_);
    a("history", history_);
    a("answer", answer_);
    a("lightest", lightest_);
    a("step ahead", step_ahead_);
    a("sums", partial_);
    if (!a.reads()) return;
    expect(history_.size() == static_cast<std::size_t>(touches_.size()), "history");
    expect(answer_.size() == history_.size(), "answer");
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
  using Vector = Vec3Of<Pack>;

  /// A wall's normal is not told by where two centres were: it is remembered.
  template <class T>
  struct HistoryOf {
    TouchHistory<Normal, Full, T> laws;
    Vec3Of<T> normal = Vec3Of<T>::Zero();
    T overlap = 0;
  };
  using History = HistoryOf<Real>;

  [[nodiscard]] std::pair<Index, Index> spheres_of(Index block) const {
    const Index from = block * parallel::block_size;
    return {from, std::min(a_.rows().size(), from + parallel::block_size)};
  }

  /// A sphere that rolls from one facet to the next takes along what the contact remembers.
  void hand_over(Index from, Index to) {
    for (Index p = from; p < to; ++p) {
      if (!touches_[p].acts() || history_[p].laws.touching()) continue;
      Index best = -1;
      Real closest = 0;  // a right angle is the most that counts as the same contact
      for (Index q = from; q < to; ++q) {
        if (touches_[q].acts() || !history_[q].laws.touching() || !touches_.adjacent(p, q)) continue;
        const Real cosine = history_[q].normal.dot(touches_[p].normal);
        if (cosine > closest) closest = cosine, best = q;
      }
      if (best >= 0) std::swap(history_[p], history_[best]);
    }
  }

  /// Pairs that have something to say, as many as a pack has lanes; where they are fewer, the last stands in for the
  /// rest.
  struct Some {
    std::array<Index, lanes> pair, sphere;
    int count = 0;
  };

  /// Sums over the spheres of a block; those of the wall of every lane.
  struct BlockSums {
    TouchSums touch;
    Vector force = Vector::Zero(), normal_force = Vector::Zero(), moment = Vector::Zero();
    Vector friction_moment = Vector::Zero();

    [[nodiscard]] GrainContactSums total() const {
      const auto sum = [](const Vector& v) { return Vec3(lane_sum(v[0]), lane_sum(v[1]), lane_sum(v[2])); };
      GrainContactSums all = touch.total();
      all.wall_force = -sum(force);
      all.wall_normal_force = -sum(normal_force);
      all.wall_moment = -sum(moment);
      all.wall_friction_moment = -sum(friction_moment);
      return all;
    }
  };

  /// All pairs of spheres [from, to).
  [[nodiscard]] GrainContactSums touch_wall(Index from, Index to, Real dt) {
    const auto first = touches_.first();
    BlockSums sums;
    Some some;
    for (Index i = from; i < to; ++i) {
      if (first[i] == first[i + 1]) continue;
      hand_over(first[i], first[i + 1]);
      for (Index p = first[i]; p < first[i + 1]; ++p) {
        if (!touches_[p].acts() && !history_[p].laws.touching()) {
          answer_[p].slid = 0;
          continue;
        }
        some.pair[some.count] = p, some.sphere[some.count] = i;
        if (++some.count == lanes) touch_pack(some, dt, sums);
      }
    }
    if (some.count > 0) touch_pack(some, dt, sums);
    return sums.total();
  }

  /// What stands for all pairs of a pack in a list of one for each, as packs of its numbers.
  template <template <class> class Of, class List>
  static Of<Pack> packs_of(const Some& some, const List& list) {
    Of<Pack> packs;
    load_columns<numbers_of<Of>>([&](int l) { return reinterpret_cast<const Real*>(&list[some.pair[l]]); },
                                 reinterpret_cast<Pack*>(&packs));
    return packs;
  }
  /// The other way round. Those that stand in for others are left out.
  template <template <class> class Of>
  static void keep(const Of<Pack>& packs, const Some& some, std::vector<Of<Real>>& list) {
    Of<Real> nowhere;
    store_columns<numbers_of<Of>>(reinterpret_cast<const Pack*>(&packs), [&](int l) {
      return reinterpret_cast<Real*>(l < some.count ? &list[some.pair[l]] : &nowhere);
    });
  }
  template <template <class> class Of>
  static constexpr int numbers_of = sizeof(Of<Pack>) / sizeof(Pack);

  [[gnu::flatten]] void touch_pack(Some& some, Real dt, BlockSums& sums) {
    for (int l = some.count; l < lanes; ++l) some.pair[l] = some.pair[l - 1], some.sphere[l] = some.sphere[l - 1];
    const SphereRows& A = a_.rows();
    const Index* i = some.sphere.data();
    const Mask stands = first_lanes(some.count);
    const auto rows = [i](const auto& of) { return load_rows([&](int l) { return &of(i[l]).x; }); };
    const RowPack x = load_rows(A.position.data(), i);
    const RowPack half = rows([&](Index s) -> const Row& { return A.rate[s].velocity; });
    const WallTouchOf<Pack> seen = packs_of<WallTouchOf>(some, touches_);
    HistoryOf<Pack> history = packs_of<HistoryOf>(some, history_);
    if (some.count < lanes) TouchMemories<Normal, Full>::forget(history.laws, stands);
    const Mask lasted = history.laws.touching(), acts = stands && seen.acts();
    TouchGeometryOf<Pack> g;
    g.radius_i = x.w;
    g.normal = select(seen.acts(), seen.normal, history.normal);
    g.normal_before = select(lasted, history.normal, g.normal);
    // A lane that stands in for another is far away: one that has just left would lose its spring's energy once more.
    g.overlap = select(acts, seen.overlap, select(stands, 0, -x.w));
    // The wall's velocity where the sphere touches it, half a step ago: what turns and rolls on would gain otherwise.
    const Vector at = x.vec() - (x.w - g.overlap) * g.normal - Real(0.5) * dt * half.vec();
    RelativeMotionOf<Pack> motion{half.vec() - velocity_of(wall_.half, at),
                                  rows([&](Index s) -> const Row& { return A.rate[s].spin; }).vec(),
                                  everywhere(wall_.half.spin)};
    if (surface_runs_) {
      // In the middle of the step, as all motion: else what rolls round a drum would seem to come nearer.
      const Vector mean = NormalTurnOf<Pack>{g.normal_before, g.normal}.mean();
      motion.velocity -= along_surface(velocity_of(wall_.surface_half, at), mean);
      motion.spin_j += everywhere(wall_.surface_half.spin);
    }
    const Pack parted = dt * motion.velocity.dot(g.normal);
    g.overlap_before = select(lasted, history.overlap, g.overlap + parted);
    // Facets do not tell how far off a sphere is that has just left.
    g.overlap = select(lasted && !acts, min(Pack(0), history.overlap - parted), g.overlap);
    const TouchMotionOf<Pack> relative = touch_motion(g, motion, history.laws.motion, select(lasted, ahead_, 0));
    Pack per_mass = half.w;
    if (wall_.motion.free) per_mass += give_.along<Pack>(g.normal, x.vec() - x.w * g.normal);
    const Mask held = per_mass <= 0;
    for (int l = 0; l < lanes && anywhere(held); ++l) {
      if (held[l]) per_mass.set(l, 1 / A.inertia[i[l]].mass);
    }
    ContactPointOf<Pack> point = laws_.template at_wall<Pack>(x.w, per_mass, dt);
    point.held = select(held, 1, 0);
    const TouchAnswerOf<Pack> answer = touch(laws_, history.laws, point, relative, sums.touch);
    note_overlap(point, x.w, answer.stored, sums.touch);
    const Mask touches = g.overlap > 0;
    if (anywhere(!touches)) TouchMemories<Normal, Full>::forget(history.laws, touches);
    history.normal = select(touches, seen.normal, Vector(Vector::Zero()));
    history.overlap = select(touches, g.overlap, 0);
    keep<HistoryOf>(history, some, history_);
    keep<TouchAnswerOf>(answer, some, answer_);
    // Each sphere adds to its own rows only; the wall's resultant is a sum like the others.
    const Pack one = select(touches, 1, 0);
    sums.touch.touching += one;
    sums.touch.begun += select(lasted, 0, one);
    const Pack arm = x.w - Real(0.5) * g.overlap;
    LoadRows* const load = a_.rows().load.data();
    for_each_row_pair({answer.force, one}, {Vector(answer.torque - arm * g.normal.cross(answer.force)), 0},
                      [&](int l, const RowPairLanes& more) { add(more, load[i[l]]); });
    sums.force += answer.force;
    sums.normal_force += answer.normal_force * g.normal;
    sums.moment += Vector(x.vec() - arm * g.normal - everywhere(wall_.full.centre)).cross(answer.force) + answer.torque;
    if (surface_runs_) {
      const Vector from_axis = x.vec() - arm * g.normal - everywhere(wall_.surface_full.centre);
      const Vector friction = answer.force - answer.normal_force * g.normal;
      sums.friction_moment += from_axis.cross(friction) + answer.torque;
    }
    some.count = 0;
  }

  /// Without what points across the surface, which stays where it is (wall 9).
  static Vector along_surface(const Vector& v, const Vector& normal) { return v - v.dot(normal) * normal; }
  static Vector everywhere(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
  static Vector velocity_of(const WallRates& rates, const Vector& x) {
    return everywhere(rates.velocity) + everywhere(rates.spin).cross(x - everywhere(rates.centre));
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
  bool surface_runs_;
  StepAhead step_ahead_;
  Real dt_ = 0, ahead_ = 0;  ///< of the step that is computed [s, -]
  WallGive give_;            ///< in that step
  WallTouches touches_;
  std::vector<History> history_, former_;
  std::vector<TouchAnswer> answer_;        ///< per pair, for output
  std::vector<GrainContactSums> partial_;  ///< by block of spheres
  ContactPoint lightest_;
  Index lightest_among_ = -1;  ///< spheres
  std::string facts_;
};

}  // namespace talus
