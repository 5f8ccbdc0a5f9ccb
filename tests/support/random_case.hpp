// Random cases, each valid by construction or nearly so: one to three solids, grains and clumps, walls of all shapes,
// any law of contact that fits, any material, small and short.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace talus {

class RandomCase {
 public:
  using Json = nlohmann::ordered_json;

  explicit RandomCase(std::uint64_t seed) : engine_(seed) {
    dimension_ = chance(0.6) ? 2 : 3;
    case_ = {{"talus", 1}, {"title", "random case " + std::to_string(seed)}, {"dimension", dimension_}};
    const int solids = pick({0, 1, 1, 2, 2, 3}), grains = solids == 0 ? pick({1, 1, 2}) : pick({0, 0, 1});
    const int walls = pick({0, 0, 1, 2});
    isolated_ = walls == 0;
    case_["time"] = {{"end", 1}};
    if (chance(0.2)) case_["time"]["courant"] = uniform(0.3, 1);
    if (chance(0.4)) {
      case_["gravity"] = vector(30);
      isolated_ = false;
    }
    case_["materials"] = Json::object();
    case_["bodies"] = Json::object();
    case_["contacts"] = Json::array();
    for (int k = 0; k < solids; ++k) add_solid();
    for (int k = 0; k < grains; ++k) add_grains();
    for (int k = 0; k < walls; ++k) add_wall();
    add_contacts();
  }

  [[nodiscard]] std::string text() const { return case_.dump(1); }
  /// Nothing acts from outside: momentum stays.
  [[nodiscard]] bool isolated() const { return isolated_; }
  /// No law turns anything: angular momentum stays, too.
  [[nodiscard]] bool keeps_turning() const { return isolated_ && keeps_turning_; }

 private:
  enum class Kind { solid, grains, wall };
  struct Body {
    std::string name;
    Kind kind;
  };

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double spread(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  bool chance(double p) { return uniform(0, 1) < p; }
  template <class T>
  T pick(const std::vector<T>& of) {
    return of[std::uniform_int_distribution<std::size_t>(0, of.size() - 1)(engine_)];
  }
  int pick(std::initializer_list<int> of) { return pick(std::vector<int>(of)); }
  std::string word(std::initializer_list<const char*> of) {
    return pick(std::vector<std::string>(of.begin(), of.end()));
  }

  Json vector(double size) {
    Json v = {uniform(-size, size), uniform(-size, size)};
    if (dimension_ == 3) v.push_back(uniform(-size, size));
    return v;
  }

  /// Each body has a cell of its own, a metre wide, of 3 x 3.
  Json place() {
    const int cell = next_cell_++;
    Json v = {1.0 * (cell % 3), 1.0 * (cell / 3)};
    if (dimension_ == 3) v.push_back(0);
    middle_of_last_ = v;
    return v;
  }
  /// Towards the middle of all, more or less.
  Json velocity(double speed) {
    Json v = vector(0.3 * speed);
    for (int k = 0; k < 2; ++k) v[k] = v[k].get<double>() + speed * (1 - middle_of_last_[k].get<double>());
    return v;
  }

  std::string add_material(bool for_grains) {
    const std::string name = "material" + std::to_string(case_["materials"].size());
    const double young = spread(1e5, 1e8);
    Json m = {{"density", spread(500, 8000)}, {"young", young}, {"poisson", uniform(0, 0.45)}};
    m["model"] = word({"neo_hookean", "neo_hookean_j2", "hencky_j2", "saint_venant_kirchhoff", "linear_elastic"});
    if (for_grains) m["model"] = "linear_elastic";
    // Hooke's stress does not turn with the body.
    if (!for_grains && m["model"] == "linear_elastic") keeps_turning_ = false;
    if (m["model"].get<std::string>().ends_with("_j2")) {
      const double yield = young * spread(1e-3, 0.1);
      m["hardening"] =
          pick(std::vector<Json>{{{"model", "perfect"}, {"yield", yield}},
                                 {{"model", "linear"}, {"yield", yield}, {"modulus", 0.1 * young}},
                                 {{"model", "voce"}, {"yield", yield}, {"saturation", yield}, {"exponent", 5}}});
    }
    case_["materials"][name] = m;
    return name;
  }

  void add_solid() {
    const std::string name = "solid" + std::to_string(bodies_.size());
    const int cells = pick({3, 4, 5, 6});
    const double size = uniform(0.5, 0.75), spacing = size / cells;
    Json body = {{"solver", "tlsph"}, {"material", add_material(false)}, {"spacing", spacing}, {"position", place()}};
    Json shape = {{"model", "block"}, {"size", {size, size}}};
    if (dimension_ == 3) shape["size"].push_back(spacing * pick({3, 4}));
    if (chance(0.3) && cells > 4) shape = {{"model", dimension_ == 2 ? "cylinder" : "sphere"}, {"radius", size / 2}};
    body["shape"] = shape;
    body["velocity"] = velocity(spread(0.1, 20));
    if (chance(0.5)) body["spin"] = {0, 0, uniform(-10, 10)};
    if (chance(0.3)) body["hourglass"] = word({"merged", "central", "none"});
    if (chance(0.3)) body["gradient"] = "linear";
    if (chance(0.3)) body["kernel"] = word({"cubic_spline", "wendland_c2", "wendland_c4", "quintic_spline"});
    if (chance(0.2)) body["viscosity"] = uniform(0, 1);
    if (chance(0.2)) body["rotation"] = uniform(-3, 3);
    if (chance(0.1)) body["renew_reference"] = uniform(0.2, 0.8);
    if (body.contains("rotation") && dimension_ == 3) body["rotation"] = vector(1);
    case_["bodies"][name] = body;
    bodies_.push_back({name, Kind::solid});
  }

  void add_grains() {
    const std::string name = "grains" + std::to_string(bodies_.size());
    const double spacing = spread(0.1, 0.3);
    const Json middle = place();
    Json low = middle, high = middle;
    for (std::size_t k = 0; k < middle.size(); ++k) {
      low[k] = middle[k].get<double>() - 0.35;
      high[k] = middle[k].get<double>() + 0.35;
    }
    const double radius = 0.49 * spacing;
    Json sizes = {{"model", "uniform_radius"}, {"radius", radius}};
    if (chance(0.4)) sizes = {{"model", "range"}, {"min", spread(0.1, 0.9) * radius}, {"max", radius}};
    Json body = {{"solver", "dem"}, {"material", add_material(true)}};
    body["grains"] = {{"model", "lattice"},
                      {"spacing", spacing},
                      {"sizes", sizes},
                      {"region", {{"model", "box"}, {"min", low}, {"max", high}}}};
    if (chance(0.3)) body["grains"]["agitation"] = spread(0.1, 10);
    if (chance(0.3)) {
      body["clump"] = {{"spheres", Json::array()}};
      body["grains"]["spacing"] = 2.2 * spacing;
      for (int k = 0; k < pick({2, 3}); ++k) {
        Json at = vector(0.3);
        body["clump"]["spheres"].push_back({{"centre", at}, {"radius", uniform(0.3, 0.6)}});
      }
    }
    body["velocity"] = velocity(spread(0.1, 20));
    if (chance(0.3)) body["spin"] = {0, 0, uniform(-100, 100)};
    if (chance(0.05)) {
      body["held"] = true;
      isolated_ = false;
    }
    case_["bodies"][name] = body;
    bodies_.push_back({name, Kind::grains});
  }

  void add_wall() {
    const std::string name = "wall" + std::to_string(bodies_.size());
    const bool plane = dimension_ == 2;
    const Json centre = plane ? Json{1, 1} : Json{1, 1, 0};
    Json shape;
    switch (pick({0, 1, 2, 3, 4})) {
      case 0:
        shape = {{"model", "plane"},
                 {"point", plane ? Json{1, -0.6} : Json{1, -0.6, 0}},
                 {"normal", plane ? Json{0, 1} : Json{0, 1, 0}}};
        break;
      case 1:
        shape = {{"model", "box"},
                 {"low", plane ? Json{-1, -1} : Json{-1, -1, -1}},
                 {"high", plane ? Json{3, 3} : Json{3, 3, 1}},
                 {"side", "inside"}};
        break;
      case 2:
        shape = {{"model", "sphere"}, {"centre", centre}, {"radius", 3}, {"side", "inside"}};
        break;
      case 3:
        shape = {{"model", "cylinder"}, {"centre", centre}, {"radius", 3}, {"side", "inside"}};
        break;
      default:
        shape = {{"model", "rectangle"},
                 {"centre", plane ? Json{1, -0.7} : Json{1, -0.7, 0}},
                 {"edges", plane ? Json{{4, 0}} : Json{{4, 0, 0}, {0, 0, 4}}}};
    }
    Json body = {{"solver", "wall"}, {"shape", shape}};
    if (chance(0.3)) body["motion"] = {{"velocity", plane ? Json{uniform(-1, 1), 0} : Json{uniform(-1, 1), 0, 0}}};
    if (chance(0.2)) {
      const Json along = plane ? Json{0, 1} : Json{0, 1, 0};
      body["motion"] = {{"vibration", {{"along", along}, {"amplitude", 0.01}, {"frequency", spread(1, 100)}}}};
    }
    case_["bodies"][name] = body;
    bodies_.push_back({name, Kind::wall});
  }

  Json grain_normal() {
    const double k = spread(1e4, 1e7);
    const double e = uniform(0.1, 1);
    switch (pick({0, 1, 2, 3, 4, 5, 6, 7})) {
      case 0:
        return {{"model", "linear_spring"}, {"k", k}, {"restitution", e}};
      case 1:
        return {{"model", "hertz"}, {"damping", "tsuji"}, {"restitution", e}};
      case 2:
        return {{"model", "walton_braun"}, {"k1", k}, {"restitution", uniform(0.3, 1)}};
      case 3:
        return {{"model", "walton_braun_variable"}, {"k1", k}, {"stiffening", uniform(0.1, 5)}};
      case 4:
        return {{"model", "luding"},
                {"k1", k},
                {"k2_max", uniform(1.1, 6) * k},
                {"k_c", uniform(0, 1) * k},
                {"penetration_depth_max", uniform(0.01, 0.3)}};
      case 5:
        return {{"model", "linear_plastic_viscoelastic"},
                {"k1", k},
                {"k2_max", uniform(1.1, 6) * k},
                {"k_c", uniform(0, 1) * k},
                {"penetration_depth_max", uniform(0.01, 0.3)}};
      case 6:
        return {{"model", "hysteretic"}, {"k1", k}, {"unloading", "constant"}, {"restitution", uniform(0.3, 1)}};
      default:
        return {{"model", "burger"},
                {"kelvin_stiffness", k},
                {"kelvin_damping", spread(1e-3, 1e-1) * k},
                {"maxwell_stiffness", 2 * k},
                {"maxwell_damping", spread(1e-2, 1) * k}};
    }
  }
  Json grain_tangential(const Json& normal) {
    const double mu = uniform(0, 1);
    if (normal["model"] == "hertz" && chance(0.6)) return {{"model", "mindlin"}, {"mu", mu}};
    return {{"model", "coulomb_spring"}, {"ratio", uniform(0.1, 1)}, {"mu", mu}, {"damping", uniform(0, 0.5)}};
  }

  /// Between a kind and another; walls touch no walls.
  void add_contacts() {
    for (std::size_t a = 0; a < bodies_.size(); ++a) {
      for (std::size_t b = a; b < bodies_.size(); ++b) {
        const bool self = a == b;
        const Kind one = bodies_[a].kind, other = bodies_[b].kind;
        if (one == Kind::wall || (self && one == Kind::solid && !chance(0.2))) continue;
        Json contact = {{"between", {bodies_[a].name, bodies_[b].name}}};
        one == Kind::solid&& other == Kind::solid ? of_solids(contact) : of_grains(contact, one, other);
        case_["contacts"].push_back(contact);
      }
    }
  }

  void of_solids(Json& contact) {
    const std::string law = word({"field_barrier", "field_barrier", "kernel_potential", "linear_spring", "luding"});
    const double mu = uniform(0, 1);
    if (law == "field_barrier") {
      contact["normal"] = {{"model", law}, {"stiffness", spread(0.1, 5)}};
    } else if (law == "kernel_potential") {
      contact["normal"] = {{"model", law}, {"alpha", spread(0.01, 1)}};
    } else {
      const double k = spread(1e4, 1e6);
      contact["normal"] = {{"model", "linear_spring"}, {"k", k}, {"restitution", uniform(0.2, 1)}};
      if (chance(0.5)) contact["tangential"] = {{"model", "coulomb_spring"}, {"ratio", 0.5}, {"mu", mu}};
      return;
    }
    if (!chance(0.7)) return;
    contact["tangential"] = {{"model", word({"coulomb_stick_slip", "coulomb_projected"})}, {"mu", mu}};
    if (law == "kernel_potential") keeps_turning_ = false;  // across a gap friction is a couple
  }

  void of_grains(Json& contact, Kind one, Kind other) {
    const bool solid_on_wall = one == Kind::solid && other == Kind::wall;
    contact["normal"] = solid_on_wall && chance(0.6) ? Json{{"model", "penalty"}} : grain_normal();
    if (contact["normal"]["model"] == "penalty") {
      if (chance(0.5)) contact["tangential"] = {{"model", "coulomb_stick_slip"}, {"mu", uniform(0, 1)}};
      return;
    }
    if (contact["normal"]["model"] == "burger") return;
    if (chance(0.7)) contact["tangential"] = grain_tangential(contact["normal"]);
    const bool grains_only = one == Kind::grains && other != Kind::solid;
    if (!grains_only || !contact.contains("tangential")) return;
    const Json spring = {{"model", "coulomb_spring"}, {"ratio", 0.2}, {"mu", uniform(0, 0.3)}};
    if (chance(0.3)) contact["rolling"] = spring;
    if (dimension_ == 3 && chance(0.3)) contact["twisting"] = spring;
  }

  std::mt19937_64 engine_;
  int dimension_ = 2;
  bool isolated_ = true, keeps_turning_ = true;
  int next_cell_ = 0;
  Json middle_of_last_;
  std::vector<Body> bodies_;
  Json case_;
};

}  // namespace talus
