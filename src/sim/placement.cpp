#include "talus/sim/placement.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "talus/core/error.hpp"
#include "talus/numerics/cell_grid.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/leapfrog.hpp"

namespace talus {
namespace {

/// Strength per unit of contact pressure, and the range in which it is left to itself (contact 10).
constexpr Real alpha_per_pressure = 80;
constexpr Real softest_alpha = 1e-6;
constexpr Real stiffest_alpha = 1;

/// Nothing is placed nearer than this share of the mean spacing: the lattices would interlock.
constexpr Real smallest_gap = 0.3;

struct ElasticWave {
  Real density, young, wave_speed;
};
ElasticWave wave_of(const SolidBody& body) {
  return std::visit(
      [](const auto& m) {
        return ElasticWave{m.density, m.young, std::sqrt((m.bulk_modulus() + 4 * m.shear_modulus() / 3) / m.density)};
      },
      body.material);
}

Vec3 mean_velocity(const SolidBody& body) { return linear_momentum(body) / total_mass(body); }

/// Speed at which two bodies approach, along the axis on which their boxes are farthest apart [m/s].
Real approach_speed(const SolidBody& a, const SolidBody& b) {
  const Vec3 v = mean_velocity(a) - mean_velocity(b);
  Real widest = -infinity;
  Real speed = 0;
  for (int axis = 0; axis < a.dimension; ++axis) {
    const Extent ea = extent_along(a, Vec3::Unit(axis));
    const Extent eb = extent_along(b, Vec3::Unit(axis));
    const Real above = ea.low - eb.high;  // a lies on the positive side by this much
    const Real below = eb.low - ea.high;
    const Real gap = std::max(above, below);
    if (gap <= widest) continue;
    widest = gap;
    speed = std::max(Real(0), above > below ? -v[axis] : v[axis]);
  }
  return speed;
}

/// Smallest distance along `up` from a particle to one that it stands above; infinite where there is none [m].
Real height_above(const SolidBody& resting, const SolidBody& carrier, const Vec3& up) {
  const Real reach = Real(0.75) * std::max(resting.spacing, carrier.spacing);  // half of a cell's diagonal, and some
  const auto ground_of = [&](const Vec3& x) { return Vec3(x - x.dot(up) * up); };
  std::vector<Vec3> ground;
  for (const Vec3& x : carrier.x) ground.push_back(ground_of(x));
  CellGrid columns;
  columns.build(ground, reach);
  Real least = infinity;
  for (const Vec3& x : resting.x) {
    columns.for_each_near(ground_of(x), reach,
                          [&](Index j, Real) { least = std::min(least, (x - carrier.x[j]).dot(up)); });
  }
  return least;
}

}  // namespace

Extent extent_along(const SolidBody& body, const Vec3& direction) {
  Extent e{infinity, -infinity};
  for (const Vec3& x : body.x) {
    e.low = std::min(e.low, x.dot(direction));
    e.high = std::max(e.high, x.dot(direction));
  }
  return e;
}

Real automatic_alpha(const SolidBody& resting, const SolidBody& carrier, const Vec3& gravity) {
  const ElasticWave c = wave_of(resting);
  Real pressure = Real(0.5) * c.density * c.wave_speed * approach_speed(resting, carrier);
  if (gravity.norm() > 0) {
    const Extent height = extent_along(resting, gravity.normalized());
    pressure += c.density * gravity.norm() * (height.high - height.low + resting.spacing);
  }
  return std::clamp(alpha_per_pressure * pressure / c.young, softest_alpha, stiffest_alpha);
}

void translate(SolidBody& body, const Vec3& shift) {
  for (Vec3& X : body.X) X += shift;
  for (Vec3& x : body.x) x += shift;
}

Real rest_on(SolidContact& contact, SolidBody& resting, const Vec3& gravity, Real on_top) {
  const Vec3 up = -gravity.normalized();
  const bool resting_is_a = &contact.a() == &resting;
  const SolidBody& carrier = resting_is_a ? contact.b() : contact.a();
  const Real weight = (total_mass(resting) + on_top) * gravity.norm();
  Real facing = extent_along(resting, up).low - extent_along(carrier, up).high;

  // The weight that the contact is in equilibrium with across the surface; along a slope friction may hold it. The
  // resultant is taken on body a; moving b up by s is the same as moving a down by s.
  const auto carried = [&](Real gap) {
    const Vec3 shift = (gap - facing) * up;
    const Vec3 on_a = contact.normal_resultant(resting_is_a ? shift : Vec3(-shift));
    const Real lift = (resting_is_a ? on_a : Vec3(-on_a)).dot(up);
    return lift > 0 ? on_a.squaredNorm() / lift : 0;
  };
  Real near = smallest_gap * Real(0.5) * (resting.spacing + carrier.spacing);
  Real far = contact.range();
  if (carried(near) < weight) {  // a carrier that is not square to gravity reaches higher elsewhere
    facing = height_above(resting, carrier, up);
    if (std::isinf(facing)) {
      throw CaseError("body \"" + resting.name + "\" cannot be placed on \"" + carrier.name +
                      "\": nothing of it lies above that, against gravity");
    }
  }
  if (carried(near) < weight) {
    throw CaseError("the contact is too soft to carry body \"" + resting.name + "\" (weight " + quantity(weight, "N") +
                    ", at most " + quantity(carried(near), "N") + " in contact with \"" + carrier.name +
                    "\"): raise its stiffness or strength, or leave it to \"auto\"");
  }
  for (int k = 0; k < 60 && far - near > 1e-14 * far; ++k) {
    const Real middle = Real(0.5) * (near + far);
    (carried(middle) > weight ? near : far) = middle;
  }
  const Real gap = Real(0.5) * (near + far);
  translate(resting, (gap - facing) * up);
  return gap;
}

}  // namespace talus
