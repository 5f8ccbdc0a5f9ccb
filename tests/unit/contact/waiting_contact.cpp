// A contact that is made when its bodies come near does what one that was there all the time does.
#include "talus/contact/waiting_contact.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "property/contact_samples.hpp"
#include "support/draw.hpp"
#include "support/sample_law.hpp"
#include "talus/contact/contact_plans.hpp"
#include "talus/contact/make_grain_contact.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-3;  // [s]

/// A block, and a slanted one of other spacing far above it.
struct Approach {
  SolidBody a = sample_body(rubber<NeoHookean>(), {.cells = {5, 4, 1}, .seed = 31});
  SolidBody b = sample_body(rubber<NeoHookean>(),
                            {.cells = {4, 4, 1}, .spacing = 0.12, .corner = Vec3(0.03, 1.5, 0), .seed = 32});
  std::unique_ptr<SolidContact> contact;

  template <class Plan>
  Approach(const Plan& plan, bool waits) {
    if (waits)
      contact = std::make_unique<WaitingContact>(a, b, plan(a, b));
    else
      contact = plan(a, b).make();
  }

  ContactSums evaluate(const Vec3& velocity, Draw& draw, Real step) {
    for (SolidBody* body : {&a, &b}) {
      clear_forces(*body);
      body->max_speed = 0;
      for (Index i = 0; i < body->size(); ++i) {
        body->v[i] = (body == &b ? velocity : Vec3(Vec3::Zero())) + draw.vector(2, 0.2);
        body->x[i] += step * body->v[i];
        body->max_speed = std::max(body->max_speed, body->v[i].norm());
      }
    }
    return contact->compute(step);
  }

  [[nodiscard]] Vec3 force(Index i) const {
    Vec3 sum = Vec3::Zero();
    for (const ForceKind kind : {ForceKind::contact, ForceKind::friction, ForceKind::contact_viscous}) {
      const auto& all = a.force[static_cast<std::size_t>(kind)];
      if (!all.empty()) sum += all[i];
    }
    return sum;
  }
};

/// Down, along and up again.
template <class Plan>
void compare(const Plan& plan) {
  Approach waits(plan, true), stands(plan, false);
  const auto& waiting = dynamic_cast<const WaitingContact&>(*waits.contact);
  Draw one(5), other(5);
  bool touched = false;
  for (int k = 0; k < 500; ++k) {
    const Vec3 v = k < 290 ? Vec3(0, -4, 0) : k < 350 ? Vec3(1, 0, 0) : Vec3(0, 4, 0);
    const ContactSums w = waits.evaluate(v, one, k == 0 ? 0 : dt);
    const ContactSums s = stands.evaluate(v, other, k == 0 ? 0 : dt);
    REQUIRE(w.stored == s.stored);
    REQUIRE(w.sliding == s.sliding);
    REQUIRE(w.stiffness == s.stiffness);
    REQUIRE(w.viscous == s.viscous);
    for (Index i = 0; i < waits.a.size(); ++i) REQUIRE(waits.force(i) == stands.force(i));
    CHECK(waits.contact->loaded() == stands.contact->loaded());
    touched = touched || stands.contact->loaded() > 0;
    if (k == 100) CHECK_FALSE(waiting.is_made());
  }
  CHECK(touched);
  CHECK(waiting.is_made());
  CHECK(stands.contact->loaded() == 0);
  CHECK(waits.contact->deepest() == stands.contact->deepest());
}

}  // namespace

TEST_CASE("a contact that is made when bodies come near has the bits of one that was always there") {
  const CoulombStickSlip rough = friction_law<CoulombStickSlip>();
  SUBCASE("kernel potential") {
    compare([&](SolidBody& a, SolidBody& b) { return plan_contact(a, b, KernelPotential{}, 1e4, rough); });
  }
  SUBCASE("field barrier") {
    compare([&](SolidBody& a, SolidBody& b) { return plan_contact(a, b, FieldBarrier{}, 1e6, rough); });
  }
  SUBCASE("law of grains") {
    GrainContactLaws laws;
    laws.normal.entry = sample_law<LinearSpring>();
    laws.tangential.entry = sample_law<CoulombSpring>();
    compare([&](SolidBody& a, SolidBody& b) { return plan_law_contact(a, b, laws); });
  }
}

TEST_CASE("bodies that are far apart have no energy, no force and no lines before their contact is made") {
  Approach far([](SolidBody& a, SolidBody& b) { return plan_contact(a, b, FieldBarrier{}, 1e6, Frictionless{}); },
               true);
  const auto& waiting = dynamic_cast<const WaitingContact&>(*far.contact);
  Draw draw(1);
  far.evaluate(Vec3::Zero(), draw, 0);
  CHECK(waiting.potential_energy() == 0);
  CHECK(waiting.loaded() == 0);
  CHECK(waiting.deepest() == 0);
  CHECK(waiting.resultants(far.a, Vec3::Zero()).normal == Vec3::Zero());
  CHECK_FALSE(waiting.looks_at_gradient(dt));
  waiting.for_each_line([](const ContactLine&) { FAIL("a line between bodies that are far apart"); });
  CHECK_FALSE(waiting.is_made());
  CHECK_FALSE(could_meet(far.a, far.b, 0.3));
  CHECK(could_meet(far.a, far.b, 2));
}

}  // namespace talus
