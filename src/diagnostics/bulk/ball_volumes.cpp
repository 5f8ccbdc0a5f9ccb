#include "talus/diagnostics/bulk/ball_volumes.hpp"

#include "talus/numerics/gauss_legendre.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;

Real root(Real square) { return std::sqrt(std::max(Real(0), square)); }

/// Part of the unit disc where x > b.
Real half_disc(Real b) {
  b = std::clamp(b, Real(-1), Real(1));
  return std::acos(b) - b * root(1 - b * b);
}

/// Part of the unit ball where x > a.
Real half_ball(Real a) {
  a = std::clamp(a, Real(-1), Real(1));
  return pi / 3 * (1 - a) * (1 - a) * (2 + a);
}

/// Angle of the arc of the unit circle where x > b and y > c; b, c >= 0, b^2 + c^2 < 1.
Real arc(Real b, Real c) { return std::atan2(root(1 - b * b), b) - std::atan2(c, root(1 - c * c)); }

/// Angle between the circles x = a and y = b on the unit sphere, inside of the region beyond both.
Real corner_angle(Real a, Real b) { return std::atan2(root(1 - a * a - b * b), a * b); }

/// Part of the unit ball where x > a and y > b.
Real ball_wedge(Real a, Real b) {
  if (a >= 1 || b >= 1) return 0;
  if (a <= -1) return half_ball(b);
  if (b <= -1) return half_ball(a);
  if (a < 0) return half_ball(b) - ball_wedge(-a, b);
  if (b < 0) return half_ball(a) - ball_wedge(a, -b);
  const Real free = 1 - a * a - b * b;
  if (free <= 0) return 0;
  const Real half_chord = std::sqrt(free);
  const Real arc_a = 2 * std::atan2(half_chord, b), arc_b = 2 * std::atan2(half_chord, a);
  const Real surface = 2 * corner_angle(a, b) - a * arc_a - b * arc_b;
  const Real face_a = (1 - a * a) * arc_a / 2 - b * half_chord, face_b = (1 - b * b) * arc_b / 2 - a * half_chord;
  return (surface - a * face_a - b * face_b) / 3;
}

/// What the plane x = a adds to the cones: its arc's share of the surface, and its face.
Real corner_face(Real a, Real b, Real c) {
  const Real rho2 = 1 - a * a, rho = std::sqrt(rho2);
  return a * (arc(b / rho, c / rho) + rho2 * disc_corner(b / rho, c / rho));
}

}  // namespace

Real disc_corner(Real b, Real c) {
  if (b >= 1 || c >= 1) return 0;
  if (b <= -1) return half_disc(c);
  if (c <= -1) return half_disc(b);
  if (b < 0) return half_disc(c) - disc_corner(-b, c);
  if (c < 0) return half_disc(b) - disc_corner(b, -c);
  if (b * b + c * c >= 1) return 0;
  return (arc(b, c) - b * (root(1 - b * b) - c) - c * (root(1 - c * c) - b)) / 2;
}

Real ball_corner(Real a, Real b, Real c) {
  if (a >= 1 || b >= 1 || c >= 1) return 0;
  if (a <= -1) return ball_wedge(b, c);
  if (b <= -1) return ball_wedge(a, c);
  if (c <= -1) return ball_wedge(a, b);
  if (a < 0) return ball_wedge(b, c) - ball_corner(-a, b, c);
  if (b < 0) return ball_wedge(a, c) - ball_corner(a, -b, c);
  if (c < 0) return ball_wedge(a, b) - ball_corner(a, b, -c);
  if (a * a + b * b + c * c >= 1) return 0;
  const Real angles = corner_angle(a, b) + corner_angle(b, c) + corner_angle(c, a) - pi;
  return (angles - corner_face(a, b, c) - corner_face(b, c, a) - corner_face(c, a, b)) / 3;
}

Real ball_in_box(const Vec3& centre, Real radius, const Vec3& low, const Vec3& high, int dimension) {
  const std::array<Vec3, 2> face{(low - centre) / radius, (high - centre) / radius};
  Real sum = 0;
  for (int corner = 0; corner < (1 << dimension); ++corner) {
    const int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    const Real beyond = dimension == 2 ? disc_corner(face[x].x(), face[y].y())
                                       : ball_corner(face[x].x(), face[y].y(), face[z].z());
    sum += (x + y + z) % 2 == 0 ? beyond : -beyond;
  }
  return std::max(Real(0), sum) * (dimension == 2 ? radius * radius : radius * radius * radius);
}

Real ball_in_ball(Real radius, Real other, Real distance, int dimension) {
  const Real smaller = std::min(radius, other), larger = std::max(radius, other);
  if (smaller <= 0 || distance >= radius + other) return 0;
  if (distance <= larger - smaller) {
    return dimension == 2 ? pi * smaller * smaller : 4 * pi / 3 * smaller * smaller * smaller;
  }
  // The plane (line) through the common circle, seen from both centres.
  const Real from_larger = (distance * distance + larger * larger - smaller * smaller) / (2 * distance);
  const Real a = from_larger / larger, b = (distance - from_larger) / smaller;
  if (dimension == 2) return larger * larger * half_disc(a) + smaller * smaller * half_disc(b);
  return larger * larger * larger * half_ball(a) + smaller * smaller * smaller * half_ball(b);
}

Real ball_in_cylinder(Real radius, Real tube, Real off, Real bottom, Real top) {
  // Heights radius·sin(theta), where slices of the ball are discs of radius·cos(theta). The lens of disc and tube has
  // kinks where they touch from inside or outside; between them it is smooth up to powers 3/2 at the ends, which the
  // substitution theta(t), flat at both ends, turns into powers 3 and 6.
  const Real low = std::asin(std::clamp(bottom / radius, Real(-1), Real(1)));
  const Real high = std::asin(std::clamp(top / radius, Real(-1), Real(1)));
  std::array<Real, 6> breaks{low, high, high, high, high, high};
  std::size_t next = 2;
  for (const Real touching : {std::abs(tube - off), tube + off}) {
    const Real theta = std::acos(std::min(Real(1), touching / radius));
    breaks[next++] = std::clamp(theta, low, high);
    breaks[next++] = std::clamp(-theta, low, high);
  }
  std::sort(breaks.begin(), breaks.end());
  static const GaussLegendre<16> rule;
  Real volume = 0;
  for (std::size_t k = 1; k < breaks.size(); ++k) {
    const Real half = (breaks[k] - breaks[k - 1]) / 2, middle = (breaks[k] + breaks[k - 1]) / 2;
    for (std::size_t q = 0; q < rule.node.size(); ++q) {
      const Real t = rule.node[q];
      const Real theta = middle + half * t * (3 - t * t) / 2;
      const Real slope = half * Real(1.5) * (1 - t * t);
      const Real slice = radius * std::cos(theta);
      volume += rule.weight[q] * slope * slice * ball_in_ball(slice, tube, off, 2);
    }
  }
  return volume;
}

}  // namespace talus
