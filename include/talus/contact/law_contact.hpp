// Contact of two solids under any law of the library that serves grains: springs, hysteresis, adhesion, creep
// (contact 34-36).
#pragma once

#include <optional>
#include <string>

#include "talus/contact/law_side.hpp"
#include "talus/contact/sampled_contact.hpp"

namespace talus {

template <class Normal>
class LawContact final : public SampledContact {
 public:
  using Laws = GrainLaws<Normal, true>;

  /// The same body twice: contact with itself.
  LawContact(SolidBody& a, SolidBody& b, const Laws& laws, std::string facts)
      : SampledContact(a, b), facts_(std::move(facts)), side_a_(a, b, laws) {
    if (&a != &b) side_b_.emplace(b, a, laws);
  }

  ContactSums compute(Real dt) override {
    ContactSums sums = side_a_.compute(dt);
    if (side_b_) sums += side_b_->compute(dt);
    return sums;
  }
  [[nodiscard]] std::size_t sides() const override { return side_b_ ? 2 : 1; }
  [[nodiscard]] const SampledSide& sampled(std::size_t s) const override {
    return s == 0 ? static_cast<const SampledSide&>(side_a_) : *side_b_;
  }
  [[nodiscard]] std::string facts() const override { return facts_; }
  void state(Archive& a) override {
    a("side of first", side_a_);
    if (side_b_) a("side of second", *side_b_);
  }

 private:
  std::string facts_;
  LawSide<Normal> side_a_;
  std::optional<LawSide<Normal>> side_b_;  ///< none in contact of a body with itself
};

}  // namespace talus
