// Solids that are turned about an axis: torsion of a round bar, a disc that is spun up.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/threads.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

/// A case with one body of density 1000 kg/m^3 and E = 1e8 Pa.
std::string case_of(int dimension, Real end, const std::string& body, Real poisson, const std::string& boundaries,
                    const std::string& columns) {
  return R"({"talus": 1, "title": "turned", "dimension": )" + std::to_string(dimension) + R"(, "time": {"end": )" +
         std::to_string(end) + R"(}, "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e8,
         "poisson": )" +
         std::to_string(poisson) + R"(}}, "bodies": {"body": {"solver": "tlsph", "material": "soft", )" + body +
         R"(}}, "boundaries": [)" + boundaries + R"(], "output": {"history": {"columns": {)" + columns + "}}}}";
}

struct Recorded {
  Simulation simulation;
  History history{simulation};

  explicit Recorded(const std::string& text) : simulation(simulate_written(text)) {}
  void record() { history.record(simulation); }
  Real at(const char* name) const { return history.table().find(name)->back(); }
};

constexpr Real young = 1e8, poisson = 0.25, shear = young / (2 * (1 + poisson)), radius = 0.1, length = 0.3;
constexpr Real polar = std::numbers::pi / 2 * radius * radius * radius * radius;  // [m^4]

/// A bar along z, held at one end, turned at the other and free to change its length, until it has come to rest.
Recorded twisted_bar(Real angle) {
  const std::string bar = R"("spacing": 0.0125, "shape": {"model": "cylinder", "radius": 0.1, "length": 0.3,
      "axis": "z", "packing": "rings"})";
  const std::string boundaries = R"({"model": "clamp", "body": "body", "where": {"layer": "bottom"}},
      {"model": "prescribed_motion", "body": "body", "where": {"layer": "top"}, "components": ["x", "y"],
       "rotation": {"axis": [0, 0, 1], "angle": {"table": [[0, 0], [0.004, )" +
                                 std::to_string(angle) + R"(]]}}},
      {"model": "damping", "body": "body", "rate": 4200})";  // twice the slowest mode
  const std::string end = R"("along": [0, 0, 1], "where": {"layer": )";
  const std::string M = R"({"of": "body", "quantity": "reaction_moment", )" + end;
  Recorded twisted(case_of(3, 0.01, bar, poisson, boundaries,
                           R"("M_top": )" + M + R"("top"}}, "M_bottom": )" + M + R"("bottom"}},
      "N": {"of": "body", "quantity": "reaction", )" +
                               end + R"("bottom"}})"));
  run(twisted.simulation, [](const Simulation&) {});
  twisted.record();
  return twisted;
}

/// d(angle)/dz in the middle half of the bar: least squares over all particles off the axis [rad/m].
Real twist(const SolidBody& bar) {
  Real sum = 0, weight = 0;
  for (Index i = 0; i < bar.size(); ++i) {
    const Vec3 &X = bar.X[i], &x = bar.x[i];
    const Real r2 = X.head<2>().squaredNorm();
    if (std::abs(X.z()) > length / 4) continue;
    const Real angle = std::atan2(X.x() * x.y() - X.y() * x.x(), X.x() * x.x() + X.y() * x.y());
    sum += r2 * X.z() * angle;
    weight += r2 * X.z() * X.z();
  }
  return sum / weight;
}

}  // namespace

TEST_CASE("torsion of a round bar: the moment on both ends is G I_p theta/L") {
  constexpr Real angle = 0.01, spacing = 0.0125;
  const Recorded bar = twisted_bar(angle);
  const SolidBody& body = bar.simulation.model().bodies[0];
  const Real per_twist = bar.at("M_top") / twist(body);
  MESSAGE("moment over twist ", per_twist / (shear * polar), " of G I_p, twist ",
          twist(body) * (length - spacing) / angle, " of theta/L, moments ", bar.at("M_top"), " ", bar.at("M_bottom"),
          " N m, axial force ", bar.at("N"), " N");
  CHECK(relative_error(bar.at("M_bottom"), -bar.at("M_top")) < 1e-4);
  CHECK(relative_error(per_twist, shear * polar) < 0.02);
  CHECK(relative_error(twist(body), angle / (length - spacing)) < 0.02);  // from layer to layer of what is held
  CHECK(std::abs(bar.at("N")) < 1e-3 * bar.at("M_top") / radius);
  CHECK(bar.simulation.ledger().largest_work_residual() < 1e-11);
}

namespace {

/// A disc in rings, of which some particles are turned faster and faster.
std::string disc(const std::string& where, const std::string& rate, Real end) {
  const std::string column = R"({"of": "body", "quantity": )";
  return case_of(2, end, R"("spacing": 0.02, "shape": {"model": "cylinder", "radius": 0.2, "packing": "rings"},
      "position": [1, 2])",
                 poisson,
                 R"({"model": "prescribed_motion", "body": "body", "where": )" + where +
                     R"(, "rotation": {"centre": [1, 2], "rate": )" + rate + "}}",
                 R"("M": )" + column + R"("reaction_moment"}, "spin": )" + column + R"("angular_velocity"}, "L": )" +
                     column + R"("angular_momentum", "about": [1, 2]}, "E": )" + column + R"("kinetic_energy"})");
}

Real inertia(const SolidBody& body) {
  Real sum = 0;
  for (Index i = 0; i < body.size(); ++i) sum += body.m[i] * (body.X[i] - Vec3(1, 2, 0)).squaredNorm();
  return sum;
}

}  // namespace

TEST_CASE("a disc that is turned as a whole has 1/2 I omega^2, and its moment is I d(omega)/dt") {
  Recorded run_up(disc(R"({"all": true})", R"({"expression": "40*t + 3000*t^2"})", 0.02));
  const Real I = inertia(run_up.simulation.model().bodies[0]);
  CHECK(relative_error(I, 1000 * std::numbers::pi / 2 * 0.2 * 0.2 * 0.2 * 0.2) < 0.01);
  run(run_up.simulation, [&](const Simulation& s) {
    run_up.record();
    const Real t = s.time(), omega = 40 * t + 3000 * t * t;
    CHECK(relative_error(run_up.at("spin"), omega) < 1e-6);
    CHECK(relative_error(run_up.at("E"), I / 2 * omega * omega) < 1e-6);
    CHECK(relative_error(run_up.at("M"), I * (40 + 6000 * (t - s.last_step() / 2))) < 1e-5);
  });
  CHECK(run_up.simulation.ledger().largest_work_residual() < 1e-12);
  CHECK(run_up.simulation.ledger()[Channel::elastic] < 1e-9 * run_up.simulation.ledger()[Channel::kinetic]);
}

TEST_CASE("a disc that is spun up at its hub: the angular momentum is what the moment has given") {
  const std::string hub = R"({"box": {"min": [0.9, 1.9], "max": [1.1, 2.1]}})";
  Recorded run_up(disc(hub, R"({"expression": "t < 0.02 ? 10 - 10*cos(pi*t/0.02) : 20"})", 0.03));
  Real given = 0, before = 0;
  run_up.record();
  run(run_up.simulation, [&](const Simulation& s) {
    run_up.record();
    given += s.last_step() * (before + run_up.at("M")) / 2;
    before = run_up.at("M");
  });
  const Real I = inertia(run_up.simulation.model().bodies[0]);
  CHECK(relative_error(given, run_up.at("L")) < 1e-3);
  CHECK(relative_error(run_up.at("L"), 20 * I) < 0.01);  // the rim swings a little about the hub
  CHECK(relative_error(run_up.at("E"), 200 * I) < 0.02);
  CHECK(run_up.simulation.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE("what turns has the same bits on any number of threads") {
  const auto hash = [](int threads) {
    const Threads set(threads);
    Simulation s = simulate_written(disc(R"({"box": {"min": [0.9, 1.9], "max": [1.1, 2.1]}})", "50", 0.0005));
    run(s, [](const Simulation&) {});
    return s.state_hash();
  };
  CHECK(hash(1) == hash(2));
  CHECK(hash(1) == hash(3));
}

}  // namespace talus
