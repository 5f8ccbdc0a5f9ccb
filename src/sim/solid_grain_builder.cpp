#include "talus/sim/solid_grain_builder.hpp"

#include "talus/contact/make_grain_contact.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/contact_entries.hpp"

namespace talus {
namespace {

void add_contact(GrainSystem& grains, SphereSet& set, SolidBody& solid, const ContactSpec& spec,
                 const std::string& pointer) {
  if (std::holds_alternative<NoContact>(spec.normal.entry)) return;
  if (grains.box().any()) {
    throw CaseIssue(Fault::contradiction, "/domain/periodic",
                    "\"" + solid.name +
                        "\" is a solid, which does not repeat: grains that touch solids need a domain "
                        "without periodic axes");
  }
  at_place(pointer, Fault::contradiction, [&] {
    grains.contacts.push_back(
        make_solid_grain_contact(set, solid, {spec.normal, spec.tangential, spec.rolling, spec.twisting}));
  });
}

}  // namespace

void add_solid_contacts(GrainSystem& grains, const Case& description, std::vector<SolidBody>& solids) {
  for (const auto& set : grains.sets) {
    for (SolidBody& solid : solids) {
      const ContactSpec& spec = needed_entry(description, set->body.name, solid.name);
      add_contact(grains, *set, solid, spec, contact_pointer(description, spec));
    }
  }
}

}  // namespace talus
