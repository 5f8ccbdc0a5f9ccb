// Thin bodies with second-order fits that strike each other: momenta and ledgers, elastic and plastic.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "support/sample_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

struct Meeting {
  Real linear = 0, angular = 0;  ///< largest drift of the momenta of both, relative
  Real work = 0, state = 0;      ///< residuals of the ledgers
  Real sliding = 0;              ///< lost by friction, over the first energy
  Real plastic_strain = 0;       ///< largest at the end
  Index loaded = 0;              ///< most contact points at once
  bool fitted = true;            ///< both have second-order fits
};

/// A spinning bar (in space: a plate) of four layers falls on another one across it.
template <class Material, class Friction>
Meeting meet(const Material& material, int dimension, Real speed, const Friction& friction, Real courant = 0.9,
             bool fixed = false) {
  constexpr Real dx = 0.01;
  const bool flat = dimension == 2;
  Case c = empty_case(dimension, 1);
  SolidSpec& lower = add_block(c, "lower", material, flat ? Vec3(0.3, 4 * dx, 0) : Vec3(0.16, 4 * dx, 0.08), dx);
  lower.velocity = {0, 0.2 * speed, 0};
  SolidSpec& upper = add_block(c, "upper", material, flat ? Vec3(0.2, 4 * dx, 0) : Vec3(0.08, 4 * dx, 0.16), dx);
  upper.position = {0.023, 0.055, flat ? 0 : 0.011};
  upper.rotation.vector = flat ? Vec3(0, 0, 0.1) : Vec3(0.05, 0.2, 0.1);
  upper.velocity = {0.7 * speed, -speed, 0};
  upper.spin = flat ? Vec3(0, 0, -4 * speed) : Vec3(2 * speed, 0, -4 * speed);
  ContactSpec contact;
  contact.between = {"upper", "lower"};
  contact.normal.entry = FieldBarrier{};
  contact.tangential.entry = friction;
  c.contacts.push_back(contact);
  c.time.end = 0.12 / speed;
  c.time.courant = courant;
  if (fixed) fix_step(c);
  Simulation s(build_model(c));
  const auto& bodies = s.model().bodies;
  const auto momentum = [&] { return Vec3(linear_momentum(bodies[0]) + linear_momentum(bodies[1])); };
  const auto turning = [&] { return Vec3(angular_momentum(bodies[0]) + angular_momentum(bodies[1])); };
  const Vec3 p0 = momentum(), L0 = turning();
  const Real energy = total_energy(s), p_scale = std::sqrt(2 * energy * total_mass(bodies[1]));
  Meeting m;
  for (const auto& solver : s.model().solvers) m.fitted = m.fitted && solver->reference().surface.count > 0;
  run(s, [&](const Simulation& now) {
    m.linear = std::max(m.linear, (momentum() - p0).norm() / p_scale);
    m.angular = std::max(m.angular, (turning() - L0).norm() / (p_scale * 0.2));
    m.loaded = std::max(m.loaded, now.model().contacts[0]->loaded());
  });
  m.work = s.ledger().largest_work_residual();
  m.state = s.ledger().largest_state_residual();
  m.sliding = s.ledger()[Channel::sliding] / energy;
  for (const SolidBody& body : bodies) {
    for (Index i = 0; i < body.size(); ++i) m.plastic_strain = std::max(m.plastic_strain, body.state[i].plastic_strain);
  }
  return m;
}

HenckyJ2 metal() {
  HenckyJ2 material = elastic<HenckyJ2>(1000, 2e9, 0.3);
  material.hardening.entry = Linear{.yield = 1e7, .modulus = 2e7};
  return material;
}

TEST_CASE("thin bodies in contact: both momenta to round-off, both ledgers close") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Meeting elastic_one = meet(elastic<NeoHookean>(1000, 2e9, 0.3), dimension, 10, Frictionless{});
    const Meeting plastic_one = meet(metal(), dimension, 30, Frictionless{});
    for (const Meeting& m : {elastic_one, plastic_one}) {
      CHECK(m.fitted);
      CHECK(m.loaded > 3);
      CHECK(m.linear < 1e-12);
      CHECK(m.angular < 1e-12);
      CHECK(m.work < 1e-11);
    }
    CHECK(plastic_one.plastic_strain > 0.03);
    // A corner of a bar strikes first: its points carry all of the load for a few steps. Second order in the step.
    const Meeting coarse = meet(elastic<NeoHookean>(1000, 2e9, 0.3), dimension, 10, Frictionless{}, 0.6, true);
    const Meeting fine = meet(elastic<NeoHookean>(1000, 2e9, 0.3), dimension, 10, Frictionless{}, 0.3, true);
    CHECK(fine.state < coarse.state / 3.5);
    CHECK(elastic_one.state < 1e-3);
    CHECK(plastic_one.state < 1e-3);
  }
}

TEST_CASE("thin bodies in contact: friction keeps the momenta too") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const CoulombStickSlip friction{{.mu = 0.4}};
    const Meeting elastic_one = meet(elastic<NeoHookean>(1000, 2e9, 0.3), dimension, 10, friction);
    const Meeting plastic_one = meet(metal(), dimension, 30, friction);
    for (const Meeting& m : {elastic_one, plastic_one}) {
      CHECK(m.sliding > 1e-3);
      CHECK(m.linear < 1e-12);
      CHECK(m.angular < 1e-9);  // arms are off by 1e-8 of a spacing
      CHECK(m.work < 1e-11);
    }
    CHECK(elastic_one.state < 1.5e-3);
    CHECK(plastic_one.state < 1.5e-3);
  }
}

}  // namespace
TEST_CASE("contact that one body would never feel is refused where it stands in the case") {
  const auto crossing = [](const std::string& normal) {
    const auto wire = [](const std::string& name, const std::string& size, const std::string& z) {
      return "\"" + name +
             R"(": {"solver": "tlsph", "material": "m", "spacing": "1 mm", "shape": {"model": "block", "size": )" +
             size + R"(}, "position": [0, 0, ")" + z + "\"]}";
    };
    return R"({"talus": 1, "title": "wires", "dimension": 3, "time": {"end": "1 ms"},
      "materials": {"m": {"model": "linear_elastic", "density": 1000, "young": "1 MPa", "poisson": 0.3}}, "bodies": {)" +
           wire("plate", R"(["9 mm", "9 mm", "3 mm"])", "-9 mm") + ", " +
           wire("a", R"(["9 mm", "1 mm", "1 mm"])", "0 mm") + ", " + wire("b", R"(["1 mm", "9 mm", "1 mm"])", "3 mm") +
           R"(}, "contacts": [{"between": ["plate", "b"], "normal": "none"}, {"between": ["plate", "a"], "normal": "none"},
        {"between": ["a", "b"], "normal": )" +
           normal + "}]}";
  };
  const std::string refused = complaint_about(crossing("\"field_barrier\""));
  CHECK(refused.starts_with("/contacts/2/normal: "));
  CHECK(refused.find("too thin") != std::string::npos);
  CHECK(complaint_about(crossing(R"({"model": "kernel_potential", "alpha": 1})")) == "");
}

}  // namespace talus
