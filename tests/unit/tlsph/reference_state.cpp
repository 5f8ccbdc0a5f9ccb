// Neighbours, moments and corrections of undeformed bodies.
#include "talus/tlsph/reference_state.hpp"

#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_body.hpp"
#include "support/sample_material.hpp"

namespace talus {
namespace {

ReferenceState state_of(const SolidBody& body, const Kernels::Variant& kernel = CubicSpline{}) {
  return make_reference_state(body, {.kernel = kernel, .kernel_of_bonds = true});
}

SolidBody body_of(const LatticeSample& sample) { return sample_body(rubber<NeoHookean>(), sample); }

Mat3 moment(const SolidBody& body, const ReferenceState& reference, Index i) {
  Mat3 M = Mat3::Zero();
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Vec3 X = body.X[j] - body.X[i];
    M += Real(weight) / body.V[i] * X * X.transpose();
  }
  return M;
}

}  // namespace

TEST_CASE("reference state: L is the inverse of the moment of an irregular body, for every kernel") {
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    for (const int dimension : {2, 3}) {
      const SolidBody body = body_of({.dimension = dimension});
      const ReferenceState reference = state_of(body, Kernel{});
      CHECK(reference.regularised == 0);
      Mat3 unit = Mat3::Identity();
      if (dimension == 2) unit(2, 2) = 0;
      Real worst = 0;
      for (Index i = 0; i < body.size(); ++i) {
        worst = std::max(worst, (reference.L[i] * moment(body, reference, i) - unit).norm());
        worst = std::max(worst, (reference.L[i] - reference.L[i].transpose()).norm());
      }
      CHECK(worst < 1e-12);
    }
  });
}

TEST_CASE("reference state: bonds are those of brute force, sorted, with the kernel's value and gradient") {
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    const SolidBody body = body_of({.dimension = 3});
    const ReferenceState reference = state_of(body, Kernel{});
    const Real h = reference.smoothing_length;
    CHECK(relative_error(h, Kernel::default_smoothing_3d * body.spacing) < 1e-15);
    std::size_t bond = 0;
    bool complete = true;
    Real worst = 0;
    for (Index i = 0; i < body.size(); ++i) {
      for (Index j = 0; j < body.size(); ++j) {
        const Real r = (body.X[i] - body.X[j]).norm();
        if (i == j || r >= Kernel::support * h) continue;
        complete = complete && bond < reference.bond.size() && reference.bond[bond].neighbour == j;
        if (!complete) break;
        const Real scale = body.V[i] * body.V[j] * Kernel::norm(3) / (h * h * h);
        worst = std::max(worst, relative_error(reference.kernel[bond], scale * Kernel::w(r / h)));
        worst = std::max(worst, relative_error(reference.bond[bond].weight, -scale * Kernel::dw(r / h) / (r * h)));
        ++bond;
      }
    }
    CHECK(complete);
    CHECK(bond == reference.bond.size());
    CHECK(worst < 1e-7);  // kept in single precision
  });
}

TEST_CASE("reference state: weights are the same to the bit from both ends of a bond") {
  const SolidBody body = body_of({.dimension = 3});
  const ReferenceState reference = state_of(body);
  Index unequal = 0;
  for (Index i = 0; i < body.size(); ++i) {
    for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
      const Index j = reference.bond[b].neighbour;
      bool found = false;
      for (Index q = reference.first[j]; q < reference.first[j + 1]; ++q) {
        found |= reference.bond[q].neighbour == i && reference.bond[q].weight == reference.bond[b].weight;
      }
      unequal += !found;
    }
  }
  CHECK(unequal == 0);
}

TEST_CASE("reference state: inside a lattice the cubic spline has 56 neighbours in space, 20 in the plane") {
  for (const auto& [dimension, expected, inner] :
       {std::tuple{3, 56, 3 + 7 * (3 + 7 * 3)}, std::tuple{2, 20, 3 + 7 * 3}}) {
    const SolidBody body = body_of({.dimension = dimension, .cells = {7, 7, 7}, .jitter = 0});
    const ReferenceState reference = state_of(body);
    CHECK(reference.first[inner + 1] - reference.first[inner] == expected);
  }
}

TEST_CASE("reference state: a body of one layer in space is flagged, and keeps its gradients in the plane") {
  const SolidBody body = body_of({.dimension = 3, .cells = {6, 6, 1}, .jitter = 0});
  const ReferenceState reference = state_of(body);
  CHECK(reference.regularised == body.size());
  for (Index i = 0; i < body.size(); ++i) {
    const Mat3 L = reference.L[i];
    REQUIRE(L.allFinite());
    CHECK(L.col(2).norm() == 0);
  }
  const Mat3 LM = reference.L[14] * moment(body, reference, 14);
  CHECK((LM - Mat3(Vec3(1, 1, 0).asDiagonal())).norm() < 1e-12);
}

TEST_CASE("reference state: a row of particles and a lonely one are flagged, not lost") {
  const SolidBody row = body_of({.dimension = 2, .cells = {8, 1, 1}, .jitter = 0});
  CHECK(state_of(row).regularised == row.size());

  SolidBody body = body_of({.dimension = 3, .jitter = 0});
  body.X.back() += Vec3(10, 0, 0);
  const ReferenceState reference = state_of(body);
  CHECK(reference.regularised == 1);
  CHECK(reference.L[body.size() - 1].norm() == 0);
  CHECK(reference.first[body.size()] == reference.first[body.size() - 1]);
}

}  // namespace talus
