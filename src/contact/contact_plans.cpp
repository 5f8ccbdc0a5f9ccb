#include "talus/contact/contact_plans.hpp"

#include "talus/contact/field_contact.hpp"
#include "talus/contact/pair_contact.hpp"

namespace talus {

ContactPlan plan_contact(SolidBody& a, SolidBody& b, const KernelPotential& normal, Real strength,
                         const TangentialLaws::Variant& tangential) {
  const Real range = PairContact(a, b, normal, strength, tangential).range();
  return {range, {}, [&a, &b, normal, strength, tangential] {
            return std::make_unique<PairContact>(a, b, normal, strength, tangential);
          }};
}

ContactPlan plan_contact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
                         const TangentialLaws::Variant& tangential) {
  return {field_reach(a, b, normal.smoothing), {}, [&a, &b, normal, young, tangential] {
            return std::make_unique<FieldContact>(a, b, normal, young, tangential);
          }};
}

}  // namespace talus
