#include "talus/contact/field_contact.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace talus {

namespace {

Real reduced_mass(const SolidBody& a, const SolidBody& b) {
  const auto mass = [](const SolidBody& body) { return std::accumulate(body.m.begin(), body.m.end(), Real(0)); };
  return mass(a) * mass(b) / (mass(a) + mass(b));
}

}  // namespace

FieldContact::FieldContact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
                           const TangentialLaws::Variant& tangential)
    : SampledContact(a, b),
      tangential_(tangential),
      stiffness_(normal.stiffness * young),
      watch_(reduced_mass(a, b)) {
  side_.push_back(std::make_unique<FieldSide>(a, b, normal, young));
  if (&a != &b) side_.push_back(std::make_unique<FieldSide>(b, a, normal, young));
}

ContactSums FieldContact::compute(Real dt) {
  ContactSums sums;
  for (const auto& side : side_) {
    side->update(dt);
    sums += side->press(dt);
  }
  const bool frictional = !std::holds_alternative<Frictionless>(tangential_);
  if (frictional) sums += rub(dt);
  for (const auto& side : side_) side->gather(frictional);
  return sums;
}

void FieldContact::state(Archive& a) {
  a("watch", watch_);
  a.each("side", side_);
}

ContactSums FieldContact::rub(Real dt) {
  ContactMotion motion;
  for (const auto& side : side_) side->add_load(motion);
  watch_.follow_load(motion.load, motion.stiffness, dt);
  ContactSums sums;
  std::visit(
      [&](const auto& law) {
        using Law = std::decay_t<decltype(law)>;
        if constexpr (std::is_same_v<Law, CoulombProjected> || std::is_same_v<Law, CoulombStickSlip>) {
          for (const auto& side : side_) sums += side->rub(law, watch_, dt);
        }
      },
      tangential_);
  Vec3 centre = Vec3::Zero();
  for (const auto& side : side_) {
    for (const FieldPoint& point : side->points()) centre += point.load * point.place;
  }
  if (motion.load > 0) centre /= motion.load;
  for (const auto& side : side_) side->add_motion(motion, centre);
  watch_.follow_motion(motion.velocity, motion.spin, motion.load, dt);
  return sums;
}

}  // namespace talus
