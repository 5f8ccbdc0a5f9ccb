// Bonds between the spheres of one body, or of two (contact 30-33): made once, pulled every step, broken for good. They
// act beside the contact of the same grains, which sees overlaps as ever. A bond is without stress when it is made,
// whatever the overlap. Same bits for any number of threads: a row for each bond, gathered in the order of the list.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "talus/contact/bond_frame.hpp"
#include "talus/contact/bond_list.hpp"
#include "talus/contact/grain_contact.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/flag.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

template <class Law>
class BondContact final : public GrainContact {
 public:
  using Beam = decltype(std::declval<const Law&>().beam(BondEnds{}, 0));

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
    for (Index p = 0; p < list_.size(); ++p) bonds_.push_back(bond(list_[p]));
    rows_.resize(bonds_.size());
  }

  GrainContactSums compute(Real /*dt*/) override {
    const auto sums =
        parallel::reduce<GrainContactSums>(list_.size(), [&](Index p, GrainContactSums& partial) { pull(p, partial); });
    broken_ += static_cast<Index>(sums.broken);
    gather(a_.rows(), list_.of_first(), [](const BondLoad& load) { return std::pair(-load.force, load.torque_i); });
    gather(b_.rows(), list_.of_second(), [](const BondLoad& load) { return std::pair(load.force, load.torque_j); });
    return sums;
  }

  void for_each_line(const std::function<void(const GrainContactLine&)>& visit) const override {
    for (Index p = 0; p < list_.size(); ++p) {
      if (!bonds_[p].broken) visit(line(p));
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
    a("bonds", bonds_);
    a("load", rows_);
    if (!a.reads()) return;
    expect(is_count(broken_), "broken");
    expect(list_.fits(a_.rows().size(), b_.rows().size()), "pair");
    expect(bonds_.size() == static_cast<std::size_t>(list_.size()) && rows_.size() == bonds_.size(), "bonds");
  }

 private:
  struct Bond {
    BondAttachment attachment;
    Beam beam;
    Real stored = 0;        ///< at the last evaluation [J]
    Real stress_ratio = 0;  ///< the same [-]
    Flag broken = false;
  };

  [[nodiscard]] Vec3 apart(const BondList::Pair& pair) const {
    return box_.nearest(Vec3(a_.rows().position[pair.i].vec() - b_.rows().position[pair.j].vec()));
  }
  [[nodiscard]] static const Quaternion& orientation(const SphereSet& set, Index sphere) {
    return set.body.orientation[set.body.owner(sphere)];
  }

  [[nodiscard]] Bond bond(const BondList::Pair& pair) const {
    const SphereRows &A = a_.rows(), &B = b_.rows();
    const auto [i, j] = std::pair(pair.i, pair.j);
    const Vec3 d = apart(pair);
    BondEnds ends{A.position[i].w, B.position[j].w, d.norm(), 0, 0, a_.body.dimension};
    ends.per_mass = A.rate[i].velocity.w + B.rate[j].velocity.w;
    ends.per_inertia = A.rate[i].spin.w + B.rate[j].spin.w;
    const auto low = static_cast<std::uint64_t>(std::min(pair.i_id, pair.j_id));
    const auto high = static_cast<std::uint64_t>(std::max(pair.i_id, pair.j_id));
    constexpr unsigned half_of_bits = 32;
    return {BondAttachment(d, orientation(a_, i), orientation(b_, j)), law_.beam(ends, high << half_of_bits | low)};
  }

  // Flat, because calls would pass vectors through memory.
  [[gnu::flatten]] void pull(Index p, GrainContactSums& sums) {
    Bond& bond = bonds_[p];
    if (bond.broken) return;
    const auto& [i, j, i_id, j_id] = list_[p];
    const SphereRows &A = a_.rows(), &B = b_.rows();
    BondFrame frame(bond.attachment, apart(list_[p]), orientation(a_, i), orientation(b_, j));
    const BondAnswer answer = bond.beam.evaluate(frame.strain(A.ahead[i].velocity.vec() - B.ahead[j].velocity.vec(),
                                                              A.ahead[i].spin.vec(), B.ahead[j].spin.vec()));
    const bool breaks = answer.stress_ratio > 1;
    if (breaks) {
      // The last step's work was done by half of the force before it: the bond broke in the middle, with the mean.
      sums.fracture += Real(0.5) * (bond.stored + answer.stored);
      ++sums.broken;
      return part(p);
    }
    bond.stored = answer.stored;
    bond.stress_ratio = answer.stress_ratio;
    rows_[p] = frame.load(answer.force, answer.moment);
    sums.stored += answer.stored;
    sums.viscous_power += answer.viscous_power;
    sums.bond_frequency2 = std::max(sums.bond_frequency2, bond.beam.frequency2);
  }

  void part(Index p) {
    bonds_[p].stored = 0;
    bonds_[p].broken = true;
    rows_[p] = {};
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

  [[nodiscard]] GrainContactLine line(Index p) const {
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
    l.stress_ratio = bonds_[p].stress_ratio;
    return l;
  }

  SphereSet &a_, &b_;
  Law law_;
  const PeriodicBox& box_;
  BondList list_;
  std::vector<Bond> bonds_;
  std::vector<BondLoad> rows_;
  bool made_ = false;
  Index broken_ = 0;
};

}  // namespace talus
