#include "place_bodies.hpp"

#include <cmath>
#include <functional>

#include "talus/sim/leapfrog.hpp"
#include "talus/sim/placement.hpp"

namespace talus {
namespace {

/// Two ways to measure the gap of a placed body agree to this share of its spacing unless the two are on a slope.
constexpr Real gap_slack = 1e-6;

const std::optional<Placement>& placement_of(const Model& model, const SolidBody& body) {
  return body_spec<SolidSpec>(model.description, body.name)->place;
}

SolidContact* contact_between(Model& model, const std::string& a, const std::string& b, std::size_t& index) {
  for (index = 0; index < model.contacts.size(); ++index) {
    SolidContact& contact = *model.contacts[index];
    if ((contact.a().name == a && contact.b().name == b) || (contact.a().name == b && contact.b().name == a)) {
      return &contact;
    }
  }
  return nullptr;
}

/// All that rests on a body, and on that [kg; kg/m in 2-D]. What hangs over it by a given gap does not press yet.
Real mass_on(const Model& model, const std::string& carrier) {
  Real mass = 0;
  for (const SolidBody& body : model.bodies) {
    const auto& placement = placement_of(model, body);
    if (placement && placement->on == carrier && !placement->gap) mass += total_mass(body) + mass_on(model, body.name);
  }
  return mass;
}

void place(Model& model, SolidBody& body, const Placement& placement) {
  const std::string pointer = "/bodies/" + body.name + "/place";
  const Vec3 gravity = gravity_at(model.description, 0);
  if (gravity.norm() == 0) {
    throw CaseIssue(Fault::contradiction, pointer, "a body is placed along gravity, but this case has none");
  }
  const Vec3 up = -gravity.normalized();
  std::size_t index = 0;
  SolidContact* contact = contact_between(model, body.name, placement.on, index);
  if (placement.gap) {
    const SolidBody& carrier = model.bodies[model.body_index(placement.on)];
    translate(body, (*placement.gap - extent_along(body, up).low + extent_along(carrier, up).high) * up);
    return;
  }
  if (contact == nullptr) {
    throw CaseIssue(Fault::missing_contact, pointer,
                    "to rest on \"" + placement.on + "\", the two bodies need an entry in /contacts with a force");
  }
  try {
    const Vec3 before = body.x.front();
    const Real gap = rest_on(*contact, body, gravity, mass_on(model, body.name));
    const SolidBody& carrier = model.bodies[model.body_index(placement.on)];
    const Real facing = extent_along(body, up).low - extent_along(carrier, up).high;
    ContactFacts& facts = model.contact_facts[index];
    facts.gap = gap;
    facts.placed = true;
    // On a slope the gap is one along gravity between two particles, which nobody could find again in the frames.
    if (std::abs(facing - gap) > gap_slack * body.spacing) facts.slope_shift = body.x.front() - before;
  } catch (const CaseError& error) {
    throw CaseIssue(Fault::contradiction, pointer, error.what());
  }
}

}  // namespace

void place_bodies(Model& model) {
  enum class Progress { none, begun, done };
  std::vector<Progress> progress(model.bodies.size(), Progress::none);
  const std::function<void(Index)> put = [&](Index b) {
    SolidBody& body = model.bodies[b];
    const auto& placement = placement_of(model, body);
    if (!placement || progress[b] == Progress::done) return;
    if (progress[b] == Progress::begun) {
      throw CaseIssue(Fault::contradiction, "/bodies/" + body.name + "/place/on",
                      "bodies cannot rest on each other in a circle");
    }
    progress[b] = Progress::begun;
    put(model.body_index(placement->on));
    place(model, body, *placement);
    progress[b] = Progress::done;
  };
  for (Index b = 0; b < static_cast<Index>(model.bodies.size()); ++b) put(b);
}

}  // namespace talus
