#include "case_checks.hpp"

#include <algorithm>

#include "bulk_checks.hpp"
#include "column_checks.hpp"
#include "comparison_checks.hpp"
#include "contact_checks.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/wildcards.hpp"
#include "talus/sim/derived_column.hpp"

namespace talus {
namespace {

class Checker {
 public:
  Checker(const Case& c, const CaseText& text, ErrorList& errors)
      : case_(c), text_(text), errors_(errors), is_read_(errors.empty()) {
    for (const auto& [name, body] : c.bodies) bodies_.push_back(name);
    for_each_body<SolidSpec>(c, [&](const std::string& name, const SolidSpec&) { solids_.push_back(name); });
    for (const auto& [name, material] : c.materials) materials_.push_back(name);
    for (const auto& [name, column] : c.output.history.columns) columns_.push_back(name);
  }

  void check_bodies() {
    for (const auto& [name, body] : case_.bodies) {
      const std::string at = json::join("/bodies", name);
      if (name == "contacts" || name == "bonds") {
        refuse(Fault::bad_name, at,
               "a body cannot be called " + json::quote(name) + ": the network of " + name + " has files of that name");
      }
      if (has_wildcard(name)) {
        refuse(Fault::bad_name, at, "a body cannot have a \"*\" in its name: in /contacts it stands for any letters");
      }
      std::visit([&, &n = name](const auto& spec) { check_body_of_kind(n, spec, at); }, body.entry);
    }
  }

  void check_body_of_kind(const std::string& name, const SolidSpec& body, const std::string& at) {
    check_name(body.material, materials_, "material", at + "/material");
    if (body.stretch) check_stretch(body.stretch->factors, at + "/stretch");
    if (case_.dimension == 2 && (body.spin.x() != 0 || body.spin.y() != 0)) {
      refuse(Fault::contradiction, at + "/spin", "in two dimensions a body spins about z: write [0, 0, rate]");
    }
    if (case_.dimension == 2 && (body.rotation.vector.x() != 0 || body.rotation.vector.y() != 0)) {
      refuse(Fault::contradiction, at + "/rotation", "in two dimensions a body is turned about z: write one angle");
    }
    if (body.velocity_field) check_velocity_field(*body.velocity_field, at + "/velocity_field");
    if (!body.place) return;
    check_solid(body.place->on, at + "/place/on");
    if (body.place->on == name) refuse(Fault::contradiction, at + "/place/on", "a body cannot rest on itself");
  }

  void check_stretch(const Vec3& factors, const std::string& at) {
    if (case_.dimension == 2 && factors.z() != 1) {
      refuse(Fault::contradiction, at + "/2",
             "in two dimensions nothing is stretched along z: leave the third factor out, or write 1");
    }
    for (int k = 0; k < case_.dimension; ++k) {
      if (is_read_ && !(factors[k] > 0)) {
        refuse(Fault::contradiction, at + "/" + std::to_string(k),
               "a stretch is a factor on the length, such as 1.01, not " + json::dump(factors[k]));
      }
    }
  }

  /// What a formula may name beside these.
  [[nodiscard]] Words with_constants(Words names) const {
    for (const auto& [name, value] : text_.constants) names.push_back(name);
    return names;
  }

  void check_velocity_field(const std::array<Formula, 3>& field, const std::string& at) {
    const Words known = with_constants({"x", "y", "z"});
    for (std::size_t k = 0; k < field.size(); ++k) {
      for (std::size_t n = 0; n < field[k].names().size(); ++n) {
        const std::string& name = field[k].names()[n];
        if (field[k].is_constant(n)) continue;
        check_name(name, known, "coordinate or numeric variable", at + "/" + std::to_string(k));
      }
    }
  }

  void check_body_of_kind(const std::string&, const GrainSpec& body, const std::string& at) {
    check_name(body.material, materials_, "material", at + "/material");
    if (case_.dimension == 2 && (body.spin.x() != 0 || body.spin.y() != 0)) {
      refuse(Fault::contradiction, at + "/spin", "in two dimensions a grain spins about z: write [0, 0, rate]");
    }
    std::visit([&](const auto& source) { check_parts(source, at + "/grains"); }, body.grains.entry);
    if (body.clump) check_parts(*body.clump, at + "/clump");
    check_parts(body, at);
  }

  void check_body_of_kind(const std::string&, const WallSpec& body, const std::string& at) {
    if (body.material) check_name(*body.material, materials_, "material", at + "/material");
    std::visit([&](const auto& shape) { check_parts(shape, at + "/shape"); }, body.shape.entry);
    check_parts(body.motion, at + "/motion");
  }

  /// What an aggregate says about options that do not go together.
  template <class T>
  void check_parts(const T& part, const std::string& at) {
    if (const auto wrong = contradiction_in(part, at)) refuse(wrong->fault, wrong->pointer, wrong->sentence);
  }

  /// Options of materials that do not go together.
  void check_materials() {
    if (!is_read_) return;  // half-read tables would complain again
    for (const auto& [name, material] : case_.materials) {
      const std::string at = json::join("/materials", name);
      std::visit([&](const auto& law) { check_parts(law, at); }, material.entry);
    }
  }

  void check_boundaries() {
    for (std::size_t i = 0; i < case_.boundaries.size(); ++i) {
      const std::string at = "/boundaries/" + std::to_string(i);
      std::visit([&](const auto& boundary) { check_boundary(boundary, at); }, case_.boundaries[i].entry);
    }
  }

  void check_contacts() {
    take(contact_complaints(case_));
  }

  void check_stages() {
    for (std::size_t i = 0; i < case_.stages.size(); ++i) {
      const std::string at = "/stages/" + std::to_string(i);
      const Stage& stage = case_.stages[i];
      if (stage.tow) check_tow(*stage.tow, at + "/tow");
      if (stage.damping) check_stage_damping(*stage.damping, at + "/damping");
    }
  }

  /// Unlike a boundary it may act on grains.
  void check_stage_damping(const Damping& damping, const std::string& at) {
    Words braked = solids_;
    for_each_body<GrainSpec>(case_, [&](const std::string& name, const GrainSpec&) { braked.push_back(name); });
    check_name(damping.body, braked, "body of particles or grains", at + "/body");
    check_direction(damping.along, at + "/along");
  }

  void check_tow(const Tow& tow, const std::string& at) {
    check_solid(tow.body, at + "/body");
    if (tow.along) check_plane(*tow.along, at + "/along");
    if (!is_read_ || !tow.direction().isZero(0)) return;
    refuse(Fault::contradiction, at,
           "a tow needs a direction: a velocity that is not zero, or \"along\" to hold a body");
  }

  void check_output() {
    if (const auto& region = case_.limits.region; region && (region->low.array() > region->high.array()).any()) {
      refuse(Fault::contradiction, "/limits/region", "\"low\" must not be above \"high\"");
    }
    if (case_.output.frames.every && case_.output.frames.steps) {
      refuse(Fault::contradiction, "/output/frames", "give \"every\" or \"steps\", not both");
    }
    for (std::size_t k = 0; k < case_.output.history.columns.size(); ++k) {
      const auto& [name, column] = case_.output.history.columns[k];
      const std::string at = json::join("/output/history/columns", name);
      if (name == "time")
        refuse(Fault::contradiction, at, "the first column is called so already: choose another name");
      if (const auto* measured = std::get_if<MeasuredColumn>(&column.entry)) check_measured(*measured, at);
      if (const auto* derived = std::get_if<DerivedColumn>(&column.entry)) check_derived(*derived, k, at);
    }
    if (is_read_) take(bulk_complaints(case_));
    check_plots();
    for (const auto& [name, spec] : case_.compare) {
      check_name(name, columns_, column_kind, json::join("/compare", name));
    }
    take(comparison_complaints(case_, is_read_));
  }

  void check_plots() {
    Words known = columns_;
    known.push_back("time");
    for (std::size_t k = 0; k < case_.output.plots.size(); ++k) {
      const PlotSpec& plot = case_.output.plots[k];
      const std::string at = "/output/plots/" + std::to_string(k);
      check_name(plot.x, known, column_kind, at + "/x");
      for (const std::string& y : plot.y.names) check_name(y, columns_, column_kind, at + "/y");
      for (const std::string& y : plot.reference.names) check_name(y, columns_, column_kind, at + "/reference");
    }
  }

 private:
  static constexpr const char* column_kind = "column of /output/history/columns";

  const Case& case_;
  const CaseText& text_;
  ErrorList& errors_;
  bool is_read_;  ///< every value, without complaint
  Words bodies_, solids_, materials_, columns_;

  void refuse(Fault fault, const std::string& pointer, const std::string& sentence) {
    errors_.add(fault, json::locate(text_.root, pointer), pointer, sentence);
  }
  void take(const std::vector<Complaint>& complaints) {
    for (const Complaint& c : complaints) refuse(c.fault, c.pointer, c.sentence);
  }

  /// An empty name is one that the reader missed and complained about.
  void check_name(const std::string& name, const Words& known, const std::string& kind, const std::string& pointer) {
    if (name.empty() || std::ranges::find(known, name) != known.end()) return;
    refuse(Fault::unknown_name, pointer, "there is no " + kind + " " + json::quote(name) + suggestion(name, known));
  }
  [[nodiscard]] bool is_body(const std::string& name) const {
    return std::ranges::find(bodies_, name) != bodies_.end();
  }
  void check_body(const std::string& name, const std::string& pointer) { check_name(name, bodies_, "body", pointer); }
  void check_solid(const std::string& name, const std::string& pointer) {
    check_name(name, solids_, "deformable body (\"solver\": \"tlsph\")", pointer);
  }

  /// Of directions; the reader knows that of all vectors with a unit.
  void check_plane(const Vec3& vector, const std::string& pointer) {
    if (case_.dimension == 2 && vector.z() != 0) {
      refuse(Fault::contradiction, pointer + "/2", "a case in two dimensions has no third component");
    }
  }

  void check_direction(const std::optional<Vec3>& direction, const std::string& pointer) {
    if (!direction) return;
    check_plane(*direction, pointer);
    if (is_read_ && direction->isZero(0)) refuse(Fault::contradiction, pointer, "a direction must not be zero");
  }

  template <class Boundary>
  void check_boundary(const Boundary& boundary, const std::string& at) {
    if constexpr (requires { boundary.body; }) check_solid(boundary.body, at + "/body");
    if constexpr (requires { boundary.where.layer; }) check_selection(boundary.where, at + "/where");
    check_parts(boundary, at);
    if constexpr (requires { boundary.normal; }) check_direction(boundary.normal, at + "/normal");
    if constexpr (requires { boundary.along; }) check_direction(boundary.along, at + "/along");
    if constexpr (requires { boundary.direction; }) check_direction(boundary.direction, at + "/direction");
  }

  void check_measured(const MeasuredColumn& column, const std::string& at) {
    check_body(column.of, at + "/of");
    if (column.against) check_body(*column.against, at + "/against");
    if (column.where) check_selection(*column.where, at + "/where");
    if (!is_body(column.of) || (column.against && !is_body(*column.against))) return;
    for (const auto& [key, sentence] : column_complaints(column, case_)) {
      refuse(Fault::contradiction, key.empty() ? at : at + "/" + key, sentence);
    }
  }

  void check_derived(const DerivedColumn& column, std::size_t index, const std::string& at) {
    const auto breaks_header = [](unsigned char c) { return c == '[' || c == ']' || c < ' '; };
    if (std::ranges::any_of(column.unit, breaks_header)) {
      refuse(Fault::contradiction, at + "/unit",
             "a unit stands in the header as \"name [unit]\": write it without brackets, on one line");
    }
    const Named<ColumnSpec>& columns = case_.output.history.columns;
    Words visible;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k < index || !std::holds_alternative<DerivedColumn>(columns[k].second.entry)) visible.push_back(columns_[k]);
    }
    const std::vector<std::string>& names = column.expression.names();
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (use_of_name(columns, index, k)) continue;
      const bool stands_below = std::ranges::find(columns_, names[k]) != columns_.end();
      refuse(stands_below ? Fault::contradiction : Fault::unknown_name, at + "/expression",
             stands_below
                 ? "a formula sees the measured columns and the formulas above it, but not " + json::quote(names[k])
                 : "there is no column or numeric variable " + json::quote(names[k]) +
                       suggestion(names[k], with_constants(visible)));
    }
  }

  void check_selection(const Selection& where, const std::string& pointer) {
    const int count =
        where.layer.has_value() + where.box.has_value() + where.nearest.has_value() + where.id.has_value() + where.all;
    if (count != 1) {
      refuse(Fault::contradiction, pointer, "give exactly one of \"layer\", \"box\", \"nearest\", \"id\" and \"all\"");
    } else if (case_.dimension == 2 && (where.layer == Side::front || where.layer == Side::back)) {
      refuse(Fault::contradiction, pointer + "/layer", "a case in two dimensions has no front and no back");
    }
  }
};

}  // namespace

void check_case(const Case& description, const CaseText& text, ErrorList& errors) {
  Checker checker(description, text, errors);
  checker.check_materials();
  checker.check_bodies();
  checker.check_boundaries();
  checker.check_contacts();
  checker.check_stages();
  checker.check_output();
}

}  // namespace talus
