// From the names of laws to contacts of grains: the one place where laws are chosen.
#pragma once

#include <memory>

#include "talus/contact/grain_contact.hpp"
#include "talus/contact/sphere_set.hpp"
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

[[nodiscard]] std::unique_ptr<GrainContact> make_wall_contact(SphereSet& a, const WallBody& wall,
                                                              const GrainContactLaws& laws, const PeriodicBox& box);

}  // namespace talus
