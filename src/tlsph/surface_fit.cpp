#include "talus/tlsph/surface_fit.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/body/solid_body.hpp"
#include "talus/core/collect_rows.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr Real one_sided = 0.2;     ///< (tlsph 18): 0.28-0.5 in the outermost layer, below 0.15 in the next
constexpr Real corner_share = 0.4;  ///< fewer neighbours than this of the lattice's: a corner
constexpr Real edge_share = 0.55;   ///< fewer: an edge of a body in space
constexpr Real step_reach = 1.15;   ///< of a gap to what it touches over dx: 1 on lattices, 1.41 to what it does not
constexpr Real regular = 0.05;      ///< disorder up to which a step is one, and not a gap among uneven particles
constexpr Real face_ridge = 0.07;   ///< on second-order moments of faces; without it the stable step halves
constexpr Real edge_ridge = 0.14;   ///< of edges, which would else take the stable step down by another tenth
constexpr Real independent = 0.01;  ///< at least 0.03 on lattices of three layers, 0 on two

/// (X, second-order monomials) in the order of CurvatureRows.
Vector monomials(const Vec3& X, int dimension) {
  Vector p(fit_terms(dimension));
  if (dimension == 2) {
    p << X[0], X[1], X[0] * X[0] / 2, X[1] * X[1] / 2, X[0] * X[1];
  } else {
    p << X, X.cwiseAbs2() / 2, X[0] * X[1], X[1] * X[2], X[2] * X[0];
  }
  return p;
}

/// Everything that the choice of a particle's fit looks at.
class Stencils {
 public:
  Stencils(const SolidBody& body, const ReferenceState& reference) : body_(body), reference_(reference) {}

  /// (tlsph 18): 0 where neighbours lie all around [-].
  [[nodiscard]] Real one_sidedness(Index i) const {
    Vec3 sum = Vec3::Zero();
    Real size = 0;
    for_each(i, [&](Real w, const Vec3& X) {
      sum += w * X;
      size += w * X.norm();
    });
    return size > 0 ? sum.norm() / size : 0;
  }

  /// (tlsph 18): rms distance from the mirror images of neighbours to the neighbours nearest to them, over dx.
  [[nodiscard]] Real disorder(Index i) const {
    constexpr Real unpaired = 0.5;  // across a surface there is no counterpart
    Real sum = 0;
    int pairs = 0;
    for_each(i, [&](Real, const Vec3& X) {
      Real nearest = infinity;
      for_each(i, [&](Real, const Vec3& other) { nearest = std::min(nearest, (X + other).norm() / body_.spacing); });
      if (nearest > unpaired) return;
      sum += nearest * nearest;
      ++pairs;
    });
    return pairs > 0 ? std::sqrt(sum / pairs) : infinity;
  }

  /// A of (tlsph 15) without the ridge, lengths in dx.
  [[nodiscard]] Matrix moments(Index i) const {
    const int terms = fit_terms(body_.dimension);
    Matrix A = Matrix::Zero(terms, terms);
    for_each(i, [&](Real w, const Vec3& X) {
      const Vector p = monomials(X / body_.spacing, body_.dimension);
      A += w * p * p.transpose();
    });
    return A;
  }

  /// sum_j V_i V_j w_ij q(X_ji) in rows of three numbers.
  [[nodiscard]] std::vector<NodeRow> second_moments(Index i) const {
    const int count = quadratic_terms(body_.dimension);
    Vector sum = Vector::Zero(count);
    for_each(i, [&](Real w, const Vec3& X) { sum += body_.V[i] * w * monomials(X, body_.dimension).tail(count); });
    std::vector<NodeRow> rows(count / 3);
    for (int k = 0; k < count; ++k) rows[k / 3].lane[k % 3] = sum[k];
    return rows;
  }

  /// True where a gap of a spacing beside i touches another particle as well: the foot of a step, an inner corner.
  [[nodiscard]] bool is_at_step(Index i) const {
    bool found = false;
    for_each(i, [&](Real, const Vec3& X) {
      if (found || std::abs(X.norm() - body_.spacing) > 0.25 * body_.spacing) return;
      bool filled = false;
      int touching = 0;
      for_each(i, [&](Real, const Vec3& other) {
        const Real distance = (X + other).norm();
        filled = filled || distance < 0.5 * body_.spacing;
        touching += distance < step_reach * body_.spacing;
      });
      found = !filled && touching > 0;
    });
    return found && disorder(i) < regular;
  }

  /// The particle bonded to i within a quarter of dx of a place; -1: none.
  [[nodiscard]] Index bonded_near(Index i, const Vec3& place) const {
    for (Index b = reference_.first[i]; b < reference_.first[i + 1]; ++b) {
      const Index j = reference_.bond[b].neighbour;
      if ((reference_.mirror.place(body_.X, j) - place).norm() < 0.25 * body_.spacing) return j;
    }
    return -1;
  }

 private:
  template <class Visit>
  void for_each(Index i, Visit&& visit) const {
    for (const auto& [j, weight] : reference_.bonds_of(i)) {
      visit(Real(weight) / body_.V[i], Vec3(reference_.mirror.place(body_.X, j) - body_.X[i]));
    }
  }

  const SolidBody& body_;
  const ReferenceState& reference_;
};

/// Smallest eigenvalue of moments scaled to a unit diagonal: 0 where neighbours cannot tell the monomials apart.
Real independence(const Matrix& A) {
  const Vector diagonal = A.diagonal();
  if (!(diagonal.minCoeff() > 0)) return 0;
  const Vector scale = diagonal.cwiseSqrt().cwiseInverse();
  const Matrix unit = scale.asDiagonal() * A * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Matrix>(unit, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/// B in units of length from moments in units of dx. The ridge weighs the squared norm of the second derivatives, in
/// which mixed ones count twice, with the mean of their moments: the same in any frame.
Matrix inverse_with_ridge(Matrix A, Real strength, Real dx, int dimension) {
  const int second = quadratic_terms(dimension), mixed = second - dimension;
  const auto moments = A.diagonal().tail(second);
  const Real mean = (moments.head(dimension).sum() + moments.tail(mixed).sum() / 2) / second;
  A.diagonal().tail(second).head(dimension).array() += strength * mean;
  A.diagonal().tail(mixed).array() += 2 * strength * mean;
  Vector unit = Vector::Constant(A.rows(), 1 / dx);
  unit.tail(second).setConstant(1 / (dx * dx));
  const Matrix B = unit.asDiagonal() * A.llt().solve(Matrix::Identity(A.rows(), A.cols())) * unit.asDiagonal();
  return (B + B.transpose()) / 2;
}

/// Particles at a step, and all that are bonded to one.
std::vector<char> near_steps(const SolidBody& body, const ReferenceState& reference, const Stencils& stencils) {
  const Index n = body.size();
  std::vector<char> at(n), near(n);
  parallel::for_each(n, [&](Index i) { at[i] = stencils.is_at_step(i) ? 1 : 0; });
  parallel::for_each(n, [&](Index i) {
    near[i] = at[i];
    for (const auto& [j, weight] : reference.bonds_of(i)) near[i] |= at[reference.mirror.original_of(j)];
  });
  return near;
}

/// (tlsph 19), for every line of particles that ends at i in the outermost layer, away from steps: between rings lines
/// end inside, too. What falls on a mirrored particle falls on its original: the mirrored line brings it there.
void add_edge_weights(const SolidBody& body, const ReferenceState& reference, const Stencils& stencils,
                      const std::vector<char>& near_step, std::vector<Real>& energy_weight) {
  const Mirror& mirror = reference.mirror;
  struct Line {
    Index particle[3];  ///< from its end on
  };
  const auto lines = parallel::collect<Line>(body.size(), [&](Index i, std::vector<Line>& found) {
    if (near_step[i] != 0 || stencils.one_sidedness(i) < one_sided) return;
    for (const auto& [second, weight] : reference.bonds_of(i)) {
      const Vec3 step = mirror.place(body.X, second) - body.X[i];
      if (std::abs(step.norm() - body.spacing) > 0.25 * body.spacing) continue;
      if (stencils.bonded_near(i, body.X[i] - step) >= 0) continue;
      const Index third = stencils.bonded_near(i, body.X[i] + 2 * step);
      if (third >= 0) found.push_back({{i, mirror.original_of(second), mirror.original_of(third)}});
    }
  });
  for (const Line& line : lines) {
    energy_weight[line.particle[0]] += Real(1) / 12;
    energy_weight[line.particle[1]] -= Real(1) / 8;
    energy_weight[line.particle[2]] += Real(1) / 24;
  }
}

void number_mirrored_rows(const Mirror& mirror, SurfaceFit& fit) {
  fit.rows = fit.count;
  for (const Index i : mirror.original) fit.row.push_back(fit.row[i] > 0 ? ++fit.rows : 0);
}

void find_touched(const ReferenceState& reference, SurfaceFit& fit) {
  parallel::Rows<Index> rows =
      parallel::collect_rows<Index>(static_cast<Index>(fit.touched.size()), [&](Index i, std::vector<Index>& bonds) {
        const std::size_t before = bonds.size();
        for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
          if (fit.row[reference.bond[b].neighbour] > 0) bonds.push_back(b);
        }
        fit.touched[i] = fit.row[i] > 0 || bonds.size() > before;
      });
  fit.first_bond = std::move(rows.first);
  fit.bond = std::move(rows.entry);
}

}  // namespace

SurfaceFit make_surface_fit(const SolidBody& body, const ReferenceState& reference, const Gradients::Variant& gradient,
                            Index complete_count) {
  SurfaceFit fit;
  const Index n = body.size();
  const int terms = fit_terms(body.dimension);
  fit.row.assign(n + reference.mirror.size(), 0);
  fit.touched.assign(n, 0);
  fit.ridge.assign(n, 0);
  fit.energy_weight.assign(n, 1);
  fit.inverse.assign(static_cast<std::size_t>(terms) * terms, 0);
  fit.moments.assign(quadratic_terms(body.dimension) / 3, {});
  const auto* choice = std::get_if<QuadraticAtSurfaces>(&gradient);
  if (choice == nullptr) return fit;
  fit.row.resize(n);
  const Stencils stencils(body, reference);
  const std::vector<char> near_step = near_steps(body, reference, stencils);
  struct Fitted {
    Index particle;
    Real ridge;
    Matrix B;
    std::vector<NodeRow> moments;
  };
  const auto all = parallel::collect<Fitted>(n, [&](Index i, std::vector<Fitted>& found) {
    if (near_step[i] != 0) return;
    const Real share = Real(reference.first[i + 1] - reference.first[i]) / static_cast<Real>(complete_count);
    if (share < corner_share || stencils.one_sidedness(i) < one_sided) return;
    if (stencils.disorder(i) > choice->disorder) return;
    const Matrix A = stencils.moments(i);
    if (independence(A) < independent) return;
    const Real ridge = share < edge_share ? edge_ridge : face_ridge;
    found.push_back({i, ridge, inverse_with_ridge(A, ridge, body.spacing, body.dimension), stencils.second_moments(i)});
  });
  for (const Fitted& one : all) {
    fit.ridge[one.particle] = one.ridge;
    fit.inverse.insert(fit.inverse.end(), one.B.data(), one.B.data() + one.B.size());
    fit.moments.insert(fit.moments.end(), one.moments.begin(), one.moments.end());
    fit.row[one.particle] = ++fit.count;
  }
  fit.inverse.push_back(0);  // rows are read by four numbers
  number_mirrored_rows(reference.mirror, fit);
  find_touched(reference, fit);
  if (choice->edge_weights && fit.count > 0) add_edge_weights(body, reference, stencils, near_step, fit.energy_weight);
  return fit;
}

}  // namespace talus
