#include "talus/sim/frames.hpp"

#include "talus/numerics/tensor.hpp"
#include "talus/output/vtk_contacts.hpp"
#include "talus/output/vtk_particles.hpp"

#include <array>

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
  };
  return frame;
}

}  // namespace

FrameWriter::FrameWriter(const ResultFolder& folder, const std::string& name, const Simulation& simulation)
    : folder_(folder), all_(folder.series(name)) {
  for (const SolidBody& body : simulation.model().bodies) each_.emplace_back(folder.series(body.name));
}

void FrameWriter::write(Simulation& simulation) {
  simulation.mark_contacts();
  const auto& bodies = simulation.model().bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto path = folder_.frame(bodies[b].name, count_);
    write_particles(path, particle_frame(bodies[b], simulation.time()));
    all_.add(simulation.time(), bodies[b].name, path);
    each_[b].add(simulation.time(), "", path);
    each_[b].write();
  }
  if (simulation.model().description.output.contacts && !simulation.model().contacts.empty()) {
    write_contact_network(simulation);
  }
  all_.write();
  ++count_;
}

void FrameWriter::write_contact_network(const Simulation& simulation) {
  std::vector<std::array<Vec3, 2>> lines;
  std::vector<Vec3> normal, tangential;
  std::vector<Real> overlap;
  std::vector<int> stick;
  for (const auto& contact : simulation.model().contacts) {
    contact->for_each_line([&](const ContactLine& line) {
      lines.push_back({line.from, line.to});
      normal.push_back(line.normal_force);
      tangential.push_back(line.tangential_force);
      overlap.push_back(line.overlap);
      stick.push_back(line.stick);
    });
  }
  const auto path = folder_.frame("contacts", count_);
  write_contacts(path, {simulation.time(),
                        lines,
                        {stored_field("normal_force", normal), stored_field("tangential_force", tangential),
                         stored_field("overlap", overlap), stored_field("stick", stick)}});
  all_.add(simulation.time(), "contacts", path);
}

}  // namespace talus
