#include "talus/sim/frames.hpp"

#include "talus/body/material_fields.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/sim/bond_network.hpp"
#include "talus/sim/contact_network.hpp"
#include "talus/sim/grain_frame.hpp"

#include <algorithm>

namespace talus {
namespace {

ParticleFrame particle_frame(const SolidBody& body, Real time) {
  const auto n = static_cast<std::size_t>(body.size());
  const auto stress = [&body](Index i) { return cauchy_stress(body.P[i], body.F[i]); };
  ParticleFrame frame{time, body.spacing, body.dimension, body.x, {}};
  frame.fields = {
      stored_field("velocity", body.v),
      stored_field("displacement", body.u),
      computed_field("stress", n, [stress](Index i) { return SymmetricTensor{stress(i)}; }),
      computed_field("von_mises", n, [stress](Index i) { return von_mises(stress(i)); }),
      computed_field("plastic_strain", n, [&body](Index i) { return body.state[i].plastic_strain; }),
      computed_field("contact_force", n,
                     [&body](Index i) -> Vec3 {
                       return body.of(ForceKind::contact)[i] + body.of(ForceKind::contact_viscous)[i];
                     }),
      stored_field("friction_force", body.of(ForceKind::friction)),
      stored_field("stick", body.stick),
      stored_field("penetration", body.penetration),
      stored_field("contact_pressure", body.contact_pressure),
      stored_field("contact_normal", body.contact_normal),
      computed_field("density_ratio", n, [&body](Index i) { return 1 / body.F[i].determinant(); }),
      computed_field("volume", n, [&body](Index i) { return body.V[i] * body.F[i].determinant(); }),
  };
  if (has_temperature(body)) {
    frame.fields.push_back(computed_field("temperature", n, [&body](Index i) { return temperature_of(body, i); }));
  }
  if (has_damage(body)) {
    frame.fields.push_back(computed_field("damage", n, [&body](Index i) { return body.state[i].damage; }));
  }
  return frame;
}

}  // namespace

FrameWriter::FrameWriter(const ResultFolder& folder, const std::string& name, const Simulation& simulation)
    : folder_(folder), all_(folder.series(name)), walls_(simulation.model()) {
  const Model& model = simulation.model();
  for (const SolidBody& body : model.bodies) each_.emplace_back(folder.series(body.name));
  for (const GrainBody& body : model.grains.bodies) each_.emplace_back(folder.series(body.name));
  for (const WallBody& wall : model.grains.walls) each_.emplace_back(folder.series(wall.name));
  if (const auto& fields = model.description.output.fields) fields_.emplace(folder, name, *fields, model);
}

void FrameWriter::write(Simulation& simulation) {
  simulation.mark_contacts();
  const Model& model = simulation.model();
  const Real time = simulation.time();
  std::size_t part = 0;
  const auto place = [&](const std::string& name) { return enter(part++, name, time); };
  for (const SolidBody& body : model.bodies) write_particles(place(body.name), particle_frame(body, time));
  for (const GrainBody& body : model.grains.bodies) write_particles(place(body.name), GrainFrame(body, time).frame());
  if (!model.grains.walls.empty()) walls_.look_at(model);
  for (std::size_t w = 0; w < model.grains.walls.size(); ++w) {
    const WallBody& wall = model.grains.walls[w];
    write_surface(place(wall.name), walls_.frame(wall, static_cast<Index>(w), time));
  }
  if (model.description.output.contacts && !(model.contacts.empty() && model.grains.contacts.empty() && model.solid_walls.empty())) {
    const auto path = folder_.frame("contacts", count_);
    write_contacts(path, ContactNetwork(model).frame(time));
    all_.add(time, "contacts", path);
    write_bonds(model.grains, time);
  }
  if (fields_) fields_->write(model, time);
  for (const PvdSeries& series : each_) series.write();
  all_.write();
  ++count_;
}

void FrameWriter::write_bonds(const GrainSystem& grains, Real time) {
  if (std::ranges::none_of(grains.contacts, [](const auto& contact) { return contact->bonds().has_value(); })) return;
  const auto path = folder_.frame("bonds", count_);
  write_contacts(path, BondNetwork(grains).frame(time));
  all_.add(time, "bonds", path);
}

std::filesystem::path FrameWriter::enter(std::size_t part, const std::string& name, Real time) {
  const auto path = folder_.frame(name, count_);
  all_.add(time, name, path);
  each_[part].add(time, "", path);
  return path;
}

}  // namespace talus
