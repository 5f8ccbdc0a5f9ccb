#include "talus/sim/frames.hpp"

#include <algorithm>

#include "talus/sim/bond_network.hpp"
#include "talus/sim/contact_network.hpp"
#include "talus/sim/frame_choice.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/solid_frame.hpp"

namespace talus {

std::string series_name(const std::string& body, const std::string& case_name, const Case& description) {
  const auto is_of_case = [&](const std::string& name) { return name == case_name || name == case_name + "_fields"; };
  const auto is_of_body = [&](const std::string& name) {
    return std::ranges::any_of(description.bodies, [&](const auto& other) { return other.first == name; });
  };
  std::string name = body;
  while (is_of_case(name) || (name != body && is_of_body(name))) name += "_body";
  return name;
}

FrameWriter::FrameWriter(const ResultFolder& folder, const std::string& name, const Simulation& simulation)
    : folder_(folder), all_(folder.series(name)), walls_(simulation.model()) {
  const Model& model = simulation.model();
  const auto open = [&](const std::string& body) {
    each_.emplace_back(folder.series(series_name(body, name, model.description)));
  };
  for (const SolidBody& body : model.bodies) open(body.name);
  for (const GrainBody& body : model.grains.bodies) open(body.name);
  for (const WallBody& wall : model.grains.walls) open(wall.name);
  if (const auto& fields = model.description.output.fields) fields_.emplace(folder, name, *fields, model);
}

void FrameWriter::write(Simulation& simulation) {
  queue_.settle();  // never more than one frame in memory
  simulation.mark_contacts();
  const Model& model = simulation.model();
  const Real time = simulation.time();
  std::size_t part = 0;
  const auto place = [&](const std::string& name) { return enter(part++, name, time); };
  const auto chosen = [&what = model.description.output.frames.what](ParticleFrame frame) {
    return talus::chosen(what, std::move(frame));
  };
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const SolidBody& body = model.bodies[b];
    write_particles(place(body.name), chosen(solid_frame(body, time, average_of(model, b))), &queue_);
  }
  for (const GrainBody& body : model.grains.bodies)
    write_particles(place(body.name), chosen(GrainFrame(body, time).frame()), &queue_);
  if (!model.grains.walls.empty()) walls_.look_at(model);
  for (std::size_t w = 0; w < model.grains.walls.size(); ++w) {
    const WallBody& wall = model.grains.walls[w];
    write_surface(place(wall.name), walls_.frame(wall, static_cast<Index>(w), time), &queue_);
  }
  if (model.description.output.contacts &&
      !(model.contacts.empty() && model.grains.contacts.empty() && model.solid_walls.empty())) {
    const auto path = folder_.frame("contacts", count_);
    write_contacts(path, ContactNetwork(model).frame(time), &queue_);
    all_.add(time, "contacts", path);
    write_bonds(model.grains, time);
  }
  if (fields_) fields_->write(model, time, queue_);
  // Copies: a list names a frame once it is there.
  for (const PvdSeries& series : each_) queue_.add([series] { series.write(); });
  queue_.add([all = all_] { all.write(); });
  ++count_;
}

void FrameWriter::state(Archive& a) {
  a("count", count_);
  a("series of all", all_);
  a.each("series", each_);
  if (fields_) a("fields", *fields_);
  if (a.reads()) folder_.remove_frames_from(count_, ".vtp");
}

/// Pressures are averaged where material flows: an alternating part exerts no force, so nothing but noise decides it
/// (tlsph 33).
std::function<void(std::span<float>)> FrameWriter::average_of(const Model& model, std::size_t body) {
  const auto [flows, fails] =
      std::visit([](const auto& m) { return std::pair(std::decay_t<decltype(m)>::plastic, m.failure.has_value()); },
                 model.bodies[body].material);
  if (!flows) return {};
  averages_.resize(model.bodies.size());
  const Index renewals = model.solvers[body]->renewals();
  std::optional<Averaging>& known = averages_[body];
  if (!known || fails || known->renewals != renewals) {
    known.emplace(NeighbourAverage(*model.solvers[body]), renewals);
  }
  return [&known](std::span<float> pressure) {
    std::vector<Real> values(pressure.begin(), pressure.end());
    known->average.apply(values);
    std::ranges::transform(values, pressure.begin(), [](Real p) { return static_cast<float>(p); });
  };
}

void FrameWriter::write_bonds(const GrainSystem& grains, Real time) {
  if (std::ranges::none_of(grains.contacts, [](const auto& contact) { return contact->bonds().has_value(); })) return;
  const auto path = folder_.frame("bonds", count_);
  write_contacts(path, BondNetwork(grains).frame(time), &queue_);
  all_.add(time, "bonds", path);
}

std::filesystem::path FrameWriter::enter(std::size_t part, const std::string& name, Real time) {
  const auto path = folder_.frame(name, count_);
  all_.add(time, name, path);
  each_[part].add(time, "", path);
  return path;
}

}  // namespace talus
