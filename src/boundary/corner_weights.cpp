#include "talus/boundary/corner_weights.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <utility>

#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"
#include "talus/numerics/linear_weights.hpp"

namespace talus {
namespace {

/// How deep below a corner particles carry it, and how far aside [spacings]: gradients of the outermost particles look
/// three layers deep, and their forces as far again.
constexpr Real depth = 5.1, beside = 1.9;
/// Particles hang together up to this distance [spacings]: none carries a corner across a gap.
constexpr Real next_reach = 1.6;
/// Conjugate gradients end when this is left of the gradient, or after so many steps.
constexpr Real small_enough = 1e-5;
constexpr int most_steps = 400;

using Numbers = Eigen::VectorXd;
using Mat4 = Eigen::Matrix4d;

struct Carrier {
  Index particle = 0;
  Real ease = 0;  ///< s^2
};

/// Those particles below a corner that hang together with those behind its facets.
class Carriers {
 public:
  Carriers(const SolidBody& body, const FaceMesh& mesh) : body_(body), behind_(mesh.corner_count()) {
    grid_.build(body.X, beside * body.spacing);
    for (const Facet& facet : mesh.facets) {
      for (const Index c : facet.own_corners()) behind_[c].push_back(facet.particle);
    }
  }

  [[nodiscard]] std::vector<Carrier> of(Index corner, const Vec3& place, const Vec3& normal) const {
    std::vector<Carrier> below, found;
    const Real per_spacing = 1 / body_.spacing;
    grid_.for_each_near(place, depth * body_.spacing, [&](Index i, Real) {
      const Vec3 y = per_spacing * (body_.X[i] - place);
      const Real height = normal.dot(y), aside2 = y.squaredNorm() - height * height;
      const Real q =
          std::max(Real(0), 1 - aside2 / (beside * beside)) * std::max(Real(0), 1 - height * height / (depth * depth));
      if (q > 0) below.push_back({i, q * q});
    });
    const auto move = [&](auto&& hangs) {
      const auto rest = std::stable_partition(below.begin(), below.end(), [&](const Carrier& c) { return !hangs(c); });
      found.insert(found.end(), rest, below.end());
      below.erase(rest, below.end());
    };
    move([&](const Carrier& c) { return std::ranges::count(behind_[corner], c.particle) > 0; });
    const Real reach2 = next_reach * next_reach * body_.spacing * body_.spacing;
    for (std::size_t n = 0; n < found.size(); ++n) {
      const Vec3 from = body_.X[found[n].particle];
      move([&](const Carrier& c) { return (body_.X[c.particle] - from).squaredNorm() < reach2; });
    }
    return found;
  }

 private:
  const SolidBody& body_;
  CellGrid grid_;
  std::vector<std::vector<Index>> behind_;  ///< particles of its facets, by corner
};

/// Weights are w + s y, where y of a corner is at right angles to s(1, X): corners stay where they are.
class CornerWeights {
 public:
  CornerWeights(const SolidBody& body, const std::vector<Vec3>& places, FaceMesh& mesh);

  /// Areas of particles that come of y: x, y, z of each after those of the one before.
  [[nodiscard]] Numbers areas_of(const Numbers& y) const;
  /// The transpose of areas_of().
  [[nodiscard]] Numbers gradient(const Numbers& areas) const;
  /// Outward areas less those that the weights give.
  [[nodiscard]] Numbers missing() const;
  void change(const Numbers& y);

 private:
  using Terms = Eigen::Vector4d;

  void find_areas(const std::vector<Vec3>& places);
  void add_corner(Index corner, const Vec3& place, const std::vector<Carrier>& carriers);
  void add_terms(Index corner, const Vec3& place);
  [[nodiscard]] Index entry_count() const { return static_cast<Index>(s_.size()); }

  const SolidBody& body_;
  FaceMesh& mesh_;
  std::vector<Vec3> area_;    ///< N, by corner [m^2; m in 2-D]
  std::vector<Real> s_;       ///< by entry
  std::vector<Terms> terms_;  ///< s(1, X) of entries, made orthonormal over those of a corner
  ParticleShares shares_;
};

CornerWeights::CornerWeights(const SolidBody& body, const std::vector<Vec3>& places, FaceMesh& mesh)
    : body_(body), mesh_(mesh) {
  mesh.first.assign(places.size() + 1, 0);
  find_areas(places);
  const Carriers carriers(body, mesh);
  for (Index c = 0; c < mesh.corner_count(); ++c) {
    add_corner(c, places[c], carriers.of(c, places[c], area_[c].stableNormalized()));
  }
  shares_ = mesh.find_shares_of_particles();
}

void CornerWeights::find_areas(const std::vector<Vec3>& places) {
  area_.assign(places.size(), Vec3::Zero());
  for (const Facet& facet : mesh_.facets) {
    const auto shares = mesh_.shares(facet, places);
    for (int k = 0; k < facet.corner_count; ++k) area_[facet.corners[k]] += shares[k];
  }
}

void CornerWeights::add_corner(Index corner, const Vec3& place, const std::vector<Carrier>& carriers) {
  LinearWeights fit(place, body_.spacing);
  for (const Carrier& c : carriers) fit.add(body_.X[c.particle], c.ease);
  fit.solve();
  Real sum = 0;
  for (const Carrier& c : carriers) {
    mesh_.particle.push_back(c.particle);
    mesh_.weight.push_back(fit.at(body_.X[c.particle], c.ease));
    s_.push_back(std::sqrt(c.ease));
    sum += mesh_.weight.back();
  }
  // In a body of one layer weights are large and cancel: forces must not get lost by round-off.
  for (auto e = static_cast<std::size_t>(mesh_.first[corner]); e < mesh_.weight.size(); ++e) mesh_.weight[e] /= sum;
  mesh_.first[corner + 1] = entry_count();
  add_terms(corner, place);
}

void CornerWeights::add_terms(Index corner, const Vec3& place) {
  constexpr Real least = 1e-9;  // of the largest moment: a direction without extent
  Mat4 M = Mat4::Zero();
  for (Index e = mesh_.first[corner]; e < entry_count(); ++e) {
    const Vec3 y = (body_.X[mesh_.particle[e]] - place) / body_.spacing;
    terms_.emplace_back(s_[e] * Terms(1, y.x(), y.y(), y.z()));
    M += terms_[e] * terms_[e].transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Mat4> axes(M);
  Terms scale;
  for (int k = 0; k < 4; ++k) {
    const Real size = axes.eigenvalues()[k];
    scale[k] = size > least * axes.eigenvalues()[3] ? 1 / std::sqrt(size) : 0;
  }
  const Mat4 to_orthonormal = scale.asDiagonal() * axes.eigenvectors().transpose();
  for (Index e = mesh_.first[corner]; e < entry_count(); ++e) terms_[e] = to_orthonormal * terms_[e];
}

Numbers CornerWeights::areas_of(const Numbers& y) const {
  Numbers areas = Numbers::Zero(3 * body_.size());
  parallel::for_each(static_cast<Index>(shares_.particle.size()), [&](Index n) {
    Vec3 sum = Vec3::Zero();
    for (Index k = shares_.first[n]; k < shares_.first[n + 1]; ++k) {
      const Index e = shares_.entry[k];
      sum += s_[e] * y[e] * area_[shares_.corner[k]];
    }
    areas.segment<3>(3 * shares_.particle[n]) = sum;
  });
  return areas;
}

Numbers CornerWeights::gradient(const Numbers& areas) const {
  Numbers y(entry_count());
  parallel::for_each(mesh_.corner_count(), [&](Index c) {
    Terms sum = Terms::Zero();
    for (Index e = mesh_.first[c]; e < mesh_.first[c + 1]; ++e) {
      y[e] = s_[e] * area_[c].dot(areas.segment<3>(3 * mesh_.particle[e]));
      sum += y[e] * terms_[e];
    }
    // Without what would move the corner or change the sum of its weights.
    for (Index e = mesh_.first[c]; e < mesh_.first[c + 1]; ++e) y[e] -= sum.dot(terms_[e]);
  });
  return y;
}

Numbers CornerWeights::missing() const {
  Numbers areas(3 * body_.size());
  for (Index i = 0; i < body_.size(); ++i) areas.segment<3>(3 * i) = body_.outward_area[i];
  for (Index c = 0; c < mesh_.corner_count(); ++c) {
    for (Index e = mesh_.first[c]; e < mesh_.first[c + 1]; ++e) {
      areas.segment<3>(3 * mesh_.particle[e]) -= mesh_.weight[e] * area_[c];
    }
  }
  return areas;
}

void CornerWeights::change(const Numbers& y) {
  for (Index e = 0; e < entry_count(); ++e) mesh_.weight[e] += s_[e] * y[e];
}

/// Conjugate gradients for least squares: of all changes that give what is missing, the smallest.
void even_out(CornerWeights& weights) {
  Numbers left = weights.missing();
  Numbers slope = weights.gradient(left), way = slope, y = Numbers::Zero(slope.size());
  const Real first = slope.squaredNorm();
  Real now = first;
  for (int n = 0; n < most_steps && now > small_enough * small_enough * first; ++n) {
    const Numbers change = weights.areas_of(way);
    const Real length = now / change.squaredNorm();
    y += length * way;
    left -= length * change;
    slope = weights.gradient(left);
    const Real before = std::exchange(now, slope.squaredNorm());
    way = slope + now / before * way;
  }
  weights.change(y);
}

}  // namespace

void carry_corners(const SolidBody& body, const std::vector<Vec3>& places, FaceMesh& mesh) {
  CornerWeights weights(body, places, mesh);
  if (!body.outward_area.empty()) even_out(weights);
}

}  // namespace talus
