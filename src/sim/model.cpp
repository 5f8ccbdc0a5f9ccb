#include "talus/sim/model.hpp"

#include <algorithm>
#include <cmath>

#include "place_bodies.hpp"
#include "rough_shape.hpp"
#include "size_checks.hpp"
#include "solid_contact_builder.hpp"
#include "start_overlap.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/parallel.hpp"
#include "talus/output/vtk_points.hpp"
#include "talus/sim/leapfrog.hpp"
#include "talus/sim/placement.hpp"
#include "talus/sim/solid_grain_builder.hpp"
#include "talus/sim/solid_wall_builder.hpp"
#include "talus/tlsph/outward_areas.hpp"

namespace talus {
namespace {

/// Particles of two bodies nearer than this share of their mean spacing count as overlapping.
constexpr Real overlap_distance = 0.5;

/// A body with as many particles across bends well enough without second-order gradients.
constexpr Index enough_layers = 10;

/// Adds what the formulas say at each particle's place. Their names have been checked when the case was read.
void add_velocity_field(SolidBody& body, std::array<Formula, 3> field) {
  for (int k = 0; k < body.dimension; ++k) {
    Formula& formula = field[k];
    if (formula.text().empty()) continue;
    for (Index i = 0; i < body.size(); ++i) {
      for (std::size_t n = 0; n < formula.names().size(); ++n) {
        const std::string& name = formula.names()[n];
        if (name == "x" || name == "y" || name == "z") formula.set(n, body.x[i][name[0] - 'x']);
      }
      body.v[i][k] += formula.value();
    }
  }
}

PointCloud fill(const SolidSpec& spec, int dimension) {
  const auto* file = std::get_if<ParticleFile>(&spec.shape.entry);
  if (file != nullptr && is_vtk_file(file->path)) {
    return file->checked(read_points(file->path, spec.spacing, dimension), spec.spacing, dimension);
  }
  return std::visit([&](const auto& shape) { return shape.fill(spec.spacing, dimension); }, spec.shape.entry);
}

SolidBody make_body(const Case& c, const std::string& name, const SolidSpec& spec) {
  SolidBody body;
  body.name = name;
  body.dimension = c.dimension;
  body.spacing = spec.spacing;
  body.material = material_named(c, spec.material);
  body.is_second_order = std::holds_alternative<QuadraticAtSurfaces>(spec.gradient.entry);
  PointCloud points = at_place("/bodies/" + name + "/shape", Fault::bad_size, [&] { return fill(spec, c.dimension); });
  body.X = std::move(points.X);
  body.V = std::move(points.V);
  if (!spec.rotation.is_none()) body.turn = spec.rotation.matrix();
  for (Vec3& X : body.X) X = (spec.rotation.is_none() ? X : Vec3(body.turn * X)) + spec.position;
  body.reset_state(std::visit([](const auto& m) { return m.density; }, body.material));
  if (spec.stretch) {
    for (Index i = 0; i < body.size(); ++i) {
      body.u[i] = (spec.stretch->factors - Vec3::Ones()).cwiseProduct(body.X[i] - spec.position);
      body.x[i] = body.X[i] + body.u[i];
    }
  }
  for (Index i = 0; i < body.size(); ++i) {
    body.v[i] = spec.velocity + spec.spin.cross(body.x[i] - spec.position);
  }
  if (spec.velocity_field) add_velocity_field(body, *spec.velocity_field);
  for (const Vec3& v : body.v) {
    if (v.allFinite()) continue;
    throw CaseIssue(Fault::bad_formula, "/bodies/" + name + "/velocity_field", "the velocity is not finite everywhere");
  }
  return body;
}

SolidNumerics numerics_of(const SolidSpec& spec) {
  return {spec.kernel.entry,    spec.smoothing.value.value_or(0),
          spec.hourglass.entry, spec.viscosity,
          spec.gradient.entry,  spec.symmetry,
          spec.renew_reference, spec.shock_viscosity};
}

const SolidSpec& spec_of(const Case& c, const SolidBody& body) { return *body_spec<SolidSpec>(c, body.name); }

void check_overlaps(const Model& model) {
  for (std::size_t q = 1; q < model.bodies.size(); ++q) {
    for (std::size_t p = 0; p < q; ++p) {
      const SolidBody& a = model.bodies[p];
      const SolidBody& b = model.bodies[q];
      const ContactSpec* entry = contact_entry(model.description, a.name, b.name);
      const Real spacing = Real(0.5) * (a.spacing + b.spacing);
      if (entry == nullptr && within(a, b, touching_distance(a, b))) {
        throw CaseIssue(Fault::missing_contact, "/bodies/" + b.name,
                        "bodies \"" + a.name + "\" and \"" + b.name + "\" touch at the start" + without_entry);
      }
      if (entry != nullptr && (entry->initial_overlap || std::holds_alternative<NoContact>(entry->normal.entry))) {
        continue;
      }
      if (within(a, b, overlap_distance * spacing)) {
        throw CaseIssue(Fault::initial_overlap, "/bodies/" + b.name,
                        "bodies \"" + a.name + "\" and \"" + b.name + "\" overlap at the start by " + way_out(a, b) +
                            " (\"position\"), use \"place\", or say \"initial_overlap\": true in their entry of "
                            "/contacts");
      }
    }
  }
}

}  // namespace

Index Model::body_index(const std::string& name) const {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].name == name) return static_cast<Index>(b);
  }
  throw CaseError("there is no body \"" + name + "\"");
}

Vec3 gravity_at(const Case& description, Real t) {
  const Real held = std::max(Real(0), t);
  const auto& g = description.gravity;
  return {g[0](held), g[1](held), description.dimension == 3 ? g[2](held) : 0};
}

Real touching_distance(const SolidBody& a, const SolidBody& b) {
  constexpr Real round_off = 1e-9;  // a block that was put exactly onto another touches it
  return (1 + round_off) * Real(0.5) * (a.spacing + b.spacing);
}

bool within(const SolidBody& a, const SolidBody& b, Real distance) {
  for (int axis = 0; axis < a.dimension; ++axis) {
    const Extent ea = extent_along(a, Vec3::Unit(axis));
    const Extent eb = extent_along(b, Vec3::Unit(axis));
    if (ea.low - eb.high > distance || eb.low - ea.high > distance) return false;
  }
  CellGrid grid;
  grid.build(b.x, distance);
  bool found = false;
  for (const Vec3& x : a.x) {
    grid.for_each_near(x, distance, [&](Index, Real) { found = true; });
    if (found) return true;
  }
  return false;
}

/// What makes a mirrored body a whole, for loads on its surface.
void add_images(Model& model, SolidBody& body) {
  constexpr Real slight = 1e-9;  // of gravity: round-off of a turned plane
  const Mirror& mirror = model.solvers.back()->reference().mirror;
  const Vec3 g = gravity_at(model.description, 0);
  bool is_torn = false;
  for (std::size_t k = 0; k < mirror.reflection.size(); ++k) {
    body.images.push_back({mirror.reflection[k], mirror.shift[k]});
    is_torn = is_torn || (mirror.reflection[k] * g - g).norm() > slight * g.norm();
  }
  if (!is_torn) return;
  model.warnings.push_back("gravity pulls body \"" + body.name + "\" across its symmetry planes, and its images the " +
                           "other way: the planes hold it as walls would");
}

/// The solver of a body; what is wrong with its symmetry planes shows only beside its particles.
void add_solver(Model& model, SolidBody& body) {
  const SolidSpec& spec = spec_of(model.description, body);
  try {
    model.solvers.push_back(std::make_unique<SolidSolver>(body, numerics_of(spec)));
  } catch (const CaseError& error) {
    throw CaseIssue(Fault::contradiction, "/bodies/" + body.name + "/symmetry", error.what());
  }
  const bool can_break = std::visit([](const auto& m) { return m.failure.has_value(); }, body.material);
  model.fragments.push_back(!can_break ? nullptr
                                       : std::make_unique<FragmentContact>(
                                             body, young_of(body), [&solver = *model.solvers.back()](Index i, Index j) {
                                               return solver.reference().are_bonded(i, j);
                                             }));
  if (spec.symmetry.empty()) return;
  add_images(model, body);
  const bool touches = std::ranges::any_of(
      model.contacts, [&](const auto& contact) { return &contact->a() == &body || &contact->b() == &body; });
  if (touches) {
    model.warnings.push_back("body \"" + body.name + "\" is mirrored, but contact with other solids knows its own " +
                             "particles only: near its symmetry planes these forces are too small");
  }
}

/// What a face that is loaded, or held at its surface, needs to know of its body.
void add_outward_areas(Model& model) {
  for (const auto& boundary : model.description.boundaries) {
    const std::string* name = std::visit(
        [](const auto& entry) -> const std::string* {
          bool asks = std::derived_from<std::decay_t<decltype(entry)>, FaceSelection>;
          if constexpr (requires { entry.at; }) asks = entry.at == HeldAt::surface;
          if constexpr (requires { entry.body; }) return asks ? &entry.body : nullptr;
          return nullptr;
        },
        boundary.entry);
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
      SolidBody& body = model.bodies[b];
      if (name == nullptr || body.name != *name || !body.outward_area.empty()) continue;
      body.outward_area = outward_areas(body, *model.solvers[b], spec_of(model.description, body).symmetry);
    }
  }
}

/// True when a boundary leads all particles of a body along an axis: it cannot bend across that.
bool is_led(const Model& model, const SolidBody& body, const Vec3& axis) {
  Index along = 0;
  axis.cwiseAbs().maxCoeff(&along);
  return std::ranges::any_of(model.boundaries, [&](const ActiveBoundary& boundary) {
    const auto* motion = std::get_if<MotionConstraint>(&boundary.action());
    return motion != nullptr && model.bodies[boundary.body()].name == body.name &&
           motion->prescribes(static_cast<int>(along)) && motion->particles.size() == body.X.size();
  });
}

/// First-order gradients at free surfaces let thin bodies bend too easily (tlsph 15).
void warn_of_thin_body(Model& model, const SolidBody& body) {
  const SolidSpec& spec = spec_of(model.description, body);
  if (body.is_second_order) return;
  Index fewest = enough_layers;
  for (int k = 0; k < body.dimension; ++k) {
    const Vec3 axis = body.turn.col(k);
    const bool is_mirrored = std::ranges::any_of(spec.symmetry, [&](const SymmetryPlane& plane) {
      return std::abs(plane.normal.normalized().dot(axis)) > Real(0.5);  // only a part of the thickness is there
    });
    if (is_mirrored || is_led(model, body, axis)) continue;
    Real low = infinity, high = -infinity;
    for (const Vec3& X : body.X) {
      low = std::min(low, X.dot(axis));
      high = std::max(high, X.dot(axis));
    }
    fewest = std::min(fewest, 1 + static_cast<Index>(std::lround((high - low) / body.spacing)));
  }
  if (fewest == 1 || fewest >= enough_layers) return;  // of a single layer there is another warning
  model.warnings.push_back(
      "body \"" + body.name + "\" is " + std::to_string(fewest) +
      " particles thick, and \"gradient\": \"linear\" lets it bend too easily (a free beam swings " +
      "15 % too slowly with 5 across, 4 % with 10): \"quadratic_at_surfaces\" does not, or take " + "a finer spacing");
}

/// What keeps threads busy in a loop, in particles of space: loops go through one body after the other, and through all
/// grains at once, and in the plane a particle has less than half of the neighbours.
Index particles_of_loop(const Model& model) {
  Real all = 0, squares = 0;
  const auto add = [&](Index loop) {
    all += loop;
    squares += Real(loop) * loop;
  };
  for (const SolidBody& body : model.bodies) add(body.size());
  add(model.grains.size());
  const Real mean = squares / std::max(all, Real(1));
  return static_cast<Index>(model.description.dimension == 2 ? mean / 2 : mean);
}

Model build_model(const Case& description) {
  Model model;
  model.description = description;
  model.bodies.reserve(description.bodies.size());
  for_each_body<SolidSpec>(description, [&](const std::string& name, const SolidSpec& spec) {
    model.bodies.push_back(make_body(description, name, spec));
    if (const auto rough = warning_of_rough_shape(model.bodies.back(), spec)) model.warnings.push_back(*rough);
  });
  add_contacts_of_solids(model);
  model.grains = build_grains(description, model.warnings);
  model.grains.solids = model.bodies;
  add_solid_contacts(model.grains, description, model.bodies);
  place_bodies(model);
  check_overlaps(model);
  check_ejections(model);
  parallel::suit_threads(particles_of_loop(model));
  check_memory(model);
  check_frames(model);
  for (SolidBody& body : model.bodies) {
    add_solver(model, body);
    if (const Index thin = model.solvers.back()->reference().regularised; thin > 0) {
      model.warnings.push_back("body \"" + body.name + "\": " + std::to_string(thin) +
                               " particles have neighbours in fewer directions than space has; they feel no strain "
                               "across the missing ones (one layer thick, or isolated?)");
    }
  }
  model.solid_walls = build_solid_walls(description, model.bodies, model.grains.walls);
  add_outward_areas(model);
  const Real start = start_time(description);
  for (std::size_t k = 0; k < description.boundaries.size(); ++k) {
    at_place("/boundaries/" + std::to_string(k), Fault::contradiction, [&] {
      const ActiveBoundary& added =
          model.boundaries.emplace_back(activate(description.boundaries[k].entry, model.bodies));
      check_start(added, model.bodies[added.body()], start);
    });
  }
  at_place("/boundaries", Fault::contradiction, [&] { check_disjoint(model.boundaries, model.bodies); });
  for (const SolidBody& body : model.bodies) warn_of_thin_body(model, body);
  return model;
}

}  // namespace talus
