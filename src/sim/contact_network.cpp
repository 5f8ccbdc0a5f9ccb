#include "talus/sim/contact_network.hpp"

namespace talus {

ContactNetwork::ContactNetwork(const Model& model) : has_grains_(!model.grains.contacts.empty()) {
  add_solids(model);
  add_walls_of_solids(model);
  add_grains(model.grains);
}

void ContactNetwork::add_solids(const Model& model) {
  for (const auto& contact : model.contacts) {
    contact->for_each_line([&](const ContactLine& line) {
      lines_.push_back({line.from, line.to});
      normal_.push_back(line.normal_force);
      tangential_.push_back(line.tangential_force);
      overlap_.push_back(line.overlap);
      stick_.push_back(line.stick);
    });
  }
  // Solids resist neither rolling nor twisting at a point; what a contact has lost so far they do not keep.
  rolling_.assign(lines_.size(), Vec3::Zero());
  twisting_.assign(lines_.size(), Vec3::Zero());
  loss_.assign(lines_.size(), 0);
  ids_.assign(2 * lines_.size(), -1);
}

void ContactNetwork::add_grains(const GrainSystem& grains) {
  for (const auto& contact : grains.contacts) {
    if (contact->bonds()) continue;  // they have frames of their own
    const GrainBody& a = grains.bodies[grains.body_index(contact->a())];
    const Index b = grains.body_index(contact->b());
    contact->for_each_line([&](const GrainContactLine& line) {
      add(line, static_cast<Real>(a.id[line.i]), line.j < 0 ? -1 : static_cast<Real>(grains.bodies[b].id[line.j]));
    });
  }
}

void ContactNetwork::add_walls_of_solids(const Model& model) {
  for (const auto& walls : model.solid_walls) {
    walls->for_each_line("", [&](const GrainContactLine& line) { add(line, -1, -1); });
  }
}

void ContactNetwork::add(const GrainContactLine& line, Real id_i, Real id_j) {
  lines_.push_back({line.from, line.to});
  normal_.push_back(line.normal_force);
  tangential_.push_back(line.tangential_force);
  rolling_.push_back(line.rolling_torque);
  twisting_.push_back(line.twisting_torque);
  overlap_.push_back(line.overlap);
  loss_.push_back(line.loss);
  stick_.push_back(line.stick);
  ids_.push_back(id_i);
  ids_.push_back(id_j);
}

ContactFrame ContactNetwork::frame(Real time) const {
  ContactFrame frame{time,
                     lines_,
                     {stored_field("normal_force", normal_), stored_field("tangential_force", tangential_),
                      stored_field("overlap", overlap_), stored_field("stick", stick_)}};
  if (has_grains_) {
    frame.fields.push_back(stored_field("rolling_torque", rolling_));
    frame.fields.push_back(stored_field("twisting_torque", twisting_));
    frame.fields.push_back(stored_field("loss", loss_));
    frame.fields.push_back(flat_field("grains", 2, ids_));
  }
  return frame;
}

}  // namespace talus
