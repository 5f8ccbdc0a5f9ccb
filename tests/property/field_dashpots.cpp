// Dashpots of field contact: they end rocking and spare rolling.
#include <doctest/doctest.h>

#include "property/contact_samples.hpp"

namespace talus {
namespace {

/// Sum of the sizes of the dashpots' forces on the upper body after it has turned about the contact with the spin
/// omega(n) [1/s] in step n, long enough for many bounces.
template <class Spin>
Real dashpots_after(Spin&& omega) {
  constexpr int steps = 2000;
  constexpr Real dt = 5e-3;
  BarrierSample s(2, FieldBarrier{}, friction_law<CoulombStickSlip>());
  s.evaluate(0);
  Vec3 centre = Vec3::Zero();
  const auto network = lines(*s.contact);
  REQUIRE(network.size() > 3);
  for (const ContactLine& line : network) centre += line.from / static_cast<Real>(network.size());
  for (int n = 0; n < steps; ++n) {
    for (Index i = 0; i < s.b.size(); ++i) s.b.v[i] = omega(n) * Vec3::UnitZ().cross(s.b.x[i] - centre);
    s.evaluate(dt);  // bodies stay where they are: only what they do counts
  }
  Real sum = 0;
  for (const Vec3& f : s.b.of(ForceKind::contact_viscous)) sum += f.norm();
  return sum;
}

}  // namespace

TEST_CASE("field friction: dashpots brake a body that rocks and let one roll") {
  const Real rolling = dashpots_after([](int) { return 1e-3; });
  const Real rocking = dashpots_after([](int n) { return n % 2 == 0 ? -1e-3 : 1e-3; });
  REQUIRE(rocking > 0);
  CHECK(rolling < 0.01 * rocking);
}

}  // namespace talus
