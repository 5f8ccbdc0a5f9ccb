// What the books say of a zero-energy control that acts within the stress, where its energy is known.
#include <doctest/doctest.h>

#include "support/control_energy.hpp"
#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {

TEST_CASE("control work: of an elastic body it is the energy in the control, to round-off, in steps of any length") {
  // Forces are linear in what is left of the motion after the fit, so the trapezoidal work has no error.
  for (const int dimension : {2, 3}) {
    for (const bool bonds_one_by_one : {false, true}) {
      CAPTURE(dimension);
      CAPTURE(bonds_one_by_one);
      Case c = empty_case(dimension, 0.002);
      SolidSpec& spec =
          add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3), {0.8, 0.5, dimension == 3 ? 0.4 : 0}, 0.05);
      spec.hourglass.entry = MergedHourglass{.alpha = 0.02, .relaxation = 0};
      if (bonds_one_by_one) spec.renew_reference = 0.01;  // which it never is
      Model model = build_model(c);
      REQUIRE((model.solvers[0]->stencils() == nullptr) == bonds_one_by_one);
      SolidBody& body = model.bodies[0];
      for (Index i = 0; i < body.size(); ++i) {
        const Vec3& X = body.X[i];
        body.v[i] = Vec3(4 * std::sin(9 * X[1]), 3 * std::cos(11 * X[0]), dimension == 3 ? 2 * std::sin(8 * X[0]) : 0);
      }
      Simulation s(std::move(model));
      const ReferenceState reference = make_reference_state(s.model().bodies[0], {});
      const std::vector<Real> alpha(s.model().bodies[0].size(), 0.02 * 1e6);
      Real worst = 0, largest = 0;
      run(s, [&](const Simulation& now) {
        const SolidBody& moved = now.model().bodies[0];
        const Real energy = hourglass_energy(moved, reference, alpha);
        largest = std::max(largest, energy);
        worst = std::max(worst, std::abs(now.ledger()[Channel::hourglass] - energy));
      });
      const Real kinetic = s.ledger()[Channel::kinetic];
      CHECK(largest > 1e-4 * kinetic);
      CHECK(worst < 1e-11 * kinetic);
      CHECK(s.ledger().largest_work_residual() < 1e-13);
    }
  }
}

}  // namespace talus
