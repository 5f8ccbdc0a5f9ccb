// What a checkpoint holds of a simulation, section by section.
#include "talus/body/body_state.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/error.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

void Simulation::state(Archive& a) {
  a.section("time");
  a("time", time_);
  a("step", dt_);
  a("steps", steps_);
  a("stage", stage_);
  if (a.reads()) brake_stage();
  if (stage_damping_) a("damping", *stage_damping_);
  a("smallest stretch", smallest_stretch_);
  a("steps of loss", steps_of_loss_);
  a("step limit", step_limit_);
  a("unseen way", unseen_way_);
  if (a.reads()) expect(is_count(steps_) && is_count(steps_of_loss_), "steps");
  if (a.reads() && time_ > end_) {
    throw FileError("it is of t = " + quantity(time_, "s") + ", and the run shall end before, at " +
                    quantity(end_, "s") + "; give a later end, or run the case anew");
  }
  if (a.reads()) is_looked_at_ = false;

  a.section("energies");
  a("ledger", ledger_);
  a("stress", stress_);
  a("contact", contact_);
  a("contact of grains", grain_contact_);
  a("work of grains", grain_work_);

  // Solvers may scratch the bodies when they find bonds anew: bodies come after them.
  for (auto& solver : model_.solvers) {
    a.section("solver of " + solver->body().name);
    a("solver", *solver);
  }
  for (SolidBody& body : model_.bodies) {
    a.section("body " + body.name);
    a("body", body);
  }
  for (auto& contact : model_.contacts) {
    a.section("contact of " + contact->a().name + " and " + contact->b().name);
    a("contact", *contact);
  }
  a.section("fragments and boundaries");
  a.each("fragments", model_.fragments);
  a.each("boundaries", model_.boundaries);

  a.section("grains and walls");
  a("grains", model_.grains);
  for (auto& contact : model_.grains.contacts) {
    a.section("contact of " + contact->a() + " and " + contact->b());
    a("contact", *contact);
  }
  a.section("solids on walls");
  a.each("walls", model_.solid_walls);
}

}  // namespace talus
