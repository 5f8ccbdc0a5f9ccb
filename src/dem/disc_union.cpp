// Union of discs by Green's theorem: integrals over the outline, which is made of arcs.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ball_pairs.hpp"
#include "talus/dem/ball_union.hpp"

namespace talus {

namespace {

constexpr Real whole_turn = 2 * std::numbers::pi;

struct Arc {
  Real from = 0, to = 0;  ///< [rad], from < to
};

/// Integrals of cos^a sin^b over an angle, up to it.
struct TrigonometricIntegrals {
  Real one, c, s, cc, cs, ss, ccc, ccs, sss, cccc, cccs, ssss;

  explicit TrigonometricIntegrals(Real angle) {
    const Real cosine = std::cos(angle), sine = std::sin(angle);
    const Real cosine2 = cosine * cosine, sine2 = sine * sine;
    one = angle;
    c = sine;
    s = -cosine;
    cc = (angle + sine * cosine) / 2;
    cs = sine2 / 2;
    ss = (angle - sine * cosine) / 2;
    ccc = sine - sine * sine2 / 3;
    ccs = -cosine * cosine2 / 3;
    sss = -cosine + cosine * cosine2 / 3;
    cccc = (3 * cc + cosine2 * cosine * sine) / 4;
    cccs = -cosine2 * cosine2 / 4;
    ssss = (3 * ss - sine2 * sine * cosine) / 4;
  }
};

/// Outline integrals up to one angle of a circle: int x dy, x^2/2 dy, -y^2/2 dx, x^3/3 dy, -y^3/3 dx, x^2 y/2 dy, the
/// first as (x dy - y dx)/2, so that turning the axes changes nothing.
VolumeMoments outline(const Ball& disc, Real angle) {
  const TrigonometricIntegrals t(angle);
  const Real x = disc.centre.x(), y = disc.centre.y(), r = disc.radius, r2 = r * r;
  VolumeMoments m;
  m.volume = r * (r * t.one + x * t.c + y * t.s) / 2;
  m.first.x() = r * (x * x * t.c + 2 * x * r * t.cc + r2 * t.ccc) / 2;
  m.first.y() = r * (y * y * t.s + 2 * y * r * t.ss + r2 * t.sss) / 2;
  m.second(0, 0) = r * (x * x * x * t.c + 3 * x * x * r * t.cc + 3 * x * r2 * t.ccc + r2 * r * t.cccc) / 3;
  m.second(1, 1) = r * (y * y * y * t.s + 3 * y * y * r * t.ss + 3 * y * r2 * t.sss + r2 * r * t.ssss) / 3;
  m.second(0, 1) =
      r * (y * (x * x * t.c + 2 * x * r * t.cc + r2 * t.ccc) + r * (x * x * t.cs + 2 * x * r * t.ccs + r2 * t.cccs)) /
      2;
  m.second(1, 0) = m.second(0, 1);
  return m;
}

/// The part of circle `disc` that `other` covers, both ends of the lens being the same points for both circles.
Arc covered_arc(const Ball& disc, const Ball& other) {
  const Vec3 to = other.centre - disc.centre;
  const Lens lens = lens_of(disc.radius, other.radius, to.head<2>().norm());
  const Real middle = std::atan2(to.y(), to.x()), half = std::atan2(lens.rim, lens.distance);
  return {middle - half, middle + half};
}

/// Adds an arc to those within [0, 2 pi], cut where it passes 0.
void add_within_turn(std::vector<Arc>& arcs, Arc arc) {
  if (arc.from < 0) {
    arcs.push_back({arc.from + whole_turn, whole_turn});
    arc.from = 0;
  }
  if (arc.to > whole_turn) {
    arcs.push_back({0, arc.to - whole_turn});
    arc.to = whole_turn;
  }
  arcs.push_back(arc);
}

/// Arcs of circle i that lie in no other disc.
std::vector<Arc> exposed_arcs(std::span<const Ball> discs, std::size_t i) {
  std::vector<Arc> covered;
  for (std::size_t j = 0; j < discs.size(); ++j) {
    if (j == i) continue;
    const Real distance = (discs[j].centre - discs[i].centre).head<2>().norm();
    if (apart(discs[i].radius, discs[j].radius, distance)) continue;
    if (nested(discs[i].radius, discs[j].radius, distance)) {
      if (inner_one(discs, i, j) == i) return {};
      continue;
    }
    Arc arc = covered_arc(discs[i], discs[j]);
    const Real turns = std::floor((arc.from + arc.to) / 2 / whole_turn) * whole_turn;
    add_within_turn(covered, {arc.from - turns, arc.to - turns});
  }
  std::sort(covered.begin(), covered.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
  std::vector<Arc> exposed;
  Real reached = 0;
  for (const Arc& arc : covered) {
    if (arc.from > reached) exposed.push_back({reached, arc.from});
    reached = std::max(reached, arc.to);
  }
  if (reached < whole_turn) exposed.push_back({reached, whole_turn});
  return exposed;
}

}  // namespace

VolumeMoments& VolumeMoments::operator+=(const VolumeMoments& other) {
  volume += other.volume;
  first += other.first;
  second += other.second;
  return *this;
}

VolumeMoments& VolumeMoments::operator-=(const VolumeMoments& other) {
  volume -= other.volume;
  first -= other.first;
  second -= other.second;
  return *this;
}

VolumeMoments disc_union(std::span<const Ball> discs) {
  VolumeMoments sum;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    for (const Arc& arc : exposed_arcs(discs, i)) {
      sum += outline(discs[i], arc.to);
      sum -= outline(discs[i], arc.from);
    }
  }
  return sum;
}

}  // namespace talus
