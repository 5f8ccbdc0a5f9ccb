#include "talus/sim/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/sim/solid_wall_builder.hpp"
#include "talus/sim/stop.hpp"
#include "talus/tlsph/particle_group.hpp"

namespace talus {
namespace {

/// A step that a material refuses is halved this many times before the run gives up.
constexpr int most_repeats = 5;
/// Steps can be taken back where a particle is squeezed below this stretch [-] …
constexpr Real dangerous_stretch = 0.5;
/// … or where particles move by this share of their spacing in one step.
constexpr Real dangerous_travel = 0.05;
/// Steps between two looks for grains that have left: their pairs are listed anew each time, which should not be often.
constexpr std::int64_t release_interval = 500;

/// Calls use(group) for all particles of a body, in parallel.
template <class Use>
void for_all_groups(const SolidBody& body, Use&& use) {
  parallel::for_blocks(body.size(), [&](Index first, Index last, Index) { for_groups(first, last, use); });
}

template <class T>
Vec3Of<T> scaled(const T& factor, const Vec3& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}

}  // namespace

Simulation::Simulation(Model model) : model_(std::move(model)), end_(model_.description.time.end) {
  time_ = start_ = start_time(model_.description);
  Real end = start_;
  for (const Stage& s : model_.description.stages) stage_end_.push_back(end += s.duration);
  if (!stage_end_.empty()) stage_end_.back() = 0;  // the clock starts at exactly zero
  smallest_stretch_.assign(model_.bodies.size(), 1);
  least_telling_energy_ = least_telling_energy(model_);
  start_sphere_ = sphere_around(model_);
  if (stage() != nullptr) enter_stage();

  update_stress(0);
  compute_forces(0);
  Real kinetic = 0;
  for (SolidBody& body : model_.bodies) {
    kinetic += kinetic_energy(body);
    for (const Vec3& v : body.v) body.max_speed = std::max(body.max_speed, v.norm());
  }
  const GrainWork rigid = model_.grains.energies();
  const Vec3 gravity = gravity_at(model_.description, time_);
  check_start(model_.grains, model_.description, grain_contact_, gravity);
  for (const auto& walls : model_.solid_walls) check_start(*walls, model_.description, gravity);
  ledger_.open(kinetic + rigid.kinetic, stress_.elastic_energy, contact_.stored + grain_contact_.stored,
               rigid.rotational);
  clock_.enter(Phase::output);
}

void Simulation::step(Real until) {
  parallel::with_team([&] { take_step(until); });
}

void Simulation::take_step(Real until) {
  clock_.enter(Phase::integration);
  // 1. The step's length.
  dt_ = choose_step(until);
  // 2. Half kick and drift to new positions, and the stress there.
  const StepWork first = move(until);
  // 3. Forces at the new positions, with the other half kick of those that nothing else moves …
  clock_.enter(Phase::solids);
  StepWork second = compute_forces(dt_);
  clock_.enter(Phase::integration);
  // 4. … and that of all others, when dashpots have seen where it would lead.
  for (ActiveBoundary& b : model_.boundaries) b.end_step(model_.bodies[b.body()], time_ - dt_, dt_);
  brake();
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    if (!is_kicked_with_stress(b, dt_)) add_work(b, kick(model_.bodies[b], dt_), second);
  }
  grain_work_ += model_.grains.kick(dt_, gravity_at(model_.description, time_));
  // 5. The books, and the next stage when this one is over.
  book(first, second);
  release_failed();
  renew_references();
  ++steps_;
  if (steps_ % release_interval == 0) {
    release_left_grains(model_, gravity_at(model_.description, time_), time_);
  }
  if (stage() != nullptr && time_ >= stage_end_[stage_]) {
    ++stage_;
    enter_stage();
  }
  clock_.enter(Phase::output);
}

StepWork Simulation::move(Real until) {
  const Real start = time_;
  const bool endangered = is_endangered();
  if (endangered) {
    saved_.resize(model_.bodies.size());
    for (std::size_t b = 0; b < saved_.size(); ++b)
      saved_[b].keep(model_.bodies[b], !model_.solvers[b]->tells_control_work());
  }
  for (int repeats = 0;; ++repeats) {
    for (ActiveBoundary& b : model_.boundaries) b.begin_step(model_.bodies[b.body()], start, dt_);
    StepWork work;
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      SolidSolver& solver = *model_.solvers[b];
      add_work(b, kick_and_drift(model_.bodies[b], dt_, [&](Index first, Index last) { solver.place(first, last); }),
               work);
    }
    time_ = start + dt_ >= until - Real(1e-9) * dt_ ? until : start + dt_;
    clock_.enter(Phase::solids);
    is_looked_at_ = !foresight_ || finished() || foresight_(time_);
    keep_stress();
    try {
      update_stress(dt_);
    } catch (const RefusedDeformation& refused) {
      if (!endangered || repeats == most_repeats) throw stop_at_refusal(model_, refused, time_, dt_, repeats);
      for (std::size_t b = 0; b < saved_.size(); ++b) saved_[b].give_back(model_.bodies[b]);
      dt_ /= 2;
      continue;
    }
    clock_.enter(Phase::integration);
    grain_work_ = model_.grains.kick_and_drift(start, dt_);
    return work;
  }
}

/// Of bodies that somebody looks at, or contact, after the step that has moved them.
void Simulation::keep_stress() {
  for (auto& solver : model_.solvers) solver->keep_stress(is_looked_at_);
  if (is_looked_at_) return;
  for (const auto& contact : model_.contacts) {
    if (!contact->looks_at_gradient(dt_)) continue;
    for (const SolidBody* body : {&contact->a(), &contact->b()}) {
      model_.solvers[static_cast<std::size_t>(body - model_.bodies.data())]->keep_stress(true);
    }
  }
}

/// Adds what moved a body.
void Simulation::add_work(std::size_t body, StepWork more, StepWork& work) const {
  if (model_.solvers[body]->tells_control_work())
    more.of_told_control = more.work[static_cast<std::size_t>(ForceKind::internal)];
  work += more;
}

bool Simulation::is_endangered() const {
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    const SolidBody& body = model_.bodies[b];
    if (smallest_stretch_[b] < dangerous_stretch || body.max_speed * dt_ > dangerous_travel * body.spacing) return true;
  }
  return false;
}

void Simulation::update_stress(Real dt) {
  stress_ = {};
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    const StressSums s = dt > 0 ? model_.solvers[b]->update_placed_stress(dt) : model_.solvers[b]->update_stress(0);
    smallest_stretch_[b] = s.smallest_stretch;
    stress_.internal_work += s.internal_work;
    stress_.elastic_energy += s.elastic_energy;
    stress_.plastic_work += s.plastic_work;
    stress_.viscous_work += s.viscous_work;
    stress_.shared_work += s.shared_work;
    stress_.control_work += s.control_work;
  }
}

StepWork Simulation::compute_forces(Real dt) {
  StepWork kicks;
  const Vec3 gravity = gravity_at(model_.description, time_);
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    SolidBody& body = model_.bodies[b];
    clear_added_forces(body);
    SolidSolver& solver = *model_.solvers[b];
    if (is_kicked_with_stress(b, dt))
      add_work(b, kick(body, dt, solver.force_blocks(), [&](const KickOfBlock& of) { solver.compute_forces(of); }),
               kicks);
    else
      solver.compute_forces();
    if (!gravity.isZero(0) || body.acts[static_cast<std::size_t>(ForceKind::body_force)]) {
      auto& weight = body.open(ForceKind::body_force);
      for_all_groups(body, [&](auto at) { put(weight, at, scaled(take(body.m, at), gravity)); });
    }
  }
  clock_.enter(Phase::contact);
  compute_contacts(dt);
  compute_grains(dt);
  clock_.enter(Phase::integration);
  apply_boundaries();
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    if (is_summed(static_cast<Index>(b))) sum_forces(model_.bodies[b]);
  }
  apply_tow();
  return kicks;
}

/// Whether a step of `dt` [s], which is 0 at the start and past the end, kicks a body as soon as the forces of its
/// stress are known: nothing else could add others.
bool Simulation::is_kicked_with_stress(std::size_t body, Real dt) const {
  return dt > 0 && stress_acts_alone(model_.bodies[body]) && !model_.solvers[body]->brakes() &&
         model_.boundaries.empty() && model_.contacts.empty() && model_.grains.empty() && model_.solid_walls.empty() &&
         stage() == nullptr && gravity_at(model_.description, time_).isZero(0) &&
         std::ranges::none_of(model_.fragments, [](const auto& pieces) { return pieces != nullptr; });
}

/// The dashpots of the zero-energy control, against the velocity that all other forces, and reactions, would end the
/// step with: so they can only take energy. Boundaries that hold particles then hold them against these forces as well.
void Simulation::brake() {
  clock_.enter(Phase::solids);
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    SolidSolver& solver = *model_.solvers[b];
    if (!solver.brakes()) continue;
    SolidBody& body = model_.bodies[b];
    velocity_after_kick(body, dt_, velocity_);
    solver.brake(velocity_);
    if (is_summed(static_cast<Index>(b))) sum_forces(body);
    for (ActiveBoundary& boundary : model_.boundaries) {
      if (boundary.body() == static_cast<Index>(b)) boundary.end_step(body, time_ - dt_, dt_);
    }
  }
  clock_.enter(Phase::integration);
}

void Simulation::compute_contacts(Real dt) {
  contact_ = {};
  try {
    for (auto& contact : model_.contacts) contact_ += contact->compute(dt);
  } catch (const TornSurface& torn) {
    throw stop_at_torn_surface(torn, time_);
  }
  for (auto& pieces : model_.fragments) {
    if (pieces) contact_ += pieces->compute();
  }
}

void Simulation::compute_grains(Real dt) {
  GrainSystem& grains = model_.grains;
  if (grains.empty()) return;
  for (const auto& contact : grains.contacts) contact->keep_lines(is_looked_at_);
  const Vec3 gravity = gravity_at(model_.description, time_);
  grain_contact_ = grains.compute_contacts(time_, dt, gravity, grain_work_);
  for (const auto& walls : model_.solid_walls) {
    grain_work_.taken_away += walls->release_absent(dt);
    contact_ += walls->compute(dt);
  }
  if (dt == 0) grains.set_gravity(gravity);
}

void Simulation::recall() {
  if (std::exchange(is_looked_at_, true)) return;
  for (auto& solver : model_.solvers) solver->recall_stress();
  for (const auto& contact : model_.grains.contacts) contact->recall_lines();
}

void Simulation::apply_boundaries() {
  for (ActiveBoundary& b : model_.boundaries) b.apply(model_.bodies[b.body()], time_);
  if (stage_damping_) stage_damping_->apply(model_.bodies[stage_damping_->body()], time_);
}

/// Whether the sum of the forces on a body is needed: by what holds its particles, tows it, or looks ahead to what they
/// will do to grains and walls.
bool Simulation::is_summed(Index body) const {
  if (!model_.grains.empty() || !model_.solid_walls.empty() || (stage() != nullptr && stage()->tow)) return true;
  return std::ranges::any_of(model_.boundaries, [&](const ActiveBoundary& b) { return b.body() == body; });
}

/// A uniform acceleration that takes up the resultant along the towed direction, so the mean velocity stays.
void Simulation::apply_tow() {
  if (stage() == nullptr || !stage()->tow) return;
  const Tow& tow = *stage()->tow;
  SolidBody& body = model_.bodies[model_.body_index(tow.body)];
  const Vec3 along = tow.direction();
  const auto sums = parallel::sum<2>(body.size(), [&](Index i, std::array<Real, 2>& sum) {
    sum[0] += body.total_force[i].dot(along);
    sum[1] += body.m[i];
  });
  const Vec3 acceleration = -sums[0] / sums[1] * along;
  auto& boundary = body.open(ForceKind::boundary);
  for_all_groups(body, [&]<class T>(ParticleGroup<T> at) {
    const Vec3Of<T> f = scaled(take(body.m, at), acceleration);
    for (auto* forces : {&boundary, &body.total_force}) put(*forces, at, Vec3Of<T>(take(*forces, at) + f));
  });
}

/// Between two steps: what has failed leaves its body, and the next step starts from the forces without it.
void Simulation::release_failed() {
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    ReleaseSums released;
    try {
      released = model_.solvers[b]->release_failed();
    } catch (const RefusedDeformation& refused) {
      throw stop_at_refusal(model_, refused, time_, dt_, 0);
    }
    if (released.particles == 0) continue;
    stress_.elastic_energy -= released.energy;
    ledger_.set(Channel::elastic, stress_.elastic_energy);
    ledger_.add(Channel::fracture, released.energy);
    model_.fragments[b]->loosen(released.faces);
    model_.solvers[b]->compute_forces();
    if (is_summed(static_cast<Index>(b))) sum_forces(model_.bodies[b]);
  }
}

/// Between two steps: bodies that have deformed far find their neighbours anew where they are.
void Simulation::renew_references() {
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    if (!model_.solvers[b]->renew_reference()) continue;
    smallest_stretch_[b] = 1;
    model_.solvers[b]->compute_forces();
    if (is_summed(static_cast<Index>(b))) sum_forces(model_.bodies[b]);
  }
}

const Stage* Simulation::stage() const {
  const auto& stages = model_.description.stages;
  return stage_ < stages.size() ? &stages[stage_] : nullptr;
}

Real Simulation::segment_end() const { return stage() != nullptr ? stage_end_[stage_] : end_; }

void Simulation::brake_stage() {
  stage_damping_.reset();
  model_.grains.release_brake();
  if (stage() == nullptr || !stage()->damping) return;
  const Damping& damping = *stage()->damping;
  const Index grains = model_.grains.body_index(damping.body);
  if (grains < 0) {
    stage_damping_ = activate(damping, model_.bodies);
  } else {
    model_.grains.set_brake(grains, {projector_along(damping.along), !damping.along, damping.rate});
  }
}

void Simulation::enter_stage() {
  brake_stage();
  if (stage() == nullptr) model_.grains.begin_travel();
  if (stage() == nullptr || !stage()->tow) return;
  // The tow starts from its own velocity; what that takes or gives is work of the boundary.
  const Tow& tow = *stage()->tow;
  SolidBody& body = model_.bodies[model_.body_index(tow.body)];
  const Vec3 along = tow.direction();
  const Real before = kinetic_energy(body);
  const Real mean = linear_momentum(body).dot(along) / total_mass(body);
  const Vec3 change = (tow.velocity.dot(along) - mean) * along;
  if (std::abs(change.norm()) <= 1e-12 * tow.velocity.norm()) return;
  for (Vec3& v : body.v) v += change;
  const Real gained = kinetic_energy(body) - before;
  ledger_.add(Channel::kinetic, gained);
  ledger_.add(Channel::boundary, -gained);
}

void Simulation::mark_contacts() {
  for (SolidBody& body : model_.bodies) {
    std::fill(body.stick.begin(), body.stick.end(), std::int8_t(0));
    std::fill(body.penetration.begin(), body.penetration.end(), Real(0));
    std::fill(body.contact_pressure.begin(), body.contact_pressure.end(), Real(0));
    std::fill(body.contact_normal.begin(), body.contact_normal.end(), Vec3::Zero());
  }
  for (const auto& contact : model_.contacts) contact->mark_particles();
  for (const auto& pieces : model_.fragments) {
    if (pieces) pieces->mark_particles();
  }
  for (const auto& contact : model_.grains.contacts) contact->mark_particles();
  for (const auto& walls : model_.solid_walls) walls->mark_particles();
}

void Simulation::check_meetings() const {
  for (std::size_t q = 1; q < model_.bodies.size(); ++q) {
    for (std::size_t p = 0; p < q; ++p) {
      const SolidBody &a = model_.bodies[p], &b = model_.bodies[q];
      if (contact_entry(model_.description, a.name, b.name) != nullptr) continue;
      if (!within(a, b, touching_distance(a, b))) continue;
      throw SimulationError("bodies \"" + a.name + "\" and \"" + b.name + "\" meet" + when(time_) + without_entry);
    }
  }
}

Index Simulation::particle_count() const {
  Index n = 0;
  for (const SolidBody& b : model_.bodies) n += b.size();
  return n + model_.grains.size();
}

}  // namespace talus
