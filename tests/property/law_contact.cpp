// Solids under the contact laws of grains: what holds for every law, and that it is the same law.
#include "talus/contact/law_contact.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/sample_law.hpp"
#include "talus/contact/make_grain_contact.hpp"
#include "talus/contact/sphere_contact.hpp"

namespace talus {
namespace {

constexpr Real spacing = 0.1;  ///< of the lower body [m]

/// Calls visit(law) for every entry that serves solids and grains.
template <class Visit>
void for_each_shared_law(Visit&& visit) {
  NormalLaws::for_each([&]<class Law>() {
    if constexpr (Law::for_solids && Law::for_grains && !std::is_same_v<Law, NoContact>) {
      CAPTURE(std::string(Law::name));
      visit(sample_law<Law>());
    }
  });
}

/// Two jittered bodies of unequal spacing, `gap` [m] between their facing layers.
struct LawSample : SampleOf<FieldContact, FieldBarrier> {
  std::unique_ptr<SolidContact> law;

  template <class Normal, class Tangential>
  LawSample(int dimension, const Normal& normal, const Tangential& tangential, Real gap)
      : SampleOf(dimension, {}, Frictionless{}, gap) {
    GrainContactLaws laws;
    laws.normal.entry = normal;
    laws.tangential.entry = tangential;
    law = make_law_contact(a, b, laws);
  }

  ContactSums touch(Real dt) {
    for (SolidBody* body : {&a, &b}) clear_forces(*body);
    return law->compute(dt);
  }

  [[nodiscard]] Vec3 force(const SolidBody& body, Index i) const {
    return body.of(ForceKind::contact)[i] + body.of(ForceKind::friction)[i];
  }
};

struct Books {
  Real missing;  ///< work that is neither stored nor lost, over the largest work so far
  Real least_loss, lost;
};

/// Presses the upper body in, rubs it to and fro, and draws it off again.
Books press_and_rub(LawSample& s, int steps) {
  static constexpr Real duration = 0.02;
  const Real step = duration / steps;
  const auto velocity = [](Real t) {
    return Vec3(0.3 * std::cos(900 * t), -1.2 * std::cos(3.1416 * t / duration), 0);
  };
  std::fill(s.b.v.begin(), s.b.v.end(), velocity(0));
  ContactSums sums = s.touch(0);
  const Real start = sums.stored;
  Real work = 0, lost = 0, scale = 0;
  Books books{0, 0, 0};
  for (int n = 0; n < steps; ++n) {
    std::vector<Vec3> before;
    for (Index i = 0; i < s.b.size(); ++i) before.push_back(s.force(s.b, i));
    std::fill(s.b.v.begin(), s.b.v.end(), velocity((n + 0.5) * step));
    s.drift(s.b, step);
    sums = s.touch(step);
    for (Index i = 0; i < s.b.size(); ++i) work -= 0.5 * step * (before[i] + s.force(s.b, i)).dot(s.b.v[i]);
    lost += sums.plastic + sums.adhesive + sums.viscous + sums.sliding;
    books.least_loss = std::min(books.least_loss, lost);
    scale = std::max(scale, std::abs(work));
  }
  books.missing = std::abs(work - (sums.stored - start) - lost) / scale;
  books.lost = lost / scale;
  books.least_loss /= scale;
  return books;
}

/// Flat faces of equal lattices, particle over particle, and how many meet.
struct FlatPair {
  SolidBody a, b;
  static constexpr int across = 48;

  FlatPair() {
    const LatticeSample plain{.dimension = 2, .cells = {across, 5, 1}, .spacing = spacing, .jitter = 0};
    a = sample_body(rubber<NeoHookean>(), plain);
    LatticeSample above = plain;
    above.corner = Vec3(0, 5 * spacing, 0);
    b = sample_body(rubber<NeoHookean>(), above);
  }
};

}  // namespace

TEST_CASE("solids under every law of grains: both momenta are kept") {
  for_each_shared_law([](const auto& normal) {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      LawSample s(dimension, normal, sample_law<CoulombSpring>(), 0.09);
      constexpr Real dt = 1e-4;
      s.touch(0);
      Draw draw(41);
      for (int n = 0; n < 3; ++n) {
        s.move(draw, 5, dt);
        s.touch(dt);
      }
      REQUIRE(s.law->loaded() > 3);
      for (const ForceKind kind : {ForceKind::contact, ForceKind::friction}) {
        ForceSums sums;
        for (const SolidBody* body : {&s.a, &s.b}) sums.add(*body, kind);
        REQUIRE(sums.force_scale > 0);
        CHECK(sums.force.norm() < 1e-12 * sums.force_scale);
        CHECK(sums.torque.norm() < (kind == ForceKind::contact ? 1e-12 : 3e-7) * sums.torque_scale);
      }
    }
  });
}

TEST_CASE("solids under every law of grains: work is what is stored and lost, to second order") {
  for_each_shared_law([](const auto& normal) {
    const auto books = [&](int steps) {
      LawSample s(2, normal, sample_law<CoulombSpring>(), 0.115);
      return press_and_rub(s, steps);
    };
    const Books coarse = books(2000), fine = books(4000);
    CAPTURE(coarse.missing);
    CAPTURE(fine.missing);
    CHECK(fine.missing < 1e-3);
    CHECK(fine.missing < 0.3 * coarse.missing + 1e-6);
    CHECK(fine.lost > 5e-3);
    CHECK(fine.least_loss > -1e-5);
  });
}

TEST_CASE("solids under elastic laws of grains: the force is minus the gradient of what is stored") {
  LinearSpring spring;
  spring.k = 1e4;
  spring.restitution = 1;
  const auto check = [](const auto& normal, int dimension) {
    LawSample s(dimension, normal, Frictionless{}, 0.085);
    s.touch(0);
    REQUIRE(s.law->loaded() > 3);
    constexpr Real step = 1e-6;
    Real worst = 0, largest = 0;
    for (SolidBody* body : {&s.a, &s.b}) {
      for (Index i = 0; i < body->size(); i += 3) {
        const Vec3 force = body->of(ForceKind::contact)[i];
        for (int c = 0; c < dimension; ++c) {
          const Real x = body->x[i][c];
          body->x[i][c] = x + step;
          const Real up = s.law->potential_energy();
          body->x[i][c] = x - step;
          const Real down = s.law->potential_energy();
          body->x[i][c] = x;
          worst = std::max(worst, std::abs(force[c] + (up - down) / (2 * step)));
          largest = std::max(largest, std::abs(force[c]));
        }
      }
    }
    CHECK(worst < 1e-6 * largest);
  };
  for (const int dimension : {2, 3}) {
    check(spring, dimension);
    check(sample_law<Hertz>(), dimension);
  }
}

TEST_CASE("one law serves solids and grains: flat faces answer as many pairs of balls") {
  for_each_shared_law([](const auto& normal) {
    FlatPair flat;
    GrainContactLaws laws;
    laws.normal.entry = normal;
    const auto contact = make_law_contact(flat.a, flat.b, laws);
    // The same pair of balls, of half a spacing and the mass of a particle, with the law that the contact has.
    const Real mass = flat.a.m[0], young = rubber_young / (1 - rubber_poisson * rubber_poisson) / 2;
    ContactPoint ball{.length = spacing / 2,
                      .reduced_radius = spacing / 4,
                      .reduced_mass = mass / 2,
                      .reduced_young = young,
                      .reduced_shear = 1};
    const auto law = normal.law(ball);
    typename decltype(law)::History history{};
    constexpr int steps = 400;
    constexpr Real depth = 0.02 * spacing, dt = 1e-5;
    auto ready = law;
    if constexpr (requires { ready.prepare(dt); }) ready.prepare(dt);
    std::fill(flat.b.v.begin(), flat.b.v.end(), Vec3(0, -depth * 3.1416 / steps / dt, 0));
    contact->compute(0);
    Real worst = 0, largest = 0, before = 0, lost = 0, lost_balls = 0, power = 0, most = 0;
    for (int n = 1; n <= steps; ++n) {
      const Real overlap = depth * std::sin(3.1416 * n / steps);
      for (SolidBody* body : {&flat.a, &flat.b}) clear_forces(*body);
      std::fill(flat.b.v.begin(), flat.b.v.end(), Vec3(0, -(overlap - before) / dt, 0));
      SampleOf<FieldContact, FieldBarrier>::drift(flat.b, dt);
      const ContactSums sums = contact->compute(dt);
      ball.overlap_before = std::max(Real(0), before);
      ball.overlap = overlap;
      ball.dt = dt;
      // The contact carries the closing speed on to the end of the step.
      ball.closing = depth * 3.1416 / steps / dt * std::cos(3.1416 * n / steps);
      const NormalAnswer answer = ready.evaluate(history, ball);
      lost += sums.plastic + sums.adhesive + sums.viscous;
      lost_balls += answer.plastic_loss + answer.adhesive_loss + 0.5 * dt * (power + answer.viscous_power);
      power = answer.viscous_power;
      // In the middle, away from the ends of the faces, where the field is that of a half-space.
      const Index middle = 4 * FlatPair::across + FlatPair::across / 2;
      for (const ContactLine& line : lines(*contact)) {
        if (line.i != middle || n < 3 || n > steps - 3) continue;
        worst = std::max(worst, std::abs(line.normal_force.norm() - std::abs(0.5 * answer.force)));
      }
      largest = std::max(largest, std::abs(0.5 * answer.force));
      most = std::max(most, Real(0.5) * contact->loaded());
      before = overlap;
    }
    CHECK(largest > 0);
    CHECK(worst < 1e-2 * largest);
    CHECK(lost == near(most * lost_balls, 0.05));
  });
}

TEST_CASE("one law serves solids and grains: both engines hold the same type") {
  const ContactPoint pair{.length = 1, .reduced_radius = 0.5, .reduced_mass = 1, .reduced_young = 1, .reduced_shear = 1};
  for_each_shared_law([&](const auto& normal) {
    using Law = std::decay_t<decltype(normal.law(pair))>;
    CHECK(std::is_same_v<typename LawContact<Law>::Laws, typename SphereContact<Law, true>::Laws>);
  });
}

TEST_CASE("a run of two solids under an adhesive law: they stay together, both ledgers close") {
  Case c = empty_case(2, 0.02);
  c.time.courant = 0.35;
  const auto rubber_block = [&](const std::string& name, Real y, Real v) {
    SolidSpec& block = add_block(c, name, elastic<NeoHookean>(1000, 1e6, 0.3), Vec3(0.5, 0.3, 0), 0.05);
    block.position = Vec3(0, y, 0);
    block.velocity = Vec3(0, v, 0);
  };
  rubber_block("upper", 0.155, -0.5);
  rubber_block("lower", -0.15, 0.5);
  ContactSpec spec;
  spec.between = {"upper", "lower"};
  Luding law;
  law.k1 = 1e5;
  law.k2_max = 5e5;
  law.k_c = 4e5;
  law.penetration_depth_max = 0.5;
  spec.normal.entry = law;
  spec.tangential.entry = sample_law<CoulombSpring>();
  c.contacts.push_back(spec);
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.model().contacts[0]->loaded() > 10);
  CHECK(s.ledger()[Channel::contact_plastic] > 0.01 * 2 * 0.5 * 150 * 0.25);
  CHECK(s.ledger().work_residual() < 1e-11);
  CHECK(s.ledger().state_residual() < 5e-4);
}

}  // namespace talus
