// Contacts of two solids by their laws, to be made at once or when the two come near. What is referred to must outlive
// plan and contact. The same body twice: contact with itself.
#pragma once

#include "talus/contact/waiting_contact.hpp"
#include "talus/law/contact/catalog.hpp"

namespace talus {

/// `strength` = alpha E [Pa].
[[nodiscard]] ContactPlan plan_contact(SolidBody& a, SolidBody& b, const KernelPotential& normal, Real strength,
                                       const TangentialLaws::Variant& tangential);

/// `young` is the harmonic mean of both moduli [Pa].
[[nodiscard]] ContactPlan plan_contact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
                                       const TangentialLaws::Variant& tangential);

}  // namespace talus
