// Chains of bonded grains against the theory of beams: deflection, frequencies, loads at which a bond breaks.
#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_bonds.hpp"

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;
constexpr Real R = 1e-3, l = 2 * R;  // of the grains, of the bonds [m]
constexpr Real E = 1e9, kappa = 2.5;

/// Section of the bonds, of radius R.
struct Section {
  Real A, I, J;

  explicit Section(int dimension)
      : A(dimension == 2 ? 2 * R : pi * R * R),
        I(dimension == 2 ? 2 * R * R * R / 3 : pi * R * R * R * R / 4),
        J(dimension == 2 ? 0 : 2 * I) {}
};

Real mass_of(Real density, int dimension) {
  return density * (dimension == 2 ? pi * R * R : 4 * pi / 3 * R * R * R);  // NOLINT(bugprone-integer-division)
}

/// Rises from 0 to `value` in `time`, smoothly enough not to set off oscillations.
TimeFunction smooth_rise(Real value, Real time) {
  return TimeFunction::expression("g*min(t/T, 1)^4*(35 - 84*min(t/T, 1) + 70*min(t/T, 1)^2 - 20*min(t/T, 1)^3)",
                                  {{"g", value}, {"T", time}});
}

Vec3 position_of(const Simulation& s, const std::string& body, std::int64_t id) {
  const GrainBody& g = s.model().grains.bodies[s.model().grains.body_index(body)];
  for (Index i = 0; i < g.size(); ++i) {
    if (g.id[i] == id) return g.grains.position[i].vec();
  }
  return Vec3::Constant(NAN);
}

TEST_CASE("bonded cantilever under an end load and its weight: deflection of the chain, and that of the beam") {
  constexpr int bonds = 10;
  constexpr Real density = 2500, heavy = 50000;
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Section section(dimension);
    const Real k_b = E * section.I / l, k_s = E * section.A / kappa / l;
    const Real load = 1e-3 * 3 * E * section.I / (l * bonds) / (l * bonds);  // bends it by about 1e-3 of its length
    const Real m = mass_of(density, dimension), tip = mass_of(heavy, dimension), g = load / tip;
    const Real period = 2 * pi * std::sqrt(tip * std::pow(l * bonds, 3) / (3 * E * section.I));
    Case c = empty_case(dimension, 13 * period);
    c.time.steps_per_contact = 10;
    c.gravity[1] = smooth_rise(-g, 12 * period);
    add_grains(c, "clamp", chain(1, R)).held = true;
    add_grains(c, "beam", chain(bonds - 1, R, {l, 0, 0}), density);
    add_grains(c, "tip", chain(1, R, {l * bonds, 0, 0}), heavy);
    const ParallelBond law = cement(E, 0.5);
    for (const auto& [a, b] : {std::pair("clamp", "beam"), {"beam", "beam"}, {"beam", "tip"}, {"clamp", "tip"}}) {
      bond_bodies(c, a, b, law);
    }
    Simulation s(build_model(c));
    CHECK(bonds_of(s).all == bonds);
    run(s, [](const Simulation&) {});
    // Each bond bends by its moment and shears by its force: what is beyond it hangs on it.
    Real expected = 0, angle = 0;
    for (int k = 1; k <= bonds; ++k) {
      Real force = 0, moment = 0;
      for (int q = k; q <= bonds; ++q) {
        const Real weight = g * (q == bonds ? tip : m);
        force += weight;
        moment += weight * l * (q - k + 0.5);
      }
      expected += force / k_s + l * (angle + 0.5 * moment / k_b);
      angle += moment / k_b;
    }
    const Real deflection = -position_of(s, "tip", bonds).y();
    CHECK(deflection == near(expected, 1e-4));
    // The beam of Timoshenko under the end load alone; a chain bends by 1 - 1/(4 n^2) of it.
    const Real L = l * bonds, own = m * (bonds - 1) * g;
    const Real beam = load * L * L * L / (3 * E * section.I) + load * L / (E / kappa * section.A) +
                      own * L * L * L / (8 * E * section.I);
    CHECK(deflection == near(beam, 0.01));
    CHECK(s.ledger().largest_work_residual() < 1e-10);
  }
}

/// Angular frequency of a free chain that starts with these velocities and spins and swings in one mode, from the
/// first two times at which `follow` changes sign.
template <class Follow>
Real frequency(const std::vector<Vec3>& velocity, const std::vector<Vec3>& spin, Real expected, Follow&& follow) {
  const auto n = static_cast<Index>(velocity.size());
  Case c = empty_case(3, 2 * pi / expected);
  c.time.steps_per_contact = 30;
  std::vector<ListedGrain> list = chain(n, R);
  for (Index k = 0; k < n; ++k) {
    list[k].velocity = velocity[k];
    list[k].spin = spin[k];
  }
  add_grains(c, "bar", list);
  bond_bodies(c, "bar", "bar", cement(E));
  Simulation s(build_model(c));
  const GrainBody& g = s.model().grains.bodies[0];
  std::vector<Real> crossings;
  const auto value = [&] {
    for (Index i = 0; i < n; ++i) {
      if (g.id[i] == 0) return follow(g, i);
    }
    return Real(0);
  };
  Real before = value(), time = 0;
  run(s, [&](const Simulation&) {
    const Real now = value();
    if (now * before < 0) crossings.push_back(time + (s.time() - time) * before / (before - now));
    before = now;
    time = s.time();
  });
  REQUIRE(crossings.size() == 2);
  return pi / (crossings[1] - crossings[0]);
}

TEST_CASE("free bonded bar: lowest frequencies of stretching and twisting") {
  constexpr int n = 12;
  const Section section(3);
  const Real m = mass_of(2500, 3), I = 0.4 * m * R * R;
  std::vector<Vec3> shape, none(n, Vec3::Zero());
  for (int k = 0; k < n; ++k) shape.emplace_back(std::cos(pi * (k + 0.5) / n), 0, 0);
  const Real s = 2 * std::sin(pi / (2 * n));  // of a chain; pi/n of a bar
  const Real stretching = s * std::sqrt(E * section.A / l / m);
  const Real twisting = s * std::sqrt(E / kappa * section.J / l / I);
  std::vector<Vec3> slow, turning;
  for (const Vec3& v : shape) {
    slow.push_back(1e-3 * v);
    turning.push_back(v);
  }
  CHECK(frequency(slow, none, stretching, [](const GrainBody& g, Index i) { return g.grains.rate[i].velocity.x; }) ==
        doctest::Approx(stretching).epsilon(1e-4));
  CHECK(frequency(none, turning, twisting, [](const GrainBody& g, Index i) { return g.grains.rate[i].spin.x; }) ==
        doctest::Approx(twisting).epsilon(1e-4));
}

/// A vibration: its angular frequency [rad/s] and the velocities of all degrees of freedom.
struct Mode {
  Real frequency;
  std::vector<Real> shape;
};

/// The modes of K x = omega^2 M x with the diagonal M, by ascending frequency: Jacobi's rotations of M^-1/2 K M^-1/2.
std::vector<Mode> modes_of(std::vector<std::vector<Real>> K, const std::vector<Real>& M) {
  const std::size_t n = M.size();
  std::vector<std::vector<Real>> V(n, std::vector<Real>(n));
  for (std::size_t a = 0; a < n; ++a) {
    V[a][a] = 1;
    for (std::size_t b = 0; b < n; ++b) K[a][b] /= std::sqrt(M[a] * M[b]);
  }
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const Real angle = 0.5 * std::atan2(2 * K[p][q], K[q][q] - K[p][p]);
        const Real c = std::cos(angle), s = std::sin(angle);
        const auto turn = [&](Real& x, Real& y) {
          const Real old = x;
          x = c * old - s * y;
          y = s * old + c * y;
        };
        for (std::size_t a = 0; a < n; ++a) turn(K[a][p], K[a][q]), turn(V[a][p], V[a][q]);
        for (std::size_t a = 0; a < n; ++a) turn(K[p][a], K[q][a]);
      }
    }
  }
  std::vector<Mode> modes;
  for (std::size_t k = 0; k < n; ++k) {
    Mode& mode = modes.emplace_back(Mode{std::sqrt(std::abs(K[k][k])), std::vector<Real>(n)});
    for (std::size_t a = 0; a < n; ++a) mode.shape[a] = V[a][k] / std::sqrt(M[a]);
  }
  std::ranges::sort(modes, {}, &Mode::frequency);
  return modes;
}

TEST_CASE("free bonded bar: lowest frequency of bending") {
  constexpr int n = 16;
  const Section section(3);
  const Real m = mass_of(2500, 3), I = 0.4 * m * R * R;
  const Real k_b = E * section.I / l, k_s = E / kappa * section.A / l;
  // Deflections, then angles: both ends of each bond shear and bend it.
  std::vector<std::vector<Real>> K(2 * n, std::vector<Real>(2 * n));
  std::vector<Real> M(n, m);
  M.resize(2 * n, I);
  for (int k = 1; k < n; ++k) {
    std::vector<Real> shear(2 * n), bend(2 * n);
    shear[k] = 1, shear[k - 1] = -1, shear[n + k] = shear[n + k - 1] = -l / 2;
    bend[n + k] = 1, bend[n + k - 1] = -1;
    for (int a = 0; a < 2 * n; ++a) {
      for (int b = 0; b < 2 * n; ++b) K[a][b] += k_s * shear[a] * shear[b] + k_b * bend[a] * bend[b];
    }
  }
  const Mode mode = modes_of(K, M)[2];  // after shifting and turning
  std::vector<Vec3> velocity, spin;
  for (int k = 0; k < n; ++k) {
    velocity.emplace_back(0, 1e-4 * mode.shape[k] / mode.shape[0], 0);
    spin.emplace_back(0, 0, 1e-4 * mode.shape[n + k] / mode.shape[0]);
  }
  const auto follow = [](const GrainBody& g, Index i) { return g.grains.rate[i].velocity.y; };
  CHECK(frequency(velocity, spin, mode.frequency, follow) == doctest::Approx(mode.frequency).epsilon(1e-4));
  const Real slender = 4.730041 * 4.730041 * std::sqrt(E * section.I / (m / l) / std::pow(n * l, 4));
  CHECK(mode.frequency == near(slender, 0.05));
}

/// What hangs on the bond of the clamp when it breaks, as a multiple of the weight of one grain [N; N/m]. Gravity along
/// `pull` rises until then.
Real load_at_break(int dimension, const ParallelBond& law, const Vec3& pull, Real expected, bool bracket = false) {
  const Real m = mass_of(2500, dimension);
  Case c = empty_case(dimension, 0.02);
  c.time.steps_per_contact = 20;
  for (int a = 0; a < 3; ++a) {
    if (pull[a] != 0) c.gravity[a] = TimeFunction::table({{0, 0}, {0.02, 1.1 * expected / m * pull[a]}});
  }
  add_grains(c, "clamp", chain(1, R)).held = true;
  add_grains(c, "hung", chain(1, R, {l, 0, 0}));
  bond_bodies(c, "clamp", "hung", law);
  if (bracket) {
    add_grains(c, "arm", chain(1, R, {l, l, 0}));
    bond_bodies(c, "hung", "arm", cement(10 * law.young, 0.3));
    bond_bodies(c, "clamp", "arm", cement(law.young));
  }
  Simulation s(build_model(c));
  Real broke = 0;
  run(s, [&](const Simulation&) {
    if (broke == 0 && bonds_of(s).broken > 0) broke = s.time() - s.last_step() / 2;
  });
  CHECK(bonds_of(s).broken == 1);
  return 1.1 * expected * broke / 0.02;
}

TEST_CASE("a bond breaks at the load of beam theory: tension, bending, shear, torsion") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Section section(dimension);
    ParallelBond brittle = cement(E, 0.3), slides = brittle;
    brittle.tensile_strength = 1e6;
    slides.shear_strength = 1e6;
    const Real tension = 1e6 * section.A, shear = 1e6 * section.A;
    const Real bending = 1e6 * section.I / R / (l / 2);  // the arm of the middle of the bond
    CHECK(load_at_break(dimension, brittle, {1, 0, 0}, tension) == doctest::Approx(tension).epsilon(1e-3));
    CHECK(load_at_break(dimension, brittle, {0, -1, 0}, bending) == doctest::Approx(bending).epsilon(1e-3));
    CHECK(load_at_break(dimension, slides, {0, -1, 0}, shear) == doctest::Approx(shear).epsilon(1e-3));
    if (dimension == 2) continue;
    // Two grains hang on it, one of them a bracket's arm away: 2 W/A + W l R/J.
    const Real torsion = 1e6 / (2 / section.A + l * R / section.J);
    CHECK(load_at_break(3, slides, {0, 0, -1}, torsion, true) == doctest::Approx(torsion).epsilon(2e-3));
  }
}

}  // namespace
}  // namespace talus
