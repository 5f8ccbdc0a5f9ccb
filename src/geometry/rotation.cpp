#include "talus/geometry/rotation.hpp"

#include <Eigen/Geometry>

namespace talus {

Mat3 Rotation::matrix() const {
  if (is_none()) return Mat3::Identity();
  return Eigen::AngleAxis<Real>(vector.norm(), vector.normalized()).toRotationMatrix();
}

void Codec<Rotation>::read(const Cursor& at, const Rule& rule, Rotation& out) {
  const json::Value& value = at.value();
  if (value.array()) return Codec<Vec3>::read(at, rule, out.vector);
  if (value.object() && !value.find("expression")) return at.refuse_type(expected(rule));
  out.vector.setZero();
  Codec<Real>::read(at, rule, out.vector.z());
}

json::Value Codec<Rotation>::write(const Rotation& value) {
  const bool about_z = value.vector.x() == 0 && value.vector.y() == 0;
  return about_z ? Codec<Real>::write(value.vector.z()) : Codec<Vec3>::write(value.vector);
}

json::Value Codec<Rotation>::schema(const Rule& rule) {
  return json::object({{"anyOf", json::array({Codec<Real>::schema(rule), Codec<Vec3>::schema(rule)})}});
}

std::string Codec<Rotation>::expected(const Rule&) {
  return "an angle about z such as \"30 deg\", or axis times angle such as [0, \"30 deg\", 0]";
}

}  // namespace talus
