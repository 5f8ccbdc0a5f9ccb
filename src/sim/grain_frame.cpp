#include "talus/sim/grain_frame.hpp"

#include "talus/core/parallel.hpp"
#include "talus/dem/grain_travel.hpp"

namespace talus {

GrainFrame::GrainFrame(const GrainBody& body, Real time)
    : body_(body), time_(time), positions_(body.spheres().position.size()) {
  parallel::for_each(body.spheres().size(), [&](Index s) { positions_[s] = body_.spheres().position[s].vec(); });
}

ParticleFrame GrainFrame::frame() const {
  const GrainBody& body = body_;
  const SphereRows& g = body.grains;
  const std::size_t n = positions_.size();
  const auto of_grain = [&](const char* name, const auto& value) {
    return computed_field(name, n, [&body, value](Index s) { return value(body.owner(s)); });
  };
  ParticleFrame frame{time_, 0, body.dimension, positions_, {}};
  frame.fields = {
      of_grain("velocity", [&g](Index i) { return g.rate[i].velocity.vec(); }),
      of_grain("displacement", [&body](Index i) { return displacement(body, i); }),
      of_grain("angular_velocity", [&g](Index i) { return g.rate[i].spin.vec(); }),
      computed_field("radius", n, [&body](Index s) { return body.spheres().position[s].w; }),
      of_grain("contact_force", [&g](Index i) { return g.load[i].force.vec(); }),
      of_grain("coordination", [&g](Index i) { return g.load[i].force.w; }),
      of_grain("mass", [&g](Index i) { return g.inertia[i].mass; }),
      of_grain("id", [&body](Index i) { return body.id[i]; }),
  };
  if (body.counts_turns) {
    frame.fields.push_back(of_grain("orientation", [&body](Index i) { return body.orientation[i]; }));
  }
  if (body.clumped) frame.fields.push_back(of_grain("centre", [&g](Index i) { return g.position[i].vec(); }));
  return frame;
}

}  // namespace talus
