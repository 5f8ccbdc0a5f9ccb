// Bonds between the spheres of one body, or of two (contact 30-33): made once, pulled every step, broken for good. They
// act beside the contact of the same grains, which sees overlaps as ever. A bond is without stress when it is made,
// whatever the overlap. Bonds are pulled as many at a time as a pack has lanes; those that broke keep their lanes, with
// nothing in them. Same bits for any number of threads: a row for each bond, gathered in the order of the list.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "talus/contact/bond_frame.hpp"
#include "talus/contact/bond_list.hpp"
#include "talus/contact/grain_contact.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/law/contact/lane_by_lane.hpp"
#include "talus/numerics/row_packs.hpp"
#include "talus/numerics/transpose.hpp"

namespace talus {

template <class Law>
class BondContact final : public GrainContact {
 public:
  /// `a` and `b` may be the same set; all that is referred to must outlive this.
  BondContact(SphereSet& a, SphereSet& b, const Law& law, const PeriodicBox& box)
      : GrainContact(a.body.name, b.body.name), a_(a), b_(b), law_(law), box_(box) {
    for (SphereSet* set : {&a_, &b_}) set->rows().keep_ahead();
  }

  void find_pairs() override { list_.follow(a_, b_); }

  void reach(Real t) override {
    if (made_ || (law_.at && t < *law_.at)) return;
    made_ = true;
    list_.find(a_, b_, law_.gap, box_);
    packs_.resize((list_.size() + lanes - 1) / lanes);
    for (Index p = 0; p < list_.size(); ++p) set_lane(packs_[p / lanes], p % lanes, bond(list_[p]));
    rows_.resize(lanes * packs_.size());
  }

  GrainContactSums compute(Real /*dt*/) override {
    const auto sums = parallel::reduce<BondSums>(static_cast<Index>(packs_.size()), [&](Index k, BondSums& partial) {
                        pull(k, partial);
                      }).total();
    broken_ += static_cast<Index>(sums.broken);
    gather(a_.rows(), list_.of_first(), [](const BondLoad& load) { return std::pair(-load.force, load.torque_i); });
    gather(b_.rows(), list_.of_second(), [](const BondLoad& load) { return std::pair(load.force, load.torque_j); });
    return sums;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    for (Index p = 0; p < list_.size(); ++p) {
      if (const Bond<Real> one = bond_at(p); one.holds != 0) visit(line(p, one.stress_ratio));
    }
  }

  /// No impact meets a bond: those that there are count in each step.
  [[nodiscard]] Real expected_frequency2(Real /*speed*/) const override { return 0; }
  [[nodiscard]] std::string facts() const override { return std::string(Law::name); }
  [[nodiscard]] Index pair_count() const override { return list_.size(); }
  [[nodiscard]] std::optional<BondCount> bonds() const override {
    return BondCount{made_, law_.gap, list_.size(), broken_};
  }
  void state(Archive& a) override {
    a("made", made_);
    a("broken", broken_);
    a("list", list_);
    std::vector<Bond<Real>> bonds;
    for (Index p = 0; p < list_.size() && !a.reads(); ++p) bonds.push_back(bond_at(p));
    a("bonds", bonds);
    rows_.resize(bonds.size());
    a("load", rows_);
    if (a.reads()) {
      expect(is_count(broken_), "broken");
      expect(list_.fits(a_.rows().size(), b_.rows().size()), "pair");
      expect(bonds.size() == static_cast<std::size_t>(list_.size()) && rows_.size() == bonds.size(), "bonds");
      packs_.assign((bonds.size() + lanes - 1) / lanes, {});
      for (Index p = 0; p < list_.size(); ++p) set_lane(packs_[p / lanes], p % lanes, bonds[p]);
    }
    rows_.resize(lanes * packs_.size());
  }

 private:
  using Vector = Vec3Of<Pack>;
  using Turn = Eigen::Quaternion<Pack>;

  template <class T>
  struct Bond {
    BondAttachmentOf<T> attachment;
    typename Law::template BeamOf<T> beam;
    T stored = 0;        ///< at the last evaluation [J]
    T stress_ratio = 0;  ///< the same [-]
    T holds = 0;         ///< 1 until it breaks; 0 also where there is none
  };

  struct BondSums {
    Pack stored = 0, viscous_power = 0, fracture = 0, broken = 0, frequency2 = 0;

    BondSums& operator+=(const BondSums& other) {
      stored += other.stored;
      viscous_power += other.viscous_power;
      fracture += other.fracture;
      broken += other.broken;
      frequency2 = max(frequency2, other.frequency2);
      return *this;
    }
    [[nodiscard]] GrainContactSums total() const {
      GrainContactSums all;
      all.stored = lane_sum(stored);
      all.viscous_power = lane_sum(viscous_power);
      all.fracture = lane_sum(fracture);
      all.broken = lane_sum(broken);
      for (int l = 0; l < lanes; ++l) all.bond_frequency2 = max(all.bond_frequency2, frequency2[l]);
      return all;
    }
  };

  [[nodiscard]] Vec3 apart(const BondList::Pair& pair) const {
    return box_.nearest(Vec3(a_.rows().position[pair.i].vec() - b_.rows().position[pair.j].vec()));
  }
  [[nodiscard]] static const Quaternion& orientation(const SphereSet& set, Index sphere) {
    return set.body.orientation[set.body.owner(sphere)];
  }

  [[nodiscard]] Bond<Real> bond_at(Index p) const { return lane_as<Bond<Real>>(packs_[p / lanes], p % lanes); }

  [[nodiscard]] Bond<Real> bond(const BondList::Pair& pair) const {
    const SphereRows &A = a_.rows(), &B = b_.rows();
    const auto [i, j] = std::pair(pair.i, pair.j);
    const Vec3 d = apart(pair);
    BondEnds ends{A.position[i].w, B.position[j].w, d.norm(), 0, 0, a_.body.dimension};
    ends.per_mass = A.rate[i].velocity.w + B.rate[j].velocity.w;
    ends.per_inertia = A.rate[i].spin.w + B.rate[j].spin.w;
    const auto low = static_cast<std::uint64_t>(std::min(pair.i_id, pair.j_id));
    const auto high = static_cast<std::uint64_t>(std::max(pair.i_id, pair.j_id));
    constexpr unsigned half_of_bits = 32;
    return {BondAttachment(d, orientation(a_, i), orientation(b_, j)), law_.beam(ends, high << half_of_bits | low), 0,
            0, 1};
  }

  // Flat, because calls would pass vectors through memory.
  [[gnu::flatten]] void pull(Index k, BondSums& sums) {
    Bond<Pack>& bond = packs_[k];
    const Mask held = bond.holds > 0;
    if (!anywhere(held)) return;
    // Lanes beyond the last bond see that one again, and hold nothing.
    std::array<Index, lanes> i, j;
    for (int l = 0; l < lanes; ++l) {
      const BondList::Pair& pair = list_[std::min(k * lanes + l, list_.size() - 1)];
      i[l] = pair.i, j[l] = pair.j;
    }
    const SphereRows &A = a_.rows(), &B = b_.rows();
    Vector apart = load_rows(A.position.data(), i.data()).vec() - load_rows(B.position.data(), j.data()).vec();
    for (int a = 0; a < 3 && box_.any(); ++a) apart[a] = box_.nearest(a, apart[a]);
    BondFrameOf<Pack> frame(bond.attachment, apart, orientations(a_, i), orientations(b_, j));
    const auto rates = [](const SphereRows& rows, const auto& at, Row RateRows::*row) {
      return load_rows([&](int l) { return &(rows.ahead[at[l]].*row).x; }).vec();
    };
    const BondAnswerOf<Pack> answer =
        bond.beam.evaluate(frame.strain(rates(A, i, &RateRows::velocity) - rates(B, j, &RateRows::velocity),
                                        rates(A, i, &RateRows::spin), rates(B, j, &RateRows::spin)));
    const Mask breaks = held && answer.stress_ratio > 1, holds = held && !breaks;
    if (anywhere(breaks)) {
      // The last step's work was done by half of the force before it: the bond broke in the middle, with the mean.
      sums.fracture += select(breaks, Real(0.5) * (bond.stored + answer.stored), 0);
      sums.broken += select(breaks, 1, 0);
      bond.holds = select(holds, 1, 0);
    }
    bond.stored = select(holds, answer.stored, 0);
    bond.stress_ratio = select(holds, answer.stress_ratio, bond.stress_ratio);
    const Vector none = Vector::Zero();
    const BondLoadOf<Pack> load = frame.load(select(holds, answer.force, none), select(holds, answer.moment, none));
    store_columns<sizeof load / sizeof(Pack)>(load.force.data(),
                                              [&](int l) { return rows_[k * lanes + l].force.data(); });
    sums.stored += bond.stored;
    sums.viscous_power += select(holds, answer.viscous_power, 0);
    sums.frequency2 = max(sums.frequency2, select(holds, bond.beam.frequency2, 0));
  }

  [[nodiscard]] static Turn orientations(const SphereSet& set, const std::array<Index, lanes>& spheres) {
    const RowPack q = load_rows([&](int l) { return orientation(set, spheres[l]).coeffs().data(); });
    return {q.w, q.x, q.y, q.z};
  }

  /// Adds the rows of every sphere in the order of the list; `end` picks force and torque of its end.
  template <class End>
  void gather(SphereRows& rows, const Incidence& incidence, End&& end) const {
    parallel::for_each(incidence.size(), [&](Index k) {
      const Index s = incidence.particle(k);
      for (Index q = incidence.first(k); q < incidence.first(k + 1); ++q) {
        const auto [force, torque] = end(rows_[incidence.place(q).row]);
        rows.load[s].force.add(force);
        rows.load[s].torque.add(torque);
      }
    });
  }

  [[nodiscard]] GrainContactLine line(Index p, Real stress_ratio) const {
    const BondList::Pair& pair = list_[p];
    const Vec3 d = apart(pair);
    const BondLoad& load = rows_[p];
    const Vec3 force = -load.force, moment = load.torque_i - Real(0.5) * d.cross(load.force);
    GrainContactLine l;
    l.from = a_.rows().position[pair.i].vec();
    l.to = l.from - d;
    l.point = l.from - Real(0.5) * d;
    l.normal = d.normalized();
    l.normal_force = force.dot(l.normal) * l.normal;
    l.tangential_force = force - l.normal_force;
    l.twisting_torque = moment.dot(l.normal) * l.normal;
    l.rolling_torque = moment - l.twisting_torque;
    l.stick = 2;
    l.i = a_.body.owner(pair.i);
    l.j = b_.body.owner(pair.j);
    l.bond = p;
    l.stress_ratio = stress_ratio;
    return l;
  }

  SphereSet &a_, &b_;
  Law law_;
  const PeriodicBox& box_;
  BondList list_;
  std::vector<Bond<Pack>> packs_;
  std::vector<BondLoad> rows_;  ///< of whole packs
  bool made_ = false;
  Index broken_ = 0;
};

}  // namespace talus
