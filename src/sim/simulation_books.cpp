// Energies of a step, channel by channel.
#include "talus/sim/simulation.hpp"

namespace talus {

void Simulation::book(const StepWork& first, const StepWork& second) {
  StepWork work = first;
  work += second;
  const auto of = [&](ForceKind kind) { return work.work[static_cast<std::size_t>(kind)]; };
  using enum ForceKind;
  ledger_.set(Channel::kinetic, second.kinetic);
  ledger_.set(Channel::elastic, stress_.elastic_energy);
  ledger_.add(Channel::plastic, stress_.plastic_work);
  ledger_.add(Channel::hourglass,
              of(hourglass) + stress_.control_work + (of(internal) - work.of_told_control) - stress_.shared_work);
  ledger_.add(Channel::bulk_viscous, of(viscous) + stress_.viscous_work);
  ledger_.set(Channel::contact_stored, contact_.stored);
  ledger_.add(Channel::sliding, contact_.sliding);
  ledger_.add(Channel::contact_plastic, contact_.plastic);
  ledger_.add(Channel::contact_adhesive, contact_.adhesive);
  ledger_.add(Channel::contact_viscous, of(contact_viscous) + contact_.viscous);
  ledger_.add(Channel::body_force, of(body_force));
  ledger_.add(Channel::boundary, of(boundary) + of(load) + of(reaction));
  ledger_.add(Channel::scheme, work.scheme + contact_.scheme);
  // Dashpots that are forces of their own state no loss: the work of their forces stands on both sides.
  const Real internal_work = stress_.internal_work + (work.of_told_control - stress_.control_work);
  ledger_.add_law_work(internal_work + of(contact) + of(friction) + of(contact_viscous) - contact_.scheme);
  if (!model_.grains.empty()) book_grains();
  ledger_.close_step();
}

void Simulation::book_grains() {
  const GrainStepWork& work = grain_work_;
  ledger_.add(Channel::kinetic, work.grains.kinetic);
  ledger_.set(Channel::rotational, work.grains.rotational);
  ledger_.add(Channel::contact_stored, grain_contact_.stored);
  ledger_.add(Channel::contact_plastic, grain_contact_.plastic);
  ledger_.add(Channel::contact_adhesive, grain_contact_.adhesive);
  ledger_.add(Channel::contact_viscous, grain_contact_.viscous);
  ledger_.add(Channel::sliding, grain_contact_.sliding);
  ledger_.add(Channel::rolling, grain_contact_.rolling);
  ledger_.add(Channel::twisting, grain_contact_.twisting);
  ledger_.add(Channel::contact_fracture, grain_contact_.fracture);
  ledger_.add(Channel::body_force, work.grains.body_force);
  // What walls put in comes from outside, like new grains; what a wall had stored leaves with it, and a brake takes.
  ledger_.add(Channel::boundary,
              work.taken_away - work.walls - work.supplied - work.driven + work.grains.held + work.braked);
  ledger_.add(Channel::scheme, work.grains.scheme + grain_contact_.scheme);
  ledger_.add_law_work(work.grains.contact + work.walls - work.taken_away - grain_contact_.scheme);
}

}  // namespace talus
