// Two bodies in contact for tests of contact laws.
#pragma once

#include <memory>

#include "support/sample_body.hpp"
#include "support/sample_material.hpp"
#include "talus/contact/field_contact.hpp"
#include "talus/contact/pair_contact.hpp"

namespace talus {

/// A law with mu = 0.5; what has coefficients of its own may have others.
template <class Law>
Law friction_law(Real mu_static = 0.5, Real mu_dynamic = 0.5) {
  Law law;
  if constexpr (requires { law.mu_static; }) {
    law.mu_static = mu_static;
    law.mu_dynamic = mu_dynamic;
  }
  return law;
}

inline void clear_forces(SolidBody& body) {
  for (auto& kind : body.force) std::fill(kind.begin(), kind.end(), Vec3::Zero());
}

/// Jittered bodies of unequal spacing, the second above the first (along y in 2-D, z in 3-D).
template <class Contact, class Normal>
struct SampleOf {
  SolidBody a, b;
  std::unique_ptr<Contact> contact;

  /// The field acts within a spacing; its bodies start nearer.
  static constexpr Real usual_gap = std::is_same_v<Contact, FieldContact> ? 0.09 : 0.12;  // [m]

  SampleOf(int dimension, const Normal& normal, const TangentialLaws::Variant& tangential, Real gap = usual_gap,
           Real strength = 1e5) {
    a = sample_body(rubber<NeoHookean>(), {.dimension = dimension, .cells = {5, 4, 3}, .spacing = 0.1, .seed = 31});
    const Real top = 0.1 * (dimension == 3 ? 2 : 3);
    const Vec3 corner = dimension == 3 ? Vec3(0.03, 0.05, top + gap) : Vec3(0.03, top + gap, 0);
    b = sample_body(rubber<NeoHookean>(),
                    {.dimension = dimension, .cells = {4, 4, 3}, .spacing = 0.12, .corner = corner, .seed = 32});
    contact = std::make_unique<Contact>(a, b, normal, strength, tangential);
  }

  /// Forgets the forces of the last evaluation, as the time loop does, and evaluates again.
  ContactSums evaluate(Real dt) {
    for (SolidBody* body : {&a, &b}) clear_forces(*body);
    return contact->compute(dt);
  }

  /// Velocities at random, positions that follow them.
  void move(Draw& draw, Real speed, Real dt) {
    for (SolidBody* body : {&a, &b}) {
      for (Vec3& v : body->v) v = draw.vector(body->dimension, speed);
      drift(*body, dt);
    }
  }
  /// How far the normal forces are from minus the gradient of the energy, over the largest of them; by differences, for
  /// every so manyth particle. Asks for an evaluation before.
  Real gradient_error(Index stride) {
    constexpr Real step = 1e-6;  // [m]
    Real worst = 0, largest = 0;
    for (SolidBody* body : {&a, &b}) {
      for (Index i = 0; i < body->size(); i += stride) {
        const Vec3 force = body->of(ForceKind::contact)[i];
        for (int c = 0; c < body->dimension; ++c) {
          const Real x = body->x[i][c];
          body->x[i][c] = x + step;
          const Real up = contact->potential_energy();
          body->x[i][c] = x - step;
          const Real down = contact->potential_energy();
          body->x[i][c] = x;
          worst = std::max(worst, std::abs(force[c] + (up - down) / (2 * step)));
          largest = std::max(largest, std::abs(force[c]));
        }
      }
    }
    return largest > 0 ? worst / largest : 1;
  }

  /// Presses b down and rubs it to and fro for 0.02 s. Both shares are of the largest work done on it.
  struct Balance {
    Real missing;  ///< work that is neither stored nor lost
    Real lost;     ///< by sliding
  };
  Balance rub(int steps) {
    const Real step = 0.02 / steps;
    for (SolidBody* body : {&a, &b}) {
      for (Real& m : body->m) m *= 1e9;  // the cap of the tangential stiffness would depend on the step
    }
    const auto force = [this](Index i) -> Vec3 { return b.of(ForceKind::contact)[i] + b.of(ForceKind::friction)[i]; };
    ContactSums sums = evaluate(0);
    const Real start = sums.stored;
    Real work = 0, lost = 0, scale = 0;
    for (int n = 0; n < steps; ++n) {
      std::vector<Vec3> before;
      for (Index i = 0; i < b.size(); ++i) before.push_back(force(i));
      const Real t = (n + 0.5) * step;
      for (Vec3& v : b.v) v = Vec3(2e-2 * std::cos(600 * t), -0.1, 0);
      drift(b, step);
      sums = evaluate(step);
      for (Index i = 0; i < b.size(); ++i) work -= 0.5 * step * (before[i] + force(i)).dot(b.v[i]);
      lost += sums.sliding;
      scale = std::max(scale, std::abs(work));
    }
    return {std::abs(work - (sums.stored - start) - lost) / scale, lost / scale};
  }

  static void drift(SolidBody& body, Real dt) {
    body.max_speed = 0;
    for (Index i = 0; i < body.size(); ++i) {
      body.u[i] += dt * body.v[i];
      body.x[i] = body.X[i] + body.u[i];
      body.max_speed = std::max(body.max_speed, body.v[i].norm());
    }
  }
};

using ContactSample = SampleOf<PairContact, KernelPotential>;
using BarrierSample = SampleOf<FieldContact, FieldBarrier>;

inline std::vector<ContactLine> lines(const SolidContact& contact) {
  std::vector<ContactLine> all;
  contact.for_each_line([&](const ContactLine& line) { all.push_back(line); });
  return all;
}

/// The plane of contact that a law may load: across the line of centres, or across the resultants.
template <class Law>
Vec3 normal_of(const ContactSample& s, const ContactLine& line) {
  if constexpr (std::is_same_v<Law, CoulombPairwise>) return (s.a.x[line.i] - s.b.x[line.j]).normalized();
  return (s.a.of(ForceKind::contact)[line.i] - s.b.of(ForceKind::contact)[line.j]).normalized();
}

}  // namespace talus
