// A body in contact with itself under every law: nothing without a fold, and what holds where one closes.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <numbers>
#include <string>

#include "property/contact_samples.hpp"
#include "talus/contact/make_grain_contact.hpp"

namespace talus {
namespace {

constexpr Real spacing = 0.1;  ///< [m]

struct Law {
  const char* name;
  std::function<std::unique_ptr<SolidContact>(SolidBody&)> make;
  Real reach;  ///< gap between facing layers below which it acts, in spacings
};

template <class Tangential>
std::vector<Law> laws(const Tangential& friction) {
  const auto spring = [](SolidBody& body) {
    GrainContactLaws laws;
    LinearSpring normal;
    normal.k = 1e4;
    laws.normal.entry = normal;
    return make_law_contact(body, body, laws);
  };
  return {{"field_barrier",
           [=](SolidBody& b) { return std::make_unique<FieldContact>(b, b, FieldBarrier{}, 1e5, friction); }, 1.05},
          {"kernel_potential",
           [=](SolidBody& b) { return std::make_unique<PairContact>(b, b, KernelPotential{}, 1e4, friction); }, 3.35},
          {"linear_spring", spring, 1.05}};
}

/// Lists are looked at anew after this: the body may have come from far.
ContactSums evaluate(SolidContact& contact, SolidBody& body, Real dt) {
  body.max_speed = 1e9;
  clear_forces(body);
  return contact.compute(dt);
}

Real largest_force(const SolidBody& body) {
  Real largest = 0;
  for (const Vec3& f : body.of(ForceKind::contact)) largest = std::max(largest, f.norm());
  return largest;
}

/// A strip of four layers along x, bent about its middle: two legs and an arc of half a turn with the radius R in
/// its middle line. `turn` <= 1 is how much of the half turn has been made.
void bend(SolidBody& body, Real R, Real turn = 1) {
  Real end = 0;
  for (const Vec3& X : body.X) end = std::max(end, X[0]);
  const Real arc = turn * std::numbers::pi * R, from = Real(0.5) * (end - arc);
  for (Index i = 0; i < body.size(); ++i) {
    const Real s = body.X[i][0], height = body.X[i][1] - Real(1.5) * spacing;
    const Real bent = std::clamp(s - from, Real(0), arc), angle = bent / R;
    const Vec3 along(std::cos(angle), std::sin(angle), 0), normal(-along[1], along[0], 0);
    Vec3 place = Vec3(R * std::sin(angle), R * (1 - std::cos(angle)), body.X[i][2]) + height * normal;
    place += (s < from ? s - from : s > from + arc ? s - from - arc : 0) * along;
    const bool in_arc = s > from && s < from + arc;
    body.x[i] = place;
    body.u[i] = place - body.X[i];
    Mat3 F = Mat3::Identity();
    F.col(0) = (in_arc ? 1 - height / R : 1) * along;
    F.col(1) = normal;
    body.F.set(i, F);
  }
}

SolidBody strip(int dimension) {
  return sample_body(rubber<NeoHookean>(),
                     {.dimension = dimension, .cells = {40, 4, 5}, .spacing = spacing, .jitter = 0.03, .seed = 81});
}

/// Radius of the arc where the facing layers of the legs are `gap` [spacings] apart.
Real radius_at(Real gap) { return (Real(0.5) * gap + Real(1.5)) * spacing; }

/// Bends the strip and closes it in steps to the given gap.
void close(SolidBody& body, SolidContact& contact, Real gap) {
  for (int n = 0; n <= 10; ++n) {
    bend(body, radius_at(9), Real(0.1) * n);
    evaluate(contact, body, 1e-6);
  }
  const int steps = 80;
  for (int n = 1; n <= steps; ++n) {
    bend(body, radius_at(9 + (gap - 9) * n / steps));
    evaluate(contact, body, 1e-6);
  }
}

TEST_CASE("self-contact: a block feels nothing of itself, however it is squeezed or sheared") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const SolidBody block =
        sample_body(rubber<NeoHookean>(),
                    {.dimension = dimension, .cells = {11, 10, 8}, .spacing = spacing, .jitter = 0.05, .seed = 82});
    Draw draw(83);
    for (int k = 0; k < 4; ++k) {
      const Vec3 along = k == 0 ? Vec3(1, 0, 0) : Vec3(draw.vector(dimension).normalized());
      Mat3 turned = Eigen::AngleAxisd(1.2 * k, Vec3::UnitZ()).toRotationMatrix();
      for (const Law& law : laws(Frictionless{})) {
        CAPTURE(std::string(law.name));
        SolidBody body = block;
        const auto contact = law.make(body);
        CHECK(evaluate(*contact, body, 0).stored == 0);
        for (int n = 1; n <= 14; ++n) {  // down to 0.3 along one axis, with shear, while it turns
          const Real squeezed = 1 - Real(0.05) * n;
          Mat3 F = turned * (Mat3::Identity() + (squeezed - 1) * along * along.transpose());
          F(0, 1) += Real(0.03) * n;
          displace(body, [&](const Vec3& X) { return Vec3(F * X - X); });
          for (Index i = 0; i < body.size(); ++i) {
            body.x[i] = F * body.X[i];
            if (dimension == 2) body.x[i][2] = 0;
            body.F.set(i, F);
          }
          CHECK(evaluate(*contact, body, 1e-6).stored == 0);
          CHECK(contact->loaded() == 0);
          CHECK(largest_force(body) == 0);
        }
      }
    }
  }
}

TEST_CASE("self-contact: a strip that is bent feels nothing until its legs meet, and then opens") {
  for (const int dimension : {2, 3}) {
    for (const Law& law : laws(Frictionless{})) {
      CAPTURE(dimension);
      CAPTURE(std::string(law.name));
      SolidBody body = strip(dimension);
      const auto contact = law.make(body);
      close(body, *contact, law.reach * 1.45);  // in the arc, faces are nearer than the legs
      CHECK(largest_force(body) == 0);
      close(body, *contact, law.reach - 0.25);
      REQUIRE(contact->loaded() > 0);
      Vec3 upper = Vec3::Zero();
      Real scale = 0;
      for (Index i = 0; i < body.size(); ++i) {
        if (body.X[i][0] > 2) upper += body.of(ForceKind::contact)[i];
        scale += body.of(ForceKind::contact)[i].norm();
      }
      CHECK(upper[1] > 0.15 * scale);
    }
  }
}

TEST_CASE("self-contact: both momenta are kept, with friction") {
  for (const int dimension : {2, 3}) {
    for (const Law& law : laws(friction_law<CoulombStickSlip>())) {
      CAPTURE(dimension);
      CAPTURE(std::string(law.name));
      SolidBody body = strip(dimension);
      const auto contact = law.make(body);
      close(body, *contact, law.reach - 0.25);
      Draw draw(84);
      for (Vec3& v : body.v) v = draw.vector(dimension, 1);
      evaluate(*contact, body, 2e-5);
      const bool pairs = law.name == std::string("kernel_potential");  // its friction acts across the gap
      for (const ForceKind kind : {ForceKind::contact, ForceKind::friction}) {
        ForceSums sums;
        sums.add(body, kind);
        if (kind == ForceKind::friction && sums.force_scale == 0) continue;  // the spring has none
        REQUIRE(sums.force_scale > 0);
        CHECK(sums.force.norm() < 1e-12 * sums.force_scale);
        if (pairs && kind == ForceKind::friction) continue;
        CHECK(sums.torque.norm() < (kind == ForceKind::contact ? 1e-12 : 3e-7) * sums.torque_scale);
      }
    }
  }
}

TEST_CASE("self-contact: the force is minus the gradient of what is stored") {
  for (const Law& law : laws(Frictionless{})) {
    CAPTURE(std::string(law.name));
    SolidBody body = strip(2);
    const auto contact = law.make(body);
    close(body, *contact, law.reach - 0.25);
    const std::vector<Vec3> force = body.of(ForceKind::contact);
    constexpr Real step = 1e-6;
    Real worst = 0, largest = 0;
    body.max_speed = 0;  // the lists stay
    for (Index i = 0; i < body.size(); i += 5) {
      for (int c = 0; c < 2; ++c) {
        const Real x = body.x[i][c];
        const auto at = [&](Real place) {
          body.x[i][c] = place;
          return contact->compute(0).stored;
        };
        const Real slope = (at(x + step) - at(x - step)) / (2 * step);
        body.x[i][c] = x;
        worst = std::max(worst, std::abs(force[i][c] + slope));
        largest = std::max(largest, std::abs(force[i][c]));
      }
    }
    REQUIRE(largest > 0);
    CHECK(worst < 1e-5 * largest);
  }
}

TEST_CASE("self-contact: closing a fold costs what it stores: nothing comes into sight with a share") {
  for (const Law& law : laws(Frictionless{})) {
    CAPTURE(std::string(law.name));
    SolidBody body = strip(2);
    const auto contact = law.make(body);
    close(body, *contact, law.reach + 0.2);
    Real work = 0, stored = evaluate(*contact, body, 0).stored;
    const Real start = stored;
    constexpr int steps = 400;
    for (int n = 1; n <= steps; ++n) {
      const std::vector<Vec3> before = body.of(ForceKind::contact), x = body.x;
      bend(body, radius_at(law.reach + 0.2 - 0.5 * n / steps));
      stored = evaluate(*contact, body, 0).stored;
      for (Index i = 0; i < body.size(); ++i) {
        work -= Real(0.5) * (before[i] + body.of(ForceKind::contact)[i]).dot(body.x[i] - x[i]);
      }
    }
    REQUIRE(stored > 0);
    CHECK(std::abs(work - (stored - start)) < 1e-3 * stored);
  }
}

}  // namespace
}  // namespace talus
