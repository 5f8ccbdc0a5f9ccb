#include "talus/dem/clump.hpp"

#include <algorithm>
#include <cmath>

#include "talus/dem/ball_union.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

struct PrincipalAxes {
  Vec3 moments;
  Quaternion axes;
};

/// In 2-D the third axis stays z.
PrincipalAxes principal_axes(const Mat3& inertia, int dimension) {
  constexpr Real round_off = 1e-11;  // products of inertia that are zero on paper must not swap the axes
  const Mat3 products = inertia - Mat3(inertia.diagonal().asDiagonal());
  if (products.cwiseAbs().maxCoeff() <= round_off * inertia.trace())
    return {inertia.diagonal(), Quaternion::Identity()};
  if (dimension == 2) {
    const Real angle = std::atan2(2 * inertia(0, 1), inertia(0, 0) - inertia(1, 1)) / 2;
    const Quaternion turn = exponential_turn({0, 0, angle});
    const Mat3 R = turn.toRotationMatrix();
    return {(R.transpose() * inertia * R).diagonal(), turn};
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  Mat3 R = solver.eigenvectors();
  if (R.determinant() < 0) R.col(0) *= -1;
  return {solver.eigenvalues(), Quaternion(R).normalized()};
}

/// Power of the size that moments of inertia grow with: mass grows with two less.
Real inertia_power(Real radius, int dimension) { return std::pow(radius, dimension + 2); }

std::vector<Ball> balls_of(const Clump& clump, int dimension) {
  std::vector<Ball> balls;
  for (const ClumpSphere& sphere : clump.spheres) {
    if (!(sphere.radius > 0))
      refuse("a sphere of the clump has the radius ", sphere.radius, " m; it has to be positive");
    if (dimension == 2 && sphere.centre.z() != 0) {
      refuse("a disc of the clump lies at z = ", sphere.centre.z(), " m; it has to be 0 in two dimensions");
    }
    balls.push_back({sphere.centre, sphere.radius});
  }
  return balls;
}

/// Where the case gives mass or inertia itself.
void override_mass(MassProperties& p, const Clump& clump) {
  if (!clump.mass) return;
  p.inertia *= *clump.mass / p.mass;
  p.principal *= *clump.mass / p.mass;
  p.mass = *clump.mass;
  if (!clump.inertia) return;
  p.principal = *clump.inertia;
  p.inertia = p.principal.asDiagonal();
  p.axes = Quaternion::Identity();
}

}  // namespace

MassProperties mass_properties(std::span<const Ball> balls, Real density, int dimension) {
  // Moments about the first ball: far from the origin they would cancel.
  const Vec3 origin = balls.empty() ? Vec3(Vec3::Zero()) : balls.front().centre;
  std::vector<Ball> near(balls.begin(), balls.end());
  for (Ball& ball : near) ball.centre -= origin;
  const VolumeMoments m = dimension == 2 ? disc_union(near) : ball_union(near);
  MassProperties p;
  p.volume = m.volume;
  p.mass = density * m.volume;
  if (!(m.volume > 0)) return p;
  const Vec3 offset = m.first / m.volume;
  p.centroid = origin + offset;
  const Mat3 central = m.second - m.volume * offset * offset.transpose();
  p.inertia = density * (central.trace() * Mat3::Identity() - central);
  const PrincipalAxes found = principal_axes(p.inertia, dimension);
  p.principal = found.moments;
  p.axes = found.axes;
  return p;
}

Contradiction Clump::contradiction() const {
  if (spheres.empty()) return {"spheres", "is empty: a clump needs at least one sphere"};
  if (inertia && !mass) return {"mass", "is missing: inertia goes with mass"};
  if (inertia && !(inertia->minCoeff() > 0)) return {"inertia", "needs three positive moments, in 2-D as well"};
  constexpr Real slack = 1e-9;  // a flat body meets the limit
  if (inertia && 2 * inertia->maxCoeff() > inertia->sum() * (1 + slack)) {
    return {"inertia", "no body has these moments: none may exceed the sum of the other two"};
  }
  return {};
}

Real ClumpBody::mass_of(Real radius) const { return mass * std::pow(radius, grain.dimension); }

Vec3 ClumpBody::inertia_of(Real radius) const { return inertia_power(radius, grain.dimension) * inertia; }

ClumpBody make_clump(const Clump& clump, Real density, int dimension) {
  if (clump.spheres.empty()) refuse("a clump needs at least one sphere");
  if (!(density > 0) && !clump.mass) refuse("a clump without mass: give the material's density, or the clump's mass");
  constexpr Real unit_density = 1;  // the case may give the mass alone
  const std::vector<Ball> balls = balls_of(clump, dimension);
  MassProperties p = mass_properties(balls, clump.mass ? unit_density : density, dimension);
  override_mass(p, clump);

  ClumpBody body = make_sphere(p.mass / p.volume, dimension);
  const Real size = std::pow(p.volume / body.grain.volume(1), Real(1) / dimension);
  body.grain.own_radius = size;
  body.grain.axes = p.axes;
  body.grain.balls.clear();
  for (const Ball& ball : balls) {
    body.grain.balls.push_back({p.axes.conjugate() * (ball.centre - p.centroid) / size, ball.radius / size});
  }
  body.inertia = p.principal / inertia_power(size, dimension);
  return body;
}

ClumpBody make_sphere(Real density, int dimension) {
  ClumpBody body;
  body.grain.dimension = dimension;
  body.grain.density = density;
  body.mass = body.grain.mass(1);
  // A sphere: 2/5 m r^2 about every axis. A disc: m r^2/2 about z, half of it about its diameters.
  body.inertia = dimension == 2 ? Vec3(body.mass * Vec3(0.25, 0.25, 0.5)) : Vec3::Constant(Real(0.4) * body.mass);
  return body;
}

}  // namespace talus
