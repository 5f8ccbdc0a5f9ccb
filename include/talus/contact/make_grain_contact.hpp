// From the names of laws to contacts: the one place where laws are chosen.
#pragma once

#include <memory>

#include "talus/contact/grain_contact.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/contact/waiting_contact.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

struct GrainContactLaws {
  Chosen<NormalLaws> normal;
  Chosen<TangentialLaws> tangential;
  Chosen<RollingLaws> rolling;
  Chosen<TwistingLaws> twisting;
};

/// `a` and `b` may be the same. Everything referred to must outlive the contact. Throws CaseError where laws do not fit
/// together or are none of grains.
[[nodiscard]] std::unique_ptr<GrainContact> make_sphere_contact(SphereSet& a, SphereSet& b,
                                                                const GrainContactLaws& laws, const PeriodicBox& box);

/// `particle_stiffness`: E A/dx [N/m; N/m^2 in 2-D] where the spheres are those of a solid.
[[nodiscard]] std::unique_ptr<FacetContact> make_wall_contact(SphereSet& a, const WallBody& wall,
                                                              const GrainContactLaws& laws, const PeriodicBox& box,
                                                              Real particle_stiffness = 0);

/// With a deformable solid; to be made where no axis repeats.
[[nodiscard]] std::unique_ptr<GrainContact> make_solid_grain_contact(SphereSet& a, SolidBody& solid,
                                                                     const GrainContactLaws& laws);

/// nullptr where `law` is none.
[[nodiscard]] std::unique_ptr<GrainContact> make_bond_contact(SphereSet& a, SphereSet& b, const Chosen<BondLaws>& law,
                                                              const PeriodicBox& box);

/// Between two solids, or of one with itself, under a normal law that serves grains as well: to be made at any time.
[[nodiscard]] ContactPlan plan_law_contact(SolidBody& a, SolidBody& b, const GrainContactLaws& laws);

/// The same, made at once.
[[nodiscard]] std::unique_ptr<SolidContact> make_law_contact(SolidBody& a, SolidBody& b, const GrainContactLaws& laws);

}  // namespace talus
