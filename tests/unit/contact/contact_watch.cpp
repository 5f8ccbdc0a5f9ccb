// What dashpots go by: time in contact, the path of sliding, and whether bodies roll or rock.
#include "talus/contact/contact_watch.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real mass = 2, stiffness = 800, load = 10;
const Real period = 2 * std::numbers::pi * std::sqrt(mass / stiffness);  // of the bounce [s]
const Real dt = period / 50;

/// Some bounces of a motion given by the number of the step.
template <class Motion>
ContactWatch after(int bounces, Motion&& motion) {
  ContactWatch watch(mass);
  for (int n = 0; n < 50 * bounces; ++n) {
    watch.follow_load(load, stiffness, dt);
    watch.follow_motion(load * motion(n), motion(n), load, dt);
  }
  return watch;
}

}  // namespace

TEST_CASE("contact watch: bounces are counted from the first touch and forgotten when bodies part") {
  ContactWatch watch = after(3, [](int) { return Vec3(1, 0, 0); });
  CHECK(relative_error(watch.bounces(), 3) < 1e-12);
  watch.follow_load(0, 0, dt);
  CHECK(watch.bounces() == 0);
}

TEST_CASE("contact watch: steady motion has a path and rolls, motion to and fro has none and rocks") {
  const ContactWatch steady = after(12, [](int) { return Vec3(0.3, -0.4, 0); });
  CHECK((steady.path() - Vec3(0.6, -0.8, 0)).norm() < 1e-4);
  CHECK(steady.rolling() > 0.999);
  // Four times per bounce, as a body that rocks on a contact does at most.
  const ContactWatch rocking = after(12, [](int n) { return Vec3(n / 12 % 2 == 0 ? 1 : -1, 0, 0); });
  CHECK(rocking.path().norm() < 0.25);
  CHECK(rocking.rolling() < 0.06);
}

}  // namespace talus
