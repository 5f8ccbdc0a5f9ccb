// Spheres of one body, or of two, against each other (contact 25-28): sorted pairs, history beside them, one row of
// force per pair, and sums that every sphere gathers in the order of the list. Same bits for any number of threads.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "talus/contact/chunk_flow.hpp"
#include "talus/contact/grain_pairs.hpp"
#include "talus/contact/grain_touch.hpp"
#include "talus/contact/pair_packs.hpp"
#include "talus/contact/sphere_ahead.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/contact/touch_memories.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/work_shares.hpp"
#include "talus/numerics/pack_lanes.hpp"
#include "talus/numerics/periodic_box.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {

template <class Normal, bool Full>
class SphereContact final : public GrainContact {
 public:
  using Laws = GrainLaws<Normal, Full>;

  /// `a` and `b` may be the same set; all that is referred to must outlive this.
  SphereContact(SphereSet& a, SphereSet& b, const Laws& laws, const PeriodicBox& box, std::string facts)
      : GrainContact(a.body.name, b.body.name), a_(a), b_(b), laws_(laws), box_(box), facts_(std::move(facts)) {}

  void forget_masses() override { lightest_among_ = {-1, -1}; }

  void find_pairs() override {
    if (&a_ == &b_) {
      pairs_.build(a_.grid, a_.body.clumps.owner, a_.gone);
      pairs_.carry(a_.old_place);
    } else {
      pairs_.build(a_.grid, b_.grid, a_.gone, b_.gone);
      pairs_.carry(a_.old_place, b_.old_place);
    }
    packs_.build(pairs_, &a_ == &b_, b_.rows().size(), [near = pairs_.near()](Index p) { return near[p] != 0; });
    memories_.carry(pairs_, packs_);
    find_lightest();
    crossing_.resize(packs_.row_count());
    force_.resize(packs_.size());
    if constexpr (Full) torque_.resize(packs_.size());
    forget_packs();  // rows are those of the list before
  }

  GrainContactSums compute(Real dt) override { return compute_last(dt, nullptr, nullptr); }

  [[nodiscard]] bool can_come_last() const override { return &a_ == &b_; }

  GrainContactSums compute_last(Real dt, const BlockVisit& take_up, const BlockVisit& hand_over) override {
    if (&a_ != &b_) return compute_two_sets(dt);
    flow_.begin(packs_);
    return touch_pairs(
        dt,
        [&](Index c) {
          if (!take_up) return none;
          flow_.reach(c, [&](Index k) { visit_blocks(k, take_up); });
          return c + 1 < packs_.chunk_count() ? flow_.next_of(c + 1) : none;
        },
        [&](Index c) {
          flow_.finish(c, [&](Index k) {
            gather_crossing(k);
            if (hand_over) visit_blocks(k, hand_over);
          });
        });
  }

  void recall_lines() override {
    keep_lines(true);
    const std::vector<LoadRows> load_a = a_.rows().load, load_b = b_.rows().load;
    touch_pairs_alone(0);
    a_.rows().load = load_a;
    b_.rows().load = load_b;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    const auto i = pairs_.i(), j = pairs_.j();
    for (Index p = 0; p < pairs_.size(); ++p) {
      const Memory memory = memories_.at(packs_.slot()[p]);
      if (memory.touching()) visit(line(p, i[p], j[p], memory));
    }
  }

  [[nodiscard]] Real expected_frequency2(Real speed) const override {
    return laws_.expected_frequency2(lightest_, speed);
  }
  [[nodiscard]] Real foreseen_frequency2(Real speed) const override {
    const auto [ra, ma] = lightest_to_come(a_.body);
    const auto [rb, mb] = lightest_to_come(b_.body);
    return laws_.expected_frequency2(laws_.between(ra, rb, ma + mb, 0), speed);
  }
  [[nodiscard]] Real held_frequency2(Real speed) const override { return laws_.held_frequency2(lightest_, speed); }
  [[nodiscard]] std::string facts() const override { return facts_; }
  [[nodiscard]] Index pair_count() const override { return pairs_.size(); }
  [[nodiscard]] Index spare_pairs() const override {
    return static_cast<Index>(std::ranges::count(pairs_.near(), std::uint8_t{0}));
  }
  void state(Archive& a) override {
    a("pairs", pairs_);
    a("packs", packs_);
    memories_.state(a);
    a("lightest", lightest_);
    a("step ahead", step_ahead_);
    if (!a.reads()) return;
    expect(pairs_.fit(a_.rows().size(), b_.rows().size()), "pairs");
    expect(packs_.fit(pairs_, &a_ == &b_, b_.rows().size()), "packs");
    const auto packs = static_cast<std::size_t>(packs_.size());
    expect(memories_.size() == packs_.size(), "history");
    force_.resize(packs);
    torque_.resize(Full ? packs : 0);
    crossing_.assign(packs_.row_count(), {});
    forget_packs();
  }

 private:
  enum class Border : std::uint8_t { unknown, none, some };
  static constexpr Index none = -1;  ///< no chunk

  using Vector = Vec3Of<Pack>;
  using Memory = typename TouchMemories<Normal, Full>::One;
  using Memories = typename TouchMemories<Normal, Full>::Many;

  /// Chunks of first spheres lead to spheres anywhere in the second set.
  GrainContactSums compute_two_sets(Real dt) {
    const GrainContactSums sums = touch_pairs_alone(dt);
    const Index chunks = (b_.rows().size() + PairPacks::chunk_size - 1) / PairPacks::chunk_size;
    parallel::for_blocks(chunks * parallel::block_size, [&](Index, Index, Index c) { gather_crossing(c); });
    return sums;
  }

  /// What crossing pairs have left for the second spheres of chunk c.
  void gather_crossing(Index c) {
    const Index from = c * PairPacks::chunk_size, to = std::min(b_.rows().size(), from + PairPacks::chunk_size);
    LoadRows* const load = b_.rows().load.data();
    const LoadRows* const rows = crossing_.data();
    const Index end = packs_.first_row(to);
    constexpr Index ahead = 32;
    for (Index k = packs_.first_row(from); k < end; ++k) {
      packs_.call_rows_after(k);
      if (k + ahead < end) prefetch_line(rows[packs_.row(k + ahead)]);
      take(lanes_of(rows[packs_.row(k)]), load[packs_.follower(k)]);
    }
  }

  template <class Visit>
  void visit_blocks(Index c, Visit&& visit) const {
    const Index chunk = PairPacks::chunk_size;
    for (Index s = c * chunk; s < std::min(b_.rows().size(), (c + 1) * chunk); s += parallel::block_size) {
      visit(s / parallel::block_size);
    }
  }

  /// Calls before(c) and done(c) around all pairs that chunk c leads, by the thread that works on it. before(c) answers
  /// with the chunk that is likely to be taken up next, or none.
  template <class Before, class Done>
  GrainContactSums touch_pairs(Real dt, Before&& before, Done&& done) {
    laws_.prepare(dt);
    ahead_ = step_ahead_.take(dt);
    partial_.assign(packs_.chunk_count(), {});
    shares_.for_pieces(packs_.chunk_count(), [&](Index c) {
      touch_chunk(c, dt, before(c));
      done(c);
    });
    GrainContactSums total;
    for (const GrainContactSums& sums : partial_) total += sums;
    total.frequency2 *= laws_.dashpot_factor(lightest_);
    return total;
  }
  /// The same where nothing else is done with spheres.
  GrainContactSums touch_pairs_alone(Real dt) {
    return touch_pairs(
        dt, [](Index) { return none; }, [](Index) {});
  }

  /// All pairs that chunk c leads. `next`: the chunk whose spheres are asked for on the way, or none.
  void touch_chunk(Index c, Real dt, Index next) {
    const PairPacks::Chunk& chunk = packs_.chunk(c);
    TouchSums sums;
    call_up(a_.rows(), c);
    NextUp next_up(a_, next, chunk.distant - chunk.first);
    const auto crosses = [&](Index pack) { return pack >= chunk.crossing && pack < chunk.distant; };
    const auto rows_of = [&](Index pack) { return &crossing_[chunk.first_row + (pack - chunk.crossing) * lanes]; };
    for (Index pack = chunk.first; pack < chunk.end; ++pack) {
      LoadRows* left = crosses(pack) ? rows_of(pack) : nullptr;
      constexpr Index ahead = 2;  // memories are so long that the processor does not foresee all of them
      const Memories& coming = memories_.of_pack(std::min(pack + ahead, chunk.end - 1));
      next_up.call_some();
      packs_.call_partners_after(pack);
      // Only written, but all stores after them would wait until the lines are there.
      if (crosses(pack + 2 * ahead)) prefetch(*rows_of(pack + 2 * ahead), lanes);
      const bool acts = touch_pack(pack, dt, left, sums, coming);
      if (left != nullptr && !acts && !rests_[pack]) std::fill_n(left, lanes, LoadRows{});
      rests_[pack] = !acts;
    }
    partial_[c] = sums.total();
  }

  /// As many pairs as a pack has lanes; false where none of them touch, or have until now. `left`: where a crossing
  /// pack leaves what it does to the second spheres, nullptr where all of the pack stays in its chunk. `coming`: what
  /// is asked for on the way.
  [[gnu::flatten]] bool touch_pack(Index pack, Real dt, LoadRows* left, TouchSums& sums, const Memories& coming) {
    prefetch_part<0, 4>(coming);
    const Index *i = packs_.i(pack), *j = packs_.j(pack);
    const RowPack xi = load_rows(a_.rows().position.data(), i), xj = load_rows(b_.rows().position.data(), j);
    const Pack reach = xi.w + xj.w;
    Vector apart = xi.vec() - xj.vec();
    if (borders_[pack] != Border::none) find_images(pack, apart);
    const Pack distance2 = apart.squaredNorm();
    const Mask stands = packs_.stands(pack);
    if (rests_[pack] && !anywhere(stands && distance2 < reach * reach)) return false;
    Memories& history = memories_.of_pack(pack);
    const Mask lasted = history.touching();
    if (!anywhere(lasted || (stands && distance2 < reach * reach))) return false;
    const PairMotion motion = pair_motion(i, j);
    prefetch_part<1, 4>(coming);
    TouchGeometryOf<Pack> g;
    const Vector before = apart - dt * motion.relative.velocity;
    const Pack distance2_before = before.squaredNorm();
    const Pack per_distance = inverse_sqrt(distance2), per_distance_before = inverse_sqrt(distance2_before);
    g.normal = per_distance * apart;
    g.normal_before = per_distance_before * before;
    g.overlap = select(stands, reach - distance2 * per_distance, -reach);
    g.overlap_before = reach - distance2_before * per_distance_before;
    g.radius_i = xi.w;
    g.radius_j = xj.w;
    ContactPointOf<Pack> point = laws_.between(xi.w, xj.w, motion.per_mass, dt);
    point.held = motion.held;
    const TouchMotionOf<Pack> relative = touch_motion(g, motion.relative, history.motion, select(lasted, ahead_, 0));
    prefetch_part<2, 4>(coming);
    const TouchAnswerOf<Pack> answer = touch(laws_, history, point, relative, sums);
    prefetch_part<3, 4>(coming);
    const Mask touches = g.overlap > 0;
    if (anywhere(lasted && !touches)) TouchMemories<Normal, Full>::forget(history, touches);
    const Pack one = select(touches, 1, 0);
    sums.touching += one;
    sums.begun += select(lasted, 0, one);
    note_overlap(point, min(xi.w, xj.w), answer.stored, sums);
    const Pack half = Real(0.5) * g.overlap;
    const Vector turn = g.normal.cross(answer.force);
    // Looked up once: after each load that is added they might lie elsewhere, for all the compiler knows.
    LoadRows *const load_a = a_.rows().load.data(), *const load_b = b_.rows().load.data();
    for_each_row_pair({answer.force, one}, {Vector(answer.torque - (xi.w - half) * turn), 0},
                      [&](int l, const RowPairLanes& load) { add(load, load_a[i[l]]); });
    // What j feels is the opposite, but for the number of contacts.
    for_each_row_pair({answer.force, -one}, {Vector(answer.torque + (xj.w - half) * turn), 0},
                      [&](int l, const RowPairLanes& load) { left ? put(load, left[l]) : take(load, load_b[j[l]]); });
    if (keeps_lines()) {
      stream(force_[pack], answer.force);
      if constexpr (Full) stream(torque_[pack], answer.torque);
    }
    return true;
  }

  /// What steps have found out about packs counts for one list only.
  void forget_packs() {
    rests_.assign(packs_.size(), false);
    borders_.assign(packs_.size(), box_.any() ? Border::unknown : Border::none);
  }

  /// Takes the nearest images of distances. Spheres change sides only when pairs are listed, so packs whose pairs do
  /// not reach over a border need not ask again.
  void find_images(Index pack, Vector& apart) {
    Mask moved{};
    for (int a = 0; a < 3; ++a) {
      const Pack nearest = box_.nearest(a, apart[a]);
      moved = moved || nearest != apart[a];
      apart[a] = nearest;
    }
    borders_[pack] = anywhere(moved) ? Border::some : Border::none;
  }

  struct PairMotion {
    RelativeMotionOf<Pack> relative;
    Pack per_mass;  ///< sum of the inverse masses; of two that are both held, as if they were free [1/kg]
    Pack held;      ///< 1 where they are
  };

  [[nodiscard]] PairMotion pair_motion(const Index* i, const Index* j) const {
    const SphereRows& A = a_.rows();
    const SphereRows& B = b_.rows();
    const auto between = [&](const RateRows* a, const RateRows* b) {
      return load_relative_rows([&](int l) { return &a[i[l]].velocity.x; }, [&](int l) { return &b[j[l]].velocity.x; });
    };
    const auto spins = [](const RateRows* rows, const Index* at) {
      return load_rows([&](int l) { return &rows[at[l]].spin.x; }).vec();
    };
    const RateRows *const half_a = A.rate.data(), *const half_b = B.rate.data();
    const RowPack half = between(half_a, half_b);
    PairMotion m{{half.vec(), spins(half_a, i), spins(half_b, j)}, half.w, 0};
    const Mask held = m.per_mass <= 0;
    if (anywhere(held)) {
      for (int l = 0; l < lanes; ++l) {
        if (held[l]) m.per_mass.set(l, 1 / A.inertia[i[l]].mass + 1 / B.inertia[j[l]].mass);
      }
      m.held = select(held, 1, 0);
    }
    return m;
  }

  /// Of the two lightest spheres, which no other contact outruns: others only when grains have come.
  void find_lightest() {
    const std::pair among(a_.rows().size(), b_.rows().size());
    if (std::exchange(lightest_among_, among) == among) return;
    const auto [ra, ma] = lightest_sphere(a_.rows());
    const auto [rb, mb] = &a_ == &b_ ? std::pair(ra, ma) : lightest_sphere(b_.rows());
    const bool held = ma + mb == 0 && a_.rows().size() > 0 && b_.rows().size() > 0;
    lightest_ = laws_.between(ra, rb, held ? per_mass_if_free(a_.rows()) + per_mass_if_free(b_.rows()) : ma + mb, 0);
    lightest_.held = held ? 1 : 0;
  }

  [[nodiscard]] GrainContactLine line(Index p, Index i, Index j, const Memory& memory) const {
    const Index pack = packs_.slot()[p] / lanes, lane = packs_.slot()[p] % lanes;
    const auto in_lane = [lane](const Vector& v) { return Vec3(v[0][lane], v[1][lane], v[2][lane]); };
    const Row& xi = a_.rows().position[i];
    GrainContactLine l;
    const Vec3 apart = box_.nearest(Vec3(xi.vec() - b_.rows().position[j].vec()));
    l.from = xi.vec();
    l.to = l.from - apart;
    l.normal = apart.normalized();
    l.overlap = xi.w + b_.rows().position[j].w - apart.norm();
    l.point = l.from - (xi.w - Real(0.5) * l.overlap) * l.normal;
    const Vec3 force = in_lane(force_[pack]);
    l.normal_force = force.dot(l.normal) * l.normal;
    l.tangential_force = force - l.normal_force;
    if constexpr (Full) {
      const Vec3 torque = in_lane(torque_[pack]);
      l.twisting_torque = torque.dot(l.normal) * l.normal;
      l.rolling_torque = torque - l.twisting_torque;
    }
    l.loss = memory.loss;
    l.stick = memory.slips() ? 1 : 2;
    l.i = a_.body.owner(i);
    l.j = b_.body.owner(j);
    return l;
  }

  SphereSet &a_, &b_;
  Laws laws_;
  const PeriodicBox& box_;
  GrainPairs pairs_;
  PairPacks packs_;
  TouchMemories<Normal, Full> memories_;
  WorkShares shares_;                      ///< of chunks
  std::vector<Vector> force_, torque_;     ///< by pack, for lines; torque of rolling and twisting where they are
  std::vector<std::uint8_t> rests_;        ///< by pack: none of its pairs touch, and none did before
  std::vector<Border> borders_;            ///< by pack: do its pairs reach over a border of the periodic box
  std::vector<LoadRows> crossing_;         ///< what crossing pairs take off their second sphere
  std::vector<GrainContactSums> partial_;  ///< by chunk
  ChunkFlow flow_;
  StepAhead step_ahead_;
  Real ahead_ = 0;  ///< in the step that is computed [-]
  ContactPoint lightest_;
  std::pair<Index, Index> lightest_among_{-1, -1};  ///< spheres of either set
  std::string facts_;
};

}  // namespace talus
