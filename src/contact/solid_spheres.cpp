#include "talus/contact/solid_spheres.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <utility>

#include "talus/body/body_state.hpp"
#include "talus/body/mirrored_particles.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// Reach of the particles around a sphere over the spacing: the nearest ones of a lattice, along its diagonals too.
constexpr Real patch_reach = 1.6;
/// Moments of inertia below this share of the largest are round-off [-].
constexpr Real no_inertia = 1e-9;

/// Inverse as far as there is inertia.
Mat3 mobility_of(const Mat3& inertia, int dimension) {
  Mat3 mobility = Mat3::Zero();
  if (dimension == 2) {
    if (inertia(2, 2) > 0) mobility(2, 2) = 1 / inertia(2, 2);
    return mobility;
  }
  Eigen::SelfAdjointEigenSolver<Mat3> axes;
  axes.computeDirect(inertia);
  for (int k = 0; k < 3; ++k) {
    if (axes.eigenvalues()[k] <= no_inertia * axes.eigenvalues()[2]) continue;
    const Vec3 n = axes.eigenvectors().col(k);
    mobility += n * n.transpose() / axes.eigenvalues()[k];
  }
  return mobility;
}

}  // namespace

SolidSpheres::SolidSpheres(SolidBody& body) : body_(body), columns_(body), set_{rows_} {
  rows_.name = body.name;
  rows_.dimension = body.dimension;
  std::visit([&](const auto& m) { rows_.material = {m.density, m.young, m.poisson}; }, body.material);
  rows_.grains.resize(body.size());
  for (Index i = 0; i < body.size(); ++i) {
    rows_.grains.position[i] = Row(columns_.centre(i), Real(0.5) * body.spacing);
    rows_.grains.rate[i] = {Row(body.v[i], 1 / mass(i)), Row()};
    rows_.grains.inertia[i].mass = mass(i);
  }
  patch_of_.assign(static_cast<std::size_t>(body.size()), -1);
}

void SolidSpheres::sort(Real skin) {
  parallel::for_each(body_.size(), [&](Index i) { rows_.grains.position[i].set(columns_.centre(i)); });
  set_.skin = skin;
  set_.grid.build(rows_.grains.position, skin);
}

void SolidSpheres::follow(std::vector<Index> near, bool spins) {
  near_ = std::move(near);
  spins_ = spins;
  if (spins_) list_patches();
}

void SolidSpheres::list_patches() {
  std::fill(patch_of_.begin(), patch_of_.end(), -1);
  patches_.clear();
  around_.clear();
  if (near_.empty()) return;
  const std::vector<Vec3> places = MirroredParticles(body_).places(body_.X);
  CellGrid grid;
  grid.build(places, patch_reach * body_.spacing);
  for (const Index i : near_) {
    patch_of_[i] = static_cast<Index>(patches_.size());
    Patch patch;
    patch.first = static_cast<Index>(around_.size());
    grid.for_each_near(body_.X[i], patch_reach * body_.spacing, [&](Index j, Real) { around_.push_back(j); });
    patch.end = static_cast<Index>(around_.size());
    patches_.push_back(patch);
  }
}

void SolidSpheres::state(Archive& a) {
  a("rows", rows_);
  a("set", set_);
  a("near", near_);
  a("patch of", patch_of_);
  a("patch", patches_);
  a("around", around_);
  a("spins", spins_);
  if (!a.reads()) return;
  const auto n = body_.X.size();
  expect(rows_.grains.position.size() == n && patch_of_.size() == n, "rows");
  expect(are_below(near_, n) && are_below(around_, MirroredParticles(body_).count()), "near");
  expect(are_below(patch_of_, patches_.size(), -1), "patch of");
  for (const Patch& patch : patches_) {
    expect(patch.first >= 0 && patch.first <= patch.end && patch.end <= static_cast<Index>(around_.size()), "patch");
  }
  for (const Index i : near_) expect(!spins_ || patch_of_[i] >= 0, "patch of");
}

void SolidSpheres::measure(Patch& patch) const {
  const MirroredParticles all(body_);
  Real mass = 0;
  patch.centre.setZero();
  for (Index k = patch.first; k < patch.end; ++k) {
    const Real m = body_.m[all.original(around_[k])];
    mass += m;
    patch.centre += m * all.place(around_[k], body_.x);
  }
  patch.centre /= mass;
  Mat3 inertia = Mat3::Zero();
  for (Index k = patch.first; k < patch.end; ++k) {
    const Vec3 r = all.place(around_[k], body_.x) - patch.centre;
    inertia += body_.m[all.original(around_[k])] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  patch.mobility = mobility_of(inertia, body_.dimension);
}

void SolidSpheres::refresh() {
  const MirroredParticles all(body_);
  SphereRows& rows = rows_.grains;
  parallel::for_each(
      static_cast<Index>(near_.size()),
      [&](Index n) {
        const Index i = near_[n];
        rows.position[i].set(columns_.centre(i));
        rows.rate[i].velocity.set(columns_.velocity(i, [&](Index j) { return body_.v[j]; }));
        rows.load[i] = {};
        if (!spins_) return;
        Patch& patch = patches_[patch_of_[i]];
        measure(patch);
        Vec3 momentum = Vec3::Zero();
        for (Index k = patch.first; k < patch.end; ++k) {
          const Index p = around_[k], j = all.original(p);
          momentum += body_.m[j] * (all.place(p, body_.x) - patch.centre).cross(all.turned(p, body_.v[j]));
        }
        rows.rate[i].spin.set(patch.mobility * momentum);
      },
      parallel::gathering_block);
}

void SolidSpheres::turn_around(Index sphere, const Vec3& moment) {
  if (!spins_) return;
  const MirroredParticles all(body_);
  const Patch& patch = patches_[patch_of_[sphere]];
  const Vec3 turn = patch.mobility * moment;
  auto& friction = body_.open(ForceKind::friction);
  for (Index k = patch.first; k < patch.end; ++k) {
    const Index p = around_[k], j = all.original(p);
    friction[j] += all.turned(p, body_.m[j] * turn.cross(all.place(p, body_.x) - patch.centre));
  }
}

}  // namespace talus
