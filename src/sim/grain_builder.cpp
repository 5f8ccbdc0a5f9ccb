#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "held_builder.hpp"
#include "start_overlap.hpp"
#include "talus/contact/make_grain_contact.hpp"
#include "talus/contact/skin_choice.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/dem/grain_filling.hpp"
#include "talus/output/format.hpp"
#include "talus/output/vtk_points.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/contact_entries.hpp"
#include "talus/sim/grain_system.hpp"

namespace talus {
namespace {

/// A periodic box has room for a skin of this share of a mean diameter.
constexpr Real skin_room = 0.1;

GrainMaterial grain_material(const Case& c, const std::string& name) {
  return std::visit(
      [](const auto& m) {
        return GrainMaterial{m.density, m.young, m.poisson};
      },
      material_named(c, name));
}

/// Of the spheres [m].
Real largest_radius(const GrainBody& body) {
  Real largest = 0;
  for (const Row& row : body.spheres().position) largest = std::max(largest, row.w);
  return largest;
}

/// Tells laws what a source is going to pour: the mean of many draws, beside those of the run.
void expect_spheres(const Pour& pour, const ClumpBody& kind, GrainBody& body) {
  constexpr int draws = 1000;
  Random random(pour.seed);
  Real size = 0, mass = 0, balls = 0, least = infinity;
  for (int k = 0; k < draws; ++k) {
    const Real drawn = draw_size(pour.sizes, random, kind.grain);
    size += drawn / draws;
    mass += kind.mass_of(drawn) / draws;
    least = std::min(least, drawn);
  }
  for (const Ball& ball : kind.grain.balls) balls += ball.radius / static_cast<Real>(kind.grain.balls.size());
  body.expected_radius = size * balls;
  body.expected_mass = mass;
  body.least_radius = least * std::ranges::min_element(kind.grain.balls, {}, &Ball::radius)->radius;
  body.least_mass = kind.mass_of(least);
}

WallBody make_wall(const Case& c, const std::string& name, const WallSpec& spec) {
  WallBody wall;
  wall.name = name;
  if (spec.material) {
    const GrainMaterial material = grain_material(c, *spec.material);
    wall.young = material.young;
    wall.poisson = material.poisson;
  }
  const std::string pointer = "/bodies/" + name;
  wall.surface = at_place(pointer + "/shape", Fault::bad_size, [&] { return wall_surface(spec.shape, c.dimension); });
  wall.motion = spec.motion;
  at_place(pointer + "/motion", Fault::contradiction, [&] { check_motion(spec.motion, c.dimension); });
  const Real start = start_time(c);
  wall.pose = wall_pose(wall.motion, wall.state, start);
  wall.half = wall.full = wall_rates(wall.motion, wall.state, start);
  wall.surface_half = wall.surface_full = surface_rates(wall.motion, wall.pose, start);
  wall.present = present(wall.motion, start);
  return wall;
}

/// One side of a wall that has no edges.
struct EndlessFace {
  Vec3 point;   ///< on it [m]
  Vec3 normal;  ///< to where grains are
};

/// Of a wall as it stands, in space; nothing where it ends somewhere.
std::vector<EndlessFace> endless_faces(const WallBody& wall) {
  std::vector<EndlessFace> faces;
  if (const auto* plane = std::get_if<PlaneSurface>(&wall.surface)) {
    faces = {{plane->point, plane->normal}};
  } else if (const auto* box = std::get_if<BoxSurface>(&wall.surface);
             box != nullptr && box->side == WallSide::inside) {
    for (int a = 0; a < box->dimension; ++a) {
      faces.push_back({box->low, Vec3::Unit(a)});
      faces.push_back({box->high, -Vec3::Unit(a)});
    }
  } else if (const auto* tube = std::get_if<CylinderSurface>(&wall.surface);
             tube != nullptr && tube->kind == CylinderSurface::Kind::inside && tube->facet_count() > 1) {
    for (const int end : {-1, 1})
      faces.push_back({tube->centre + end * tube->half_length * tube->axis, -end * tube->axis});
  }
  for (EndlessFace& face : faces) face = {wall.pose.to_space(face.point), wall.pose.turned(face.normal)};
  return faces;
}

/// Grains that go over a border of the periodic box come back on the other side, which would be behind such a wall.
/// `reach`: radius of the largest sphere [m].
void refuse_across_period(const PeriodicBox& box, const WallBody& wall, Real reach) {
  constexpr Real round_off = 1e-12;  // of a normal
  for (const EndlessFace& face : endless_faces(wall)) {
    for (int a = 0; a < 3; ++a) {
      const Real n = face.normal[a];
      if (!box.periodic(a) || std::abs(n) < round_off) continue;
      // A container that is longer than the period guides grains at its sides, and never stops them along it.
      const Real clear = n > 0 ? box.low()[a] - face.point[a] : face.point[a] - box.high()[a];
      if (std::abs(n) > 1 - round_off && clear >= reach && !moves(wall.motion)) continue;
      const std::string axis(1, "xyz"[a]);
      throw CaseIssue(
          Fault::contradiction, "/bodies/" + wall.name + "/shape",
          "this wall has a side without edges across " + axis + ", along which the domain is periodic: " +
              "grains that go over the border would come back behind it; take a wall with edges (\"rectangle\" or "
              "\"stl\"), or make " +
              axis + " an axis that is not periodic");
    }
  }
}

class Builder {
 public:
  Builder(const Case& c, std::vector<std::string>& warnings) : case_(c), warnings_(warnings) {}

  GrainSystem build() {
    if (case_.domain) {
      *system_.box_owner = at_place("/domain", Fault::bad_size, [&] {
        return PeriodicBox(case_.domain->low, case_.domain->high, case_.domain->periodic);
      });
    }
    for_each_body<WallSpec>(case_, [&](const std::string& name, const WallSpec& spec) { add_wall(name, spec); });
    for (WallBody& wall : system_.walls) {
      if (wall.motion.free) system_.free_walls.emplace_back(wall);
    }
    for_each_body<GrainSpec>(case_, [&](const std::string& name, const GrainSpec& spec) { add_body(name, spec); });
    if (system_.bodies.empty()) return std::move(system_);
    for (GrainBody& body : system_.bodies) {
      system_.sets.push_back(std::make_unique<SphereSet>(SphereSet{body}));
    }
    measure_skin();
    for (const ContactPair& pair : contact_pairs(case_)) add_contact(pair);
    check_entries();
    return std::move(system_);
  }

 private:
  void add_wall(const std::string& name, const WallSpec& spec) {
    if (system_.walls.empty()) system_.walls.reserve(case_.bodies.size());
    system_.walls.push_back(make_wall(case_, name, spec));
    // Only a file can have faults that nobody meant: what is made of parameters is whole.
    const auto* mesh = std::get_if<TriangleSurface>(&system_.walls.back().surface);
    if (mesh != nullptr && std::holds_alternative<MeshWall>(spec.shape.entry)) {
      for (const std::string& warning : warnings(mesh->facts())) {
        warnings_.push_back("wall \"" + name + "\": " + warning);
      }
    }
  }

  void add_body(const std::string& name, const GrainSpec& spec) {
    if (system_.bodies.empty()) system_.bodies.reserve(case_.bodies.size());
    const std::string pointer = "/bodies/" + name;
    GrainBody& body = system_.bodies.emplace_back();
    body.name = name;
    body.dimension = case_.dimension;
    body.material = grain_material(case_, spec.material);
    system_.kinds.push_back(at_place(pointer + "/clump", Fault::bad_size, [&] {
      const Real density = body.material.density;
      return spec.clump ? make_clump(*spec.clump, density, case_.dimension) : make_sphere(density, case_.dimension);
    }));
    const ClumpBody& kind = system_.kinds.back();
    body.clumped = !kind.grain.round();
    body.counts_turns = spec.orientation;
    body.period = system_.box().period();
    if (body.clumped && !spec.orientation) {
      throw CaseIssue(Fault::contradiction, pointer + "/orientation",
                      "where the spheres of a clump are follows from how it is turned: leave this out");
    }
    const BoundingBox everywhere{Vec3::Constant(-infinity), Vec3::Constant(infinity)};
    const std::vector<Ball> balls = system_.balls_near(everywhere, 0);
    std::vector<GrainSeed> seeds = at_place(pointer + "/grains", Fault::bad_size, [&] {
      const auto* file = std::get_if<GrainFile>(&spec.grains.entry);
      if (file != nullptr && is_vtk_file(file->path)) return read_grains(file->path, kind.grain);
      return std::visit([&](const auto& source) { return source.place(kind.grain, system_.surroundings(balls)); },
                        spec.grains.entry);
    });
    for (GrainSeed& seed : seeds) {
      seed.velocity += spec.velocity;
      seed.spin += spec.spin;
      if (spec.held && body.clumped && !seed.spin.isZero(0))
        throw CaseIssue(Fault::contradiction, pointer + "/held",
                        "clumps that are held do not turn: leave out their spin");
    }
    const auto number = static_cast<Index>(system_.bodies.size()) - 1;
    if (auto held = make_held(case_, spec, body, number, system_.box())) system_.held.push_back(std::move(*held));
    add_grains(body, kind, seeds, system_.is_held(number), system_.next_id);
    if (system_.held_grains(number) != nullptr) system_.held.back().start(body, start_time(case_));
    if (const auto* pour = std::get_if<Pour>(&spec.grains.entry)) {
      expect_spheres(*pour, kind, body);
      system_.supplies.push_back({.body = number,
                                  .pour = *pour,
                                  .state = pour->start(kind.grain),
                                  .velocity = spec.velocity,
                                  .spin = spec.spin});
    } else if (seeds.empty()) {
      throw CaseIssue(Fault::bad_size, pointer + "/grains", "this source makes no grains");
    }
  }

  void measure_skin() {
    Real sum = 0, count = 0;
    for (const GrainBody& body : system_.bodies) {
      for (const Row& row : body.spheres().position) sum += 2 * row.w, ++count;
    }
    for (const GrainSupply& supply : system_.supplies) {
      if (count > 0) break;
      sum += 2 * supply.state.next_radius, ++count;
    }
    system_.mean_diameter = sum / count;
    system_.skin = first_skin * system_.mean_diameter;
    Real largest = 0;
    for (const GrainBody& body : system_.bodies) largest = std::max(largest, largest_radius(body));
    at_place("/domain", Fault::bad_size,
             [&] { system_.box().refuse_narrow(2 * largest + skin_room * system_.mean_diameter); });
    for (const GrainSupply& supply : system_.supplies) {
      const GrainTemplate& grain = system_.kinds[supply.body].grain;
      largest = std::max(largest, grain.reach() * largest_size(supply.pour.sizes, grain));
    }
    for (const WallBody& wall : system_.walls) refuse_across_period(system_.box(), wall, largest);
  }

  void add_contact(const ContactPair& pair) {
    const ContactSpec& spec = case_.contacts[pair.entry];
    const std::string pointer = contact_pointer(case_, spec);
    Index a = system_.body_index(pair.a), b = system_.body_index(pair.b);
    const Index wall = std::max(system_.wall_index(pair.a), system_.wall_index(pair.b));
    if (a < 0 && b < 0) return;
    if (wall < 0 && (a < 0 || b < 0)) return;  // with a solid: add_solid_contacts()
    if (a >= 0 && b >= 0) add_bonds(spec, *system_.sets[a], *system_.sets[b], pointer);
    if (std::holds_alternative<NoContact>(spec.normal.entry)) return;
    const GrainContactLaws laws{spec.normal, spec.tangential, spec.rolling, spec.twisting};
    at_place(pointer, Fault::contradiction, [&] {
      if (wall >= 0) {
        const WallBody& w = system_.walls[wall];
        system_.contacts.push_back(make_wall_contact(*system_.sets[std::max(a, b)], w, laws, system_.box()));
      } else {
        system_.contacts.push_back(make_sphere_contact(*system_.sets[a], *system_.sets[b], laws, system_.box()));
      }
    });
  }

  void add_bonds(const ContactSpec& spec, SphereSet& a, SphereSet& b, const std::string& pointer) {
    auto bonds = make_bond_contact(a, b, spec.bond, system_.box());
    if (!bonds) return;
    for (const SphereSet* set : {&a, &b}) {
      if (set->body.counts_turns) continue;
      throw CaseIssue(Fault::contradiction, "/bodies/" + set->body.name + "/orientation",
                      "bonds follow how grains are turned: leave this out");
    }
    at_place(pointer + "/bond/gap", Fault::bad_size, [&] {
      system_.box().refuse_narrow(largest_radius(a.body) + largest_radius(b.body) + bonds->bonds()->gap);
    });
    system_.contacts.push_back(std::move(bonds));
  }

  /// Grains meet sooner or later: every pair of bodies needs an entry from the start.
  void check_entries() const {
    std::vector<std::pair<std::string, std::string>> pairs;
    const auto add_solids = [&](const std::string& name) {
      for_each_body<SolidSpec>(case_,
                               [&](const std::string& solid, const SolidSpec&) { pairs.emplace_back(name, solid); });
    };
    for (std::size_t p = 0; p < system_.bodies.size(); ++p) {
      const std::string& name = system_.bodies[p].name;
      for (std::size_t q = 0; q < p; ++q) pairs.emplace_back(name, system_.bodies[q].name);
      const bool is_alone = system_.bodies[p].size() == 1 && system_.supplies.empty();
      if (!is_alone) pairs.emplace_back(name, name);
      for (const WallBody& wall : system_.walls) pairs.emplace_back(name, wall.name);
      add_solids(name);
    }
    for (const WallBody& wall : system_.walls) add_solids(wall.name);
    need_entries(case_, pairs);
  }

  const Case& case_;
  std::vector<std::string>& warnings_;
  GrainSystem system_;
};

/// Between two centres at one place there is no direction in which a contact could push them apart.
void check_places(const GrainSystem& grains) {
  struct Place {
    std::array<Real, 3> x;
    const GrainBody* body;
    Index i;
  };
  std::vector<Place> places;
  for (const GrainBody& body : grains.bodies) {
    for (Index i = 0; i < body.size(); ++i) {
      const Vec3 x = body.grains.position[i].vec();
      places.push_back({{x[0], x[1], x[2]}, &body, i});
    }
  }
  std::ranges::sort(places, {}, [](const Place& p) { return std::tie(p.x, p.body->name, p.body->id[p.i]); });
  for (std::size_t k = 1; k < places.size(); ++k) {
    const auto& [x, a, i] = places[k - 1];
    const auto& [other, b, j] = places[k];
    if (x != other) continue;
    const bool touch = std::ranges::any_of(grains.contacts, [&](const auto& contact) {
      return std::minmax(contact->a(), contact->b()) == std::minmax(a->name, b->name);
    });
    if (!touch) continue;
    throw CaseIssue(Fault::initial_overlap, "/bodies/" + a->name,
                    "grain " + std::to_string(a->id[i]) + " of \"" + a->name + "\" and grain " +
                        std::to_string(b->id[j]) + " of \"" + b->name + "\" start at the same place, " +
                        place_text({x[0], x[1], x[2]}));
  }
}

/// A grain deeper in a wall than it is wide is on the wrong side of it: moving it a little would not help.
void refuse_behind_wall(const GrainSystem& grains, const GrainContact& contact, const std::string& pointer,
                        const GrainContactLine& deepest) {
  Real widest = 0;
  for (const GrainBody& body : grains.bodies) widest = std::max(widest, 2 * largest_radius(body));
  if (deepest.overlap <= widest) return;
  for (const WallBody& wall : grains.walls) {
    if (contact.a() != wall.name && contact.b() != wall.name) continue;
    throw CaseIssue(Fault::initial_overlap, pointer,
                    "grains are behind wall \"" + wall.name + "\" " + depth_text(deepest) +
                        ": turn the \"normal\" or the \"side\" of its shape, or move the grains");
  }
}

}  // namespace

void check_start(const GrainSystem& grains, const Case& description, const GrainContactSums& sums,
                 const Vec3& gravity) {
  check_places(grains);
  // A bed that rests stores the work of its weight, and what flies brings its own speed: both are meant.
  const Real meant =
      std::max({tolerated_ejection, 2 * grains.max_speed(), std::sqrt(4 * gravity.norm() * grains.extent())});
  const Real speed = std::sqrt(sums.ejection2);
  if (speed <= meant) return;
  for (const ContactPair& pair : contact_pairs(description)) {
    const ContactSpec& spec = description.contacts[pair.entry];
    if (spec.initial_overlap) continue;
    for (const auto& contact : grains.contacts) {
      if (std::minmax(contact->a(), contact->b()) != std::minmax(pair.a, pair.b)) continue;
      const GrainContactLine deepest = deepest_line(*contact);
      if (deepest.i < 0) continue;
      const std::string pointer = contact_pointer(description, spec);
      refuse_behind_wall(grains, *contact, pointer, deepest);
      const std::string which = has_wildcard(spec) ? " of \"" + pair.a + "\" and \"" + pair.b + "\"" : "";
      throw CaseIssue(Fault::initial_overlap, pointer,
                      "grains" + which + " overlap " + depth_text(deepest) + ": they would fly apart at up to " +
                          quantity(speed, "m/s") +
                          "; move them (\"gap\" of the source), or say \"initial_overlap\": true if it is meant");
    }
  }
}

GrainSystem build_grains(const Case& description, std::vector<std::string>& warnings) {
  return Builder(description, warnings).build();
}

}  // namespace talus
