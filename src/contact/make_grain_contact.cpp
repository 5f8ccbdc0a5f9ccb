#include "talus/contact/make_grain_contact.hpp"

#include <numeric>
#include <utility>

#include "talus/contact/law_contact.hpp"
#include "talus/contact/solid_grain_contact.hpp"
#include "talus/contact/sphere_contact.hpp"
#include "talus/contact/wall_contact.hpp"
#include "talus/core/error.hpp"
#include "talus/law/contact/normal/impact.hpp"

namespace talus {
namespace {

/// 1/E* and 1/G* are sums over both partners; a wall without material adds nothing.
struct Compliance {
  Real young, shear;  ///< [1/Pa]

  Compliance(Real E, Real nu) : young((1 - nu * nu) / E), shear(2 * (2 - nu) * (1 + nu) / E) {}
  Compliance operator+(const Compliance& other) const {
    Compliance sum = *this;
    sum.young += other.young;
    sum.shear += other.shear;
    return sum;
  }
};

Compliance compliance_of(const GrainBody& body) { return {body.material.young, body.material.poisson}; }

struct MeanGrain {
  Real radius, per_mass;
};

/// Of the spheres of a body; per_mass is of the mean mass.
MeanGrain mean_grain(const GrainBody& body) {
  const SphereRows& rows = body.spheres();
  Real radius = 0, mass = 0;
  for (Index s = 0; s < rows.size(); ++s) {
    radius += rows.position[s].w;
    mass += rows.inertia[s].mass;
  }
  const Real n = rows.size();
  return n > 0 ? MeanGrain{radius / n, n / mass} : MeanGrain{body.expected_radius, 1 / body.expected_mass};
}

/// The impact between mean grains that the log tells of [m/s].
constexpr Real impact_speed = 0.1;

/// What the log says of a contact: names, and what its laws amount to for mean grains.
template <class Law>
std::string facts_of(const GrainContactLaws& options, const Law& law, const ContactPoint& mean) {
  std::string text(options.normal.name());
  text += ", " + std::string(options.tangential.name());
  if (options.rolling.name() != "none") text += ", rolling " + std::string(options.rolling.name());
  if (options.twisting.name() != "none") text += ", twisting " + std::string(options.twisting.name());
  return text + "; " + impact_facts(law, mean, impact_speed);
}

/// Calls make(law, facts) with the normal law made ready for a mean pair.
template <class Answer, class Make>
Answer with_normal(const GrainContactLaws& options, const ContactPoint& mean, Make&& make) {
  return std::visit(
      [&]<class Entry>(const Entry& entry) -> Answer {
        if constexpr (requires { entry.law(mean); }) {
          const auto normal = entry.law(mean);
          if constexpr (requires { entry.contradiction(mean); }) {
            const Contradiction wrong = entry.contradiction(mean);
            if (wrong.found()) throw CaseError("normal." + wrong.key + " " + wrong.sentence);
          }
          return make(normal, facts_of(options, normal, mean));
        } else {
          throw CaseError("\"" + std::string(Entry::name) + "\" is no law between grains");
        }
      },
      options.normal.entry);
}

/// All laws of a pair; `Full`: with what resists rolling and twisting, and for what creeps.
template <bool Full, class Normal>
GrainLaws<Normal, Full> laws_of(const GrainContactLaws& options, const Normal& normal, const ContactPoint& mean) {
  const auto sense = [](const auto& chosen) {
    return std::visit([](const auto& entry) { return GrainSenseLaw(entry); }, chosen.entry);
  };
  return {normal,
          GrainTangentialLaw(options.tangential.entry),
          sense(options.rolling),
          sense(options.twisting),
          mean.reduced_young,
          mean.reduced_shear};
}

/// Calls make(laws, facts) with all laws of a pair of grains.
template <class Contact, class Make>
std::unique_ptr<Contact> with_laws(const GrainContactLaws& options, const ContactPoint& mean, Make&& make) {
  return with_normal<std::unique_ptr<Contact>>(options, mean, [&](const auto& normal, std::string facts) {
    const auto full = laws_of<true>(options, normal, mean);
    if (full.rolling.acts() || full.twisting.acts() || full.tangential.creeps()) return make(full, std::move(facts));
    return make(laws_of<false>(options, normal, mean), std::move(facts));
  });
}

/// `reduced_ratio`: of the radii, over the smaller one.
ContactPoint mean_pair(Real reduced_radius, Real reduced_ratio, Real per_mass, const Compliance& compliance) {
  return {.length = 2 * reduced_radius,
          .reduced_radius = reduced_radius,
          .reduced_ratio = reduced_ratio,
          .reduced_mass = 1 / per_mass,
          .reduced_young = 1 / compliance.young,
          .reduced_shear = 1 / compliance.shear};
}

Compliance compliance_of(const SolidBody& body) {
  return std::visit([](const auto& material) { return Compliance(material.young, material.poisson); }, body.material);
}

/// Mass of a particle, as a mean [kg].
Real mean_mass(const SolidBody& body) { return std::accumulate(body.m.begin(), body.m.end(), Real(0)) / body.size(); }

}  // namespace

std::unique_ptr<GrainContact> make_sphere_contact(SphereSet& a, SphereSet& b, const GrainContactLaws& options,
                                                  const PeriodicBox& box) {
  const MeanGrain ga = mean_grain(a.body), gb = mean_grain(b.body);
  const Real both = ga.radius + gb.radius;
  const ContactPoint mean = mean_pair(ga.radius * gb.radius / both, std::max(ga.radius, gb.radius) / both,
                                      ga.per_mass + gb.per_mass, compliance_of(a.body) + compliance_of(b.body));
  return with_laws<GrainContact>(options, mean,
                                 [&]<class Normal, bool Full>(const GrainLaws<Normal, Full>& laws,
                                                              std::string facts) -> std::unique_ptr<GrainContact> {
                                   return std::make_unique<SphereContact<Normal, Full>>(a, b, laws, box,
                                                                                        std::move(facts));
                                 });
}

std::unique_ptr<FacetContact> make_wall_contact(SphereSet& a, const WallBody& wall, const GrainContactLaws& options,
                                                const PeriodicBox& box, Real particle_stiffness) {
  const MeanGrain grain = mean_grain(a.body);
  ContactPoint mean = mean_pair(grain.radius, 1, grain.per_mass + per_mass(wall),
                                compliance_of(a.body) + Compliance(wall.young, wall.poisson));
  mean.particle_stiffness = particle_stiffness;
  return with_laws<FacetContact>(options, mean,
                                 [&]<class Normal, bool Full>(const GrainLaws<Normal, Full>& laws,
                                                              std::string facts) -> std::unique_ptr<FacetContact> {
                                   return std::make_unique<WallContact<Normal, Full>>(a, wall, laws, box,
                                                                                      std::move(facts));
                                 });
}

std::unique_ptr<GrainContact> make_solid_grain_contact(SphereSet& a, SolidBody& solid,
                                                       const GrainContactLaws& options) {
  const MeanGrain grain = mean_grain(a.body);
  const ContactPoint mean = mean_pair(grain.radius, 1, grain.per_mass + 1 / (mean_mass(solid) * solid.size()),
                                      compliance_of(a.body) + compliance_of(solid));
  return with_laws<GrainContact>(options, mean,
                                 [&]<class Normal, bool Full>(const GrainLaws<Normal, Full>& laws,
                                                              std::string facts) -> std::unique_ptr<GrainContact> {
                                   return std::make_unique<SolidGrainContact<Normal, Full>>(a, solid, laws,
                                                                                            std::move(facts));
                                 });
}

ContactPlan plan_law_contact(SolidBody& a, SolidBody& b, const GrainContactLaws& options) {
  const Real radius = Real(0.5) * a.spacing * b.spacing / (a.spacing + b.spacing);
  const Real ratio = std::max(a.spacing, b.spacing) / (a.spacing + b.spacing);
  const ContactPoint mean =
      mean_pair(radius, ratio, 1 / mean_mass(a) + 1 / mean_mass(b), compliance_of(a) + compliance_of(b));
  const Real reach = field_reach(a, b, field_of_laws.smoothing);
  return with_normal<ContactPlan>(options, mean, [&]<class Normal>(const Normal& normal, const std::string& facts) {
    return ContactPlan{reach, facts, [&a, &b, facts, laws = laws_of<true>(options, normal, mean)] {
                         return std::make_unique<LawContact<Normal>>(a, b, laws, facts);
                       }};
  });
}

std::unique_ptr<SolidContact> make_law_contact(SolidBody& a, SolidBody& b, const GrainContactLaws& options) {
  return plan_law_contact(a, b, options).make();
}

}  // namespace talus
