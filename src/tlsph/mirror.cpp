#include "talus/tlsph/mirror.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

constexpr Real right_angle = 1e-9;  ///< |n . n'| of planes that still count as perpendicular

std::string number(Real value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string plane_name(std::size_t k) { return "symmetry plane " + std::to_string(k + 1); }

/// A plane with a unit normal.
struct Plane {
  Vec3 point, normal;
  [[nodiscard]] Real distance(const Vec3& X) const { return normal.dot(X - point); }
};

Plane unit_plane(const SolidBody& body, const SymmetryPlane& plane, std::size_t k) {
  const Real length = plane.normal.norm();
  if (!(length > 0)) throw CaseError(plane_name(k) + " has no normal; give the direction from the plane to the body");
  if (body.dimension == 2 && plane.normal[2] != 0) {
    throw CaseError(plane_name(k) +
                    " has a normal out of the plane of motion; in two dimensions its third component is 0");
  }
  return {plane.point, plane.normal / length};
}

void check_right_angles(const std::vector<Plane>& planes) {
  for (std::size_t a = 0; a < planes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (std::abs(planes[a].normal.dot(planes[b].normal)) > right_angle) {
        throw CaseError(plane_name(b) + " and " + plane_name(a) +
                        " do not stand at right angles; a body can only be mirrored in planes that do");
      }
    }
  }
}

/// Half a body ends half a spacing from its plane: then the other half continues the lattice.
void check_place(const SolidBody& body, const Plane& plane, std::size_t k) {
  Real nearest = infinity;
  for (const Vec3& X : body.X) nearest = std::min(nearest, plane.distance(X));
  const Real dx = body.spacing;
  if (nearest > Real(0.25) * dx && nearest < Real(0.75) * dx) return;
  std::string reason = ", too far for the mirrored half to join on";
  if (nearest < -Real(0.25) * dx)
    reason = ", beyond the plane";
  else if (nearest < Real(0.25) * dx)
    reason = ", where it would meet its own image";
  throw CaseError("the particle nearest to " + plane_name(k) + " lies at a distance of " + number(nearest) + " m" +
                  reason + "; the plane must pass half a spacing, " + number(dx / 2) +
                  " m, outside the outermost layer, with its normal towards the body");
}

/// The body's particles within `radius` of all of some planes, reflected in all of them.
void add_image(const SolidBody& body, const std::vector<Plane>& planes, Real radius, Mirror& mirror) {
  Mat3 R = Mat3::Identity();
  Vec3 shift = Vec3::Zero();
  for (const Plane& plane : planes) {
    R -= 2 * plane.normal * plane.normal.transpose();  // the product, since the normals are perpendicular
    shift += 2 * plane.normal.dot(plane.point) * plane.normal;
  }
  const auto image = static_cast<Index>(mirror.reflection.size());
  mirror.reflection.push_back(R);
  mirror.shift.push_back(shift);
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3& X = body.X[i];
    if (!std::ranges::all_of(planes, [&](const Plane& plane) { return plane.distance(X) < radius; })) continue;
    mirror.original.push_back(i);
    mirror.image.push_back(image);
    mirror.X.push_back(R * X + shift);
  }
}

}  // namespace

Mirror make_mirror(const SolidBody& body, const std::vector<SymmetryPlane>& planes, Real radius) {
  Mirror mirror;
  mirror.own = body.size();
  std::vector<Plane> unit;
  for (std::size_t k = 0; k < planes.size(); ++k) unit.push_back(unit_plane(body, planes[k], k));
  check_right_angles(unit);
  for (std::size_t k = 0; k < unit.size(); ++k) check_place(body, unit[k], k);
  for (std::size_t subset = 1; subset < std::size_t(1) << unit.size(); ++subset) {
    std::vector<Plane> chosen;
    for (std::size_t k = 0; k < unit.size(); ++k) {
      if (subset >> k & 1) chosen.push_back(unit[k]);
    }
    add_image(body, chosen, radius, mirror);
  }
  return mirror;
}

namespace {

NodeRow turned(const Mat3& R, const NodeRow& row) {
  const Vec3 a = R * Vec3(row.lane[0], row.lane[1], row.lane[2]);
  return {{a[0], a[1], a[2], row.lane[3]}};
}

/// Each component of a vector-valued quadratic form S q(X) = X^T Q_r X / 2 becomes R Q_r R, and they turn as a vector.
template <int D>
CurvatureRows<D> turned(const Mat3& R, const CurvatureRows<D>& rows) {
  Mat3 form[3] = {Mat3::Zero(), Mat3::Zero(), Mat3::Zero()};
  for (int r = 0; r < D; ++r) form[r] = R * rows.form(r) * R;
  CurvatureRows<D> image;
  for (int r = 0; r < D; ++r) {
    image.set_form(r, R(r, 0) * form[0] + R(r, 1) * form[1] + R(r, 2) * form[2]);
  }
  return image;
}

}  // namespace

template <int D>
void reflect_motion(const Mirror& mirror, Nodes<D>& nodes) {
  parallel::for_each(mirror.size(), [&](Index k) {
    const Mat3& R = mirror.reflection_of(k);
    const Index i = mirror.original[k];
    nodes.placed[mirror.own + k].X.lane[3] = nodes.placed[i].X.lane[3];
    nodes.placed[mirror.own + k].u = turned(R, nodes.placed[i].u);
    nodes.velocity[mirror.own + k] = turned(R, nodes.velocity[i]);
  });
}

template <int D>
void reflect_stress(const Mirror& mirror, const std::vector<Index>& row, Nodes<D>& nodes) {
  parallel::for_each(mirror.size(), [&](Index k) {
    const Mat3& R = mirror.reflection_of(k);
    const Index i = mirror.original[k], g = mirror.own + k;
    const ShownTensor<D>& original = nodes.stress[i];
    nodes.stress[g].set(R * original.matrix() * R);
    nodes.stress[g].set_place(nodes.place(g), R * original.beside_tensor(nodes.place(i)));
    nodes.spin[g] = turned(R.determinant() * R, nodes.spin[i]);
    if (row[i] == 0) return;
    nodes.curvature[row[g]] = turned(R, nodes.curvature[row[i]]);
  });
}

template void reflect_motion(const Mirror&, Nodes<2>&);
template void reflect_motion(const Mirror&, Nodes<3>&);
template void reflect_stress(const Mirror&, const std::vector<Index>&, Nodes<2>&);
template void reflect_stress(const Mirror&, const std::vector<Index>&, Nodes<3>&);

}  // namespace talus
