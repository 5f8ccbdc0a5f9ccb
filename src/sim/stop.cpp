#include "talus/sim/stop.hpp"

#include <algorithm>
#include <cmath>

#include "talus/numerics/tensor.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/frame_choice.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/solid_frame.hpp"

namespace talus {
namespace {

/// Particles within this factor of the worst one are culprits with it.
constexpr Real as_bad = 2;

std::string and_more(const std::vector<Index>& which) {
  return which.size() > 1 ? " and " + std::to_string(which.size() - 1) + " more" : "";
}

/// Of `size` particles those whose `badness` is not far from the largest, that one first.
template <class Badness>
std::vector<Index> worst_of(Index size, Badness&& badness) {
  Index worst = 0;
  for (Index i = 0; i < size; ++i) {
    if (badness(i) > badness(worst)) worst = i;
  }
  std::vector<Index> which{worst};
  for (Index i = 0; i < size; ++i) {
    if (i != worst && badness(i) * as_bad >= badness(worst)) which.push_back(i);
  }
  return which;
}

constexpr const char* unstable =
    "the time step was unstable: remove a fixed time.step, lower time.courant, or raise time.steps_per_contact; or "
    "bodies struck each other with more than their contact can hold: start them without overlap, or lower the spacing";

}  // namespace

std::string by_smaller_steps(const Model& model) {
  const TimeSpec& time = model.description.time;
  const auto with = [](const char* key, Real value) {
    return "by smaller steps with --set /time/" + std::string(key) + "=" + number(value);
  };
  if (time.step) return with("step", *time.step / 2);
  if (model.bodies.empty()) return with("steps_per_contact", 2 * time.steps_per_contact);
  return with("courant", time.courant / 2);
}

std::string when(Real time) { return " at t = " + quantity(time, "s"); }

std::string particles_text(const SolidBody& body, const std::vector<Index>& which) {
  const Index first = which.front();
  return "particle " + std::to_string(first) + and_more(which) + " of body \"" + body.name + "\" (reference place " +
         place_text(body.X[first]) + (body.x[first].allFinite() ? ", now " + place_text(body.x[first]) : "") + ")";
}

std::string particles_text(const GrainBody& body, const std::vector<Index>& which) {
  const Vec3 x = body.grains.position[which.front()].vec();
  return "grain " + std::to_string(body.id[which.front()]) + and_more(which) + " of body \"" + body.name + "\"" +
         (x.allFinite() ? " (at " + place_text(x) + ")" : "");
}

Stop stop_at_refusal(const Model& model, const RefusedDeformation& refused, Real time, Real step, int halvings) {
  const SolidBody& body = model.bodies[model.body_index(refused.body)];
  const Real J = body.F[refused.particles.front()].determinant();
  const std::string how = halvings > 0 ? ", also after the step was halved " + std::to_string(halvings) + " times" : "";
  const bool inverted = !(J > 0);
  return {
      "the material cannot follow the deformation of " + particles_text(body, refused.particles) + when(time) + how +
          ": its volume is " + number(J) + " of what it was, " +
          (inverted ? "and must stay positive" : "and its law finds no stress for that") + ". Likely cause: " +
          (inverted ? "more squeezing or distortion than the spacing resolves, or a step of " + quantity(step, "s") +
                          " that is too long; a finer spacing, a smaller speed, hardening, or a smaller time.courant "
                          "may help"
                    : std::string("a state outside the range of the material law; look at its constants")),
      refused.body, refused.particles};
}

Stop stop_at_torn_surface(const TornSurface& torn, Real time) {
  const std::vector<Index> which{torn.particle};
  return {"contact cannot follow a torn surface: " + particles_text(torn.body, which) + " is stretched to " +
              number(torn.stretch) + " times its length" + when(time) + ", and contact follows up to " +
              number(torn.most) + ". Likely cause: " + unstable,
          torn.body.name, which};
}

/// What a body gives way by that is squeezed to nothing.
std::string cause_of_collapse(const SolidBody& body) {
  return std::visit(
      [](const auto& law) -> std::string {
        if constexpr (requires { law.softens_below; }) {
          return std::string(law.name) + " pushes back less and less below a stretch of " +
                 number(law.softens_below, 2) + "; neo_hookean, a smaller load or an earlier time.end may help";
        } else {
          return "the body, of " + std::string(law.name) +
                 ", is crushed; hardening, a stiffer material, a smaller load or an earlier time.end may help";
        }
      },
      body.material);
}

std::optional<Stop> find_collapsed_step(const Model& model, const std::vector<Real>& stretch, const std::string& limit,
                                        Real time, Real step) {
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (stretch[b] > collapsed_stretch) continue;
    const SolidBody& body = model.bodies[b];
    std::vector<Index> which = worst_of(body.size(), [&](Index i) { return 1 / smallest_stretch(body.F[i]); });
    return Stop("the time step has collapsed to " + quantity(step, "s") + when(time) +
                    ": it follows the thinnest particle, " + particles_text(body, which) + ", squeezed to " +
                    number(stretch[b]) + " of its thickness. Likely cause: " + cause_of_collapse(body),
                body.name, which);
  }
  if (step > 0 && std::isfinite(step) && time + step > time) return std::nullopt;
  if (auto lost = find_lost_numbers(model, time)) return lost;
  const std::string sentence = "the time step has become " + quantity(step, "s") + when(time) + ", limited by " + limit;
  const Stop fastest = stop_at_fastest(model);
  return Stop(sentence, fastest.body, fastest.culprits);
}

Stop stop_at_fastest(const Model& model) {
  Stop found{"nothing that moves", "", {}};
  Real most = -1;
  const auto look = [&](const auto& body, auto&& speed2) {
    if (body.size() == 0) return;
    std::vector<Index> which = worst_of(body.size(), speed2);
    if (speed2(which.front()) <= most) return;
    most = speed2(which.front());
    found = {particles_text(body, which) + " with " + quantity(std::sqrt(most), "m/s"), body.name, std::move(which)};
  };
  for (const SolidBody& body : model.bodies) look(body, [&](Index i) { return body.v[i].squaredNorm(); });
  for (const GrainBody& body : model.grains.bodies) {
    look(body, [&](Index i) { return body.grains.rate[i].velocity.vec().squaredNorm(); });
  }
  return found;
}

std::optional<Stop> find_lost_numbers(const Model& model, Real time) {
  for (const SolidBody& body : model.bodies) {
    std::vector<Index> which;
    for (Index i = 0; i < body.size(); ++i) {
      if (!body.x[i].allFinite() || !body.v[i].allFinite()) which.push_back(i);
    }
    if (which.empty()) continue;
    const bool placed = body.x[which.front()].allFinite();
    return Stop((placed ? "the velocity of " : "the place of ") + particles_text(body, which) +
                    " has left the finite numbers" + when(time) + ". Likely cause: " + unstable,
                body.name, which);
  }
  for (const GrainBody& body : model.grains.bodies) {
    std::vector<Index> which;
    for (Index i = 0; i < body.size(); ++i) {
      const SphereRows& g = body.grains;
      if (!g.position[i].vec().allFinite() || !g.rate[i].velocity.vec().allFinite()) which.push_back(i);
    }
    if (which.empty()) continue;
    return Stop(particles_text(body, which) + " has left the finite numbers" + when(time) +
                    ". Likely cause: the time step was unstable: raise time.steps_per_contact, or remove a fixed "
                    "time.step",
                body.name, which);
  }
  for (const WallBody& wall : model.grains.walls) {
    if (wall.pose.displacement.allFinite() && wall.half.velocity.allFinite() && wall.half.spin.allFinite()) continue;
    return Stop("wall \"" + wall.name + "\" has left the finite numbers" + when(time) +
                    ". Likely cause: its motion, its mass or the forces on it; look at bodies." + wall.name + ".motion",
                "", {});
  }
  return std::nullopt;
}

Stop stop_at_lost_books(const Model& model, Real time) {
  const Stop fastest = stop_at_fastest(model);
  return {"the kinetic energy has left the finite numbers" + when(time) + "; the fastest is " + fastest.what() +
              ". Likely cause: " + unstable,
          fastest.body, fastest.culprits};
}

Stop stop_at_lost_energy(const Model& model, const EnergyLedger& ledger, Real time, Real step) {
  const Stop fastest = stop_at_fastest(model);
  return {"the state ledger has lost " + percent(ledger.state_residual()) + " of all energies" + when(time) +
              ": what stress and contact did is not what their laws say (limits.energy allows " +
              percent(model.description.limits.energy) + "). The fastest is " + fastest.what() + "; the step is " +
              quantity(step, "s") + ". Likely cause: " + unstable,
          fastest.body, fastest.culprits};
}

Real least_telling_energy(const Model& model) {
  constexpr Real strain = 1e-6;
  Real sum = 0;
  for (const SolidBody& body : model.bodies) {
    const Real young = std::visit([](const auto& m) { return m.young; }, body.material);
    for (const Real V : body.V) sum += Real(0.5) * young * strain * strain * V;
  }
  return sum;
}

std::filesystem::path write_failure(const ResultFolder& folder, const Model& model, const Stop& stop, Real time) {
  const std::filesystem::path path = folder.file("failure.vtp");
  const auto solid = std::ranges::find(model.bodies, stop.body, &SolidBody::name);
  const auto marked = [&](Index count) {
    std::vector<std::int8_t> culprit(static_cast<std::size_t>(count), 0);
    for (const Index i : stop.culprits) culprit[i] = 1;
    return culprit;
  };
  if (solid != model.bodies.end()) {
    std::vector<Vec3> places = solid->x;
    for (Index i = 0; i < solid->size(); ++i) {
      if (!places[i].allFinite()) places[i] = solid->X[i];
    }
    const std::vector<std::int8_t> culprit = marked(solid->size());
    ParticleFrame frame = chosen({}, solid_frame(*solid, time));
    frame.positions = places;
    frame.fields.push_back(stored_field("culprit", culprit));
    write_particles(path, frame);
    return path;
  }
  const auto grains = std::ranges::find(model.grains.bodies, stop.body, &GrainBody::name);
  if (grains == model.grains.bodies.end()) return {};
  const std::vector<std::int8_t> culprit = marked(grains->size());
  const GrainFrame picture(*grains, time);
  ParticleFrame frame = picture.frame();
  frame.fields.push_back(
      computed_field("culprit", frame.positions.size(), [&](Index s) { return culprit[grains->owner(s)]; }));
  write_particles(path, frame);
  return path;
}

}  // namespace talus
