#include "talus/sim/solid_frame.hpp"

#include "talus/body/material_fields.hpp"
#include "talus/numerics/stretch.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

ParticleFrame solid_frame(const SolidBody& body, Real time, std::function<void(std::span<float>)> average) {
  const auto n = static_cast<std::size_t>(body.size());
  const auto stress = [&body](Index i) { return cauchy_stress(body.P[i], body.F[i]); };
  Field pressure = computed_field("pressure", n, [stress](Index i) { return -stress(i).trace() / 3; });
  pressure.finish = std::move(average);
  ParticleFrame frame{time, body.spacing, body.dimension, body.x, {}};
  frame.fields = {
      stored_field("velocity", body.v),
      stored_field("displacement", body.u),
      computed_field("stress", n, [stress](Index i) { return SymmetricTensor{stress(i)}; }),
      computed_field("von_mises", n, [stress](Index i) { return von_mises(stress(i)); }),
      std::move(pressure),
      computed_field("plastic_strain", n, [&body](Index i) { return body.state[i].plastic_strain; }),
      computed_field(
          "contact_force", n,
          [&body](Index i) -> Vec3 { return body.of(ForceKind::contact)[i] + body.of(ForceKind::contact_viscous)[i]; }),
      stored_field("friction_force", body.of(ForceKind::friction)),
      stored_field("stick", body.stick),
      stored_field("penetration", body.penetration),
      stored_field("contact_pressure", body.contact_pressure),
      stored_field("contact_normal", body.contact_normal),
      computed_field("density_ratio", n, [&body](Index i) { return 1 / body.F[i].determinant(); }),
      computed_field("volume", n, [&body](Index i) { return body.V[i] * body.F[i].determinant(); }),
      computed_field("strain", n, [&body](Index i) { return SymmetricTensor{logarithmic_strain(body.F[i])}; }),
      computed_field("deformation_gradient", n, [&body](Index i) { return Mat3(body.F[i]); }),
  };
  if (has_temperature(body)) {
    frame.fields.push_back(computed_field("temperature", n, [&body](Index i) { return temperature_of(body, i); }));
  }
  if (has_damage(body)) {
    frame.fields.push_back(computed_field("damage", n, [&body](Index i) { return body.state[i].damage; }));
  }
  return frame;
}

}  // namespace talus
