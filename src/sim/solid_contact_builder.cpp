#include "solid_contact_builder.hpp"

#include <algorithm>
#include <cmath>

#include "start_overlap.hpp"
#include "talus/contact/calibration.hpp"
#include "talus/contact/contact_plans.hpp"
#include "talus/contact/make_grain_contact.hpp"
#include "talus/sim/leapfrog.hpp"
#include "talus/sim/placement.hpp"

namespace talus {
namespace {

bool is_placed_on(const Case& c, const SolidBody& body, const SolidBody& carrier) {
  const auto& place = body_spec<SolidSpec>(c, body.name)->place;
  return place && place->on == carrier.name;
}

/// The body of a pair that rests on the other; the first when neither says so.
bool first_rests(const Case& c, const SolidBody& a, const SolidBody& b) { return !is_placed_on(c, b, a); }

Real mean_volume(const SolidBody& body) {
  Real sum = 0;
  for (const Real V : body.V) sum += V;
  return sum / static_cast<Real>(body.size());
}

/// Strength of a kernel potential over E: given, or from the load (contact 10).
Real strength_of(const Case& c, const KernelPotential& law, const SolidBody& a, const SolidBody& b, Real young) {
  if (law.stiffness) return *law.stiffness * Real(0.5) * (mean_volume(a) + mean_volume(b)) / young;
  if (law.alpha.value) return *law.alpha.value;
  const Vec3 g = gravity_at(c, 0);
  return first_rests(c, a, b) ? automatic_alpha(a, b, g) : automatic_alpha(b, a, g);
}

/// Placing moves what a contact is made from: where bodies are near, or one rests on the other, it is made before.
void add(Model& model, SolidBody& a, SolidBody& b, ContactPlan plan) {
  const Case& c = model.description;
  const bool at_once = &a == &b || is_placed_on(c, a, b) || is_placed_on(c, b, a) || could_meet(a, b, plan.reach);
  if (at_once)
    model.contacts.push_back(plan.make());
  else
    model.contacts.push_back(std::make_unique<WaitingContact>(a, b, std::move(plan)));
}

void add_contact(Model& model, const ContactPair& pair, FeltShares& shares) {
  const ContactSpec& spec = model.description.contacts[pair.entry];
  SolidBody& a = model.bodies[model.body_index(pair.a)];
  SolidBody& b = model.bodies[model.body_index(pair.b)];
  ContactFacts facts;
  facts.young = 2 * young_of(a) * young_of(b) / (young_of(a) + young_of(b));
  const auto& tangential = spec.tangential.entry;
  const std::string pointer = contact_pointer(model.description, spec);
  if (const auto* potential = std::get_if<KernelPotential>(&spec.normal.entry)) {
    facts.alpha = strength_of(model.description, *potential, a, b, facts.young);
    add(model, a, b, plan_contact(a, b, *potential, facts.alpha * facts.young, tangential));
  } else if (const auto* barrier = std::get_if<FieldBarrier>(&spec.normal.entry)) {
    at_place(pointer + "/normal", Fault::contradiction, [&] {
      refuse_unfelt(a, b, *barrier, shares);
      add(model, a, b, plan_contact(a, b, *barrier, facts.young, tangential));
    });
  } else if (std::holds_alternative<NoContact>(spec.normal.entry)) {
    return;
  } else {
    at_place(pointer, Fault::contradiction, [&] {
      add(model, a, b, plan_law_contact(a, b, {spec.normal, spec.tangential, {}, {}}));
    });
  }
  model.contact_facts.push_back(facts);
}

void check_ejection(Model& model, std::size_t index) {
  SolidContact& contact = *model.contacts[index];
  const Real energy = contact.potential_energy();
  if (energy == 0) return;
  SolidBody& light = total_mass(contact.a()) <= total_mass(contact.b()) ? contact.a() : contact.b();
  const Real speed = std::sqrt(2 * energy / total_mass(light));
  const Vec3 gravity = gravity_at(model.description, 0);
  // What a resting body stores is small: it could rise by a fraction of the gap.
  const Real resting = std::sqrt(2 * gravity.norm() * contact.range());
  if (model.contact_facts[index].placed || speed < std::max(tolerated_ejection, resting)) return;
  const std::string pair = "\"" + contact.a().name + "\" and \"" + contact.b().name + "\"";
  std::string advice = "start them farther apart";
  if (gravity.norm() > 0) {
    const Vec3 up = -gravity.normalized();
    const bool a_above = extent_along(contact.a(), up).low > extent_along(contact.b(), up).low;
    SolidBody& upper = a_above ? contact.a() : contact.b();
    SolidBody& lower = a_above ? contact.b() : contact.a();
    const Real now = extent_along(upper, up).low - extent_along(lower, up).high;
    try {
      const Real right = rest_on(contact, upper, gravity);
      translate(upper, (now - right) * up);
      advice = "the gap between facing particle layers is " + number(now) + " m; " + number(right) +
               " m carries the weight: use \"place\": {\"on\": \"" + lower.name + "\"}";
    } catch (const CaseError&) {
    }
  }
  const ContactSpec& entry = *contact_entry(model.description, contact.a().name, contact.b().name);
  throw CaseIssue(Fault::initial_overlap, contact_pointer(model.description, entry),
                  "the contact between " + pair + " would throw body \"" + light.name + "\" off at " + number(speed) +
                      " m/s: " + advice + ", or say \"initial_overlap\": true if it is meant");
}

}  // namespace

Real young_of(const SolidBody& body) {
  return std::visit([](const auto& m) { return m.young; }, body.material);
}

void add_contacts_of_solids(Model& model) {
  const auto is_solid = [&](const std::string& name) {
    return body_spec<SolidSpec>(model.description, name) != nullptr;
  };
  FeltShares shares;
  for (const ContactPair& pair : contact_pairs(model.description)) {
    if (is_solid(pair.a) && is_solid(pair.b)) add_contact(model, pair, shares);
  }
}

void check_ejections(Model& model) {
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    const SolidContact& contact = *model.contacts[c];
    if (!contact_entry(model.description, contact.a().name, contact.b().name)->initial_overlap)
      check_ejection(model, c);
  }
}

}  // namespace talus
