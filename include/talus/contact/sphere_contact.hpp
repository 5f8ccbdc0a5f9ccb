// Spheres of one body, or of two, against each other (contact 25-28): sorted pairs, history beside them, one row of
// force per pair, and sums that every sphere gathers in the order of the list. Same bits for any number of threads.
#pragma once

#include <span>

#include "talus/contact/grain_pairs.hpp"
#include "talus/contact/grain_touch.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

/// What a pair does to i, and to j with the other sign: force, the part n x force of its torque with both arms, and the
/// torque of rolling and twisting.
struct PairRow {
  Row force;  ///< {f, arm of i}
  Row turn;   ///< {n x f, arm of j}
};

template <class Normal, bool Torques>
class SphereContact final : public GrainContact {
 public:
  using Laws = GrainLaws<Normal, Torques>;
  using History = TouchHistory<Normal, Torques>;

  /// `a` and `b` may be the same set; all that is referred to must outlive this.
  SphereContact(SphereSet& a, SphereSet& b, const Laws& laws, const PeriodicBox& box, std::string facts)
      : GrainContact(a.body.name, b.body.name), a_(a), b_(b), laws_(laws), box_(box), facts_(std::move(facts)) {}

  void find_pairs() override {
    if (&a_ == &b_) {
      pairs_.build(a_.grid, a_.body.clumps.owner);
      pairs_.carry(a_.old_place);
    } else {
      pairs_.build(a_.grid, b_.grid);
      pairs_.carry(a_.old_place, b_.old_place);
    }
    former_.swap(history_);
    carry_history(pairs_.carried(), former_, history_, [](History& h) { h.swap_partners(); });
    lightest_ = lightest_pair();
    row_.resize(history_.size());
    if constexpr (Torques) torque_.resize(history_.size());
  }

  GrainContactSums compute(Real dt) override {
    const GrainContactSums sums = touch_pairs(dt);
    gather(a_.rows(), pairs_.first(), {}, 1);
    gather(b_.rows(), pairs_.reverse_first(), pairs_.reverse_pair(), -1);
    return sums;
  }

  Real release() override {
    const Real stored = touch_pairs(0).stored;
    history_.assign(history_.size(), {});
    return stored;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    const auto i = pairs_.i(), j = pairs_.j();
    for (Index p = 0; p < pairs_.size(); ++p) {
      if (history_[p].touching) visit(line(p, i[p], j[p]));
    }
  }

  [[nodiscard]] Real expected_frequency2(Real speed) const override {
    return laws_.expected_frequency2(lightest_, speed);
  }
  [[nodiscard]] std::string facts() const override { return facts_; }
  [[nodiscard]] Index pair_count() const override { return pairs_.size(); }

 private:
  GrainContactSums touch_pairs(Real dt) {
    laws_.prepare(dt);
    const auto first = pairs_.first();
    return parallel::reduce<GrainContactSums>(a_.rows().size(), [&](Index i, GrainContactSums& sums) {
      for (Index p = first[i]; p < first[i + 1]; ++p) touch_pair(p, i, pairs_.j()[p], dt, sums);
    });
  }

  void touch_pair(Index p, Index i, Index j, Real dt, GrainContactSums& sums) {
    const SphereRows& A = a_.rows();
    const SphereRows& B = b_.rows();
    const Row& xi = A.position[i];
    const Row& xj = B.position[j];
    const Vec3 apart = box_.nearest(Vec3(xi.vec() - xj.vec()));
    const Real reach = xi.w + xj.w;
    const Real distance2 = apart.squaredNorm();
    History& history = history_[p];
    if (distance2 >= reach * reach && !history.touching) return put(p, {});
    const RelativeMotion motion = relative_motion(i, j);
    TouchGeometry g;
    const Real distance = std::sqrt(distance2);
    const Vec3 before = apart - dt * motion.velocity;
    const Real distance_before = before.norm();
    g.normal = apart / distance;
    g.normal_before = before / distance_before;
    g.overlap = reach - distance;
    g.overlap_before = reach - distance_before;
    g.radius_i = xi.w;
    g.radius_j = xj.w;
    ContactPoint point = laws_.between(A, i, B, j, dt);
    const TouchAnswer answer = touch(laws_, history, point, touch_motion(g, motion), sums);
    if (g.overlap <= 0) {
      history = {};
      return put(p, {});
    }
    ++sums.touching;
    if (!history.touching) ++sums.begun;
    history.touching = true;
    note_overlap(point, std::min(xi.w, xj.w), answer.stored, sums);
    const Real half = Real(0.5) * g.overlap;
    put(p, {Row(answer.force, xi.w - half), Row(g.normal.cross(answer.force), xj.w - half)}, answer);
  }

  void put(Index p, const PairRow& row, const TouchAnswer& answer = {}) {
    row_[p] = row;
    if constexpr (Torques) torque_[p] = Row(answer.torque);
    history_[p].slips = answer.slips;
  }

  [[nodiscard]] RelativeMotion relative_motion(Index i, Index j) const {
    const SphereRows& A = a_.rows();
    const SphereRows& B = b_.rows();
    return {A.half_velocity[i].vec() - B.half_velocity[j].vec(),
            A.velocity[i].vec() - B.velocity[j].vec(),
            A.half_spin[i].vec(),
            B.half_spin[j].vec(),
            A.spin[i].vec(),
            B.spin[j].vec()};
  }

  /// Adds the rows of every sphere in the order of its list; `through` maps to pairs, empty: the list itself.
  void gather(SphereRows& rows, std::span<const Index> first, std::span<const Index> through, Real sign) const {
    const bool own = through.empty();
    if (!own || sign > 0) {
      parallel::for_each(rows.size(), [&](Index s) {
        Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
        Real contacts = 0;
        for (Index k = first[s]; k < first[s + 1]; ++k) {
          const Index p = own ? k : through[k];
          const PairRow& row = row_[p];
          force += row.force.vec();
          torque -= (own ? row.force.w : row.turn.w) * row.turn.vec();
          if constexpr (Torques) torque += sign * torque_[p].vec();
          contacts += history_[p].touching;
        }
        rows.force[s].add(sign * force);
        rows.force[s].w += contacts;
        rows.torque[s].add(torque);
      });
    }
  }

  /// Of the two lightest spheres, which no other contact outruns.
  [[nodiscard]] ContactPoint lightest_pair() const {
    const auto [ra, ma] = lightest_sphere(a_.rows());
    const auto [rb, mb] = lightest_sphere(b_.rows());
    return laws_.between(ra, rb, ma + mb, 0);
  }

  [[nodiscard]] GrainContactLine line(Index p, Index i, Index j) const {
    const Row& xi = a_.rows().position[i];
    GrainContactLine l;
    const Vec3 apart = box_.nearest(Vec3(xi.vec() - b_.rows().position[j].vec()));
    l.from = xi.vec();
    l.to = l.from - apart;
    l.normal = apart.normalized();
    l.overlap = xi.w + b_.rows().position[j].w - apart.norm();
    l.point = l.from - row_[p].force.w * l.normal;
    l.normal_force = row_[p].force.vec().dot(l.normal) * l.normal;
    l.tangential_force = row_[p].force.vec() - l.normal_force;
    if constexpr (Torques) {
      l.twisting_torque = torque_[p].vec().dot(l.normal) * l.normal;
      l.rolling_torque = torque_[p].vec() - l.twisting_torque;
    }
    l.loss = history_[p].loss;
    l.stick = history_[p].slips ? 1 : 2;
    l.i = a_.body.owner(i);
    l.j = b_.body.owner(j);
    return l;
  }

  SphereSet &a_, &b_;
  Laws laws_;
  const PeriodicBox& box_;
  GrainPairs pairs_;
  std::vector<History> history_, former_;
  std::vector<PairRow> row_;
  std::vector<Row> torque_;  ///< empty unless Torques
  ContactPoint lightest_;
  std::string facts_;
};

}  // namespace talus
