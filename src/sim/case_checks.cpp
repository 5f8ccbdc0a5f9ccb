#include "case_checks.hpp"

#include <algorithm>

#include "talus/core/nearest_word.hpp"
#include "talus/sim/derived_column.hpp"

namespace talus {
namespace {

class Checker {
 public:
  Checker(const Case& c, const CaseText& text, ErrorList& errors) : case_(c), text_(text), errors_(errors) {
    for (const auto& [name, body] : c.bodies) bodies_.push_back(name);
    for (const auto& [name, material] : c.materials) materials_.push_back(name);
    for (const auto& [name, column] : c.output.history.columns) columns_.push_back(name);
  }

  void check_bodies() {
    for (const auto& [name, body] : case_.bodies) {
      const std::string at = json::join("/bodies", name);
      check_name(body.material, materials_, "material", at + "/material");
      check_plane(body.position, at + "/position");
      check_plane(body.velocity, at + "/velocity");
      if (body.stretch && (body.stretch->minCoeff() <= 0 || (case_.dimension == 2 && body.stretch->z() != 1))) {
        refuse(Fault::contradiction, at + "/stretch",
               "stretches are positive factors, and in two dimensions the third one is 1: write [1.01, 1.01, 1]");
      }
      if (case_.dimension == 2 && (body.spin.x() != 0 || body.spin.y() != 0)) {
        refuse(Fault::contradiction, at + "/spin", "in two dimensions a body spins about z: write [0, 0, rate]");
      }
      if (case_.dimension == 2 && (body.rotation.vector.x() != 0 || body.rotation.vector.y() != 0)) {
        refuse(Fault::contradiction, at + "/rotation", "in two dimensions a body is turned about z: write one angle");
      }
      if (name == "contacts") {
        refuse(Fault::bad_name, at, "a body cannot be called \"contacts\": the contact network has files of that name");
      }
      if (!body.place) continue;
      check_body(body.place->on, at + "/place/on");
      if (body.place->on == name) refuse(Fault::contradiction, at + "/place/on", "a body cannot rest on itself");
    }
  }

  void check_gravity() {
    const TimeFunction& z = case_.gravity[2];
    if (case_.dimension == 2 && !(z.is_constant() && z(0) == 0)) {
      refuse(Fault::contradiction, "/gravity/2", "a case in two dimensions has no third component");
    }
  }

  void check_boundaries() {
    for (std::size_t i = 0; i < case_.boundaries.size(); ++i) {
      const std::string at = "/boundaries/" + std::to_string(i);
      std::visit([&](const auto& boundary) { check_boundary(boundary, at); }, case_.boundaries[i].entry);
    }
  }

  void check_contacts() {
    for (std::size_t i = 0; i < case_.contacts.size(); ++i) {
      const std::string at = "/contacts/" + std::to_string(i) + "/between";
      const auto& [a, b] = case_.contacts[i].between;
      check_body(a, at + "/0");
      check_body(b, at + "/1");
      if (a.empty() || b.empty()) continue;
      check_laws(case_.contacts[i], "/contacts/" + std::to_string(i));
      for (std::size_t j = 0; j < i; ++j) {
        const auto& [c, d] = case_.contacts[j].between;
        if ((a == c && b == d) || (a == d && b == c)) {
          refuse(Fault::contradiction, at, "these two bodies have an entry already, /contacts/" + std::to_string(j));
        }
      }
    }
  }

  void check_stages() {
    for (std::size_t i = 0; i < case_.stages.size(); ++i) {
      const std::string at = "/stages/" + std::to_string(i);
      const Stage& stage = case_.stages[i];
      if (stage.tow) check_body(stage.tow->body, at + "/tow/body");
      if (stage.damping) check_body(stage.damping->body, at + "/damping/body");
    }
  }

  void check_output() {
    if (case_.output.frames.every && case_.output.frames.steps) {
      refuse(Fault::contradiction, "/output/frames", "give \"every\" or \"steps\", not both");
    }
    for (std::size_t k = 0; k < case_.output.history.columns.size(); ++k) {
      const auto& [name, column] = case_.output.history.columns[k];
      const std::string at = json::join("/output/history/columns", name);
      if (const auto* measured = std::get_if<MeasuredColumn>(&column.entry)) check_measured(*measured, at);
      if (const auto* derived = std::get_if<DerivedColumn>(&column.entry)) check_derived(*derived, k, at);
    }
    for (const auto& [name, compare] : case_.compare) {
      const std::string at = json::join("/compare", name);
      check_name(name, columns_, "column of /output/history/columns", at);
      const auto& window = compare.window;
      if (window && (*window)[0] > (*window)[1]) {
        refuse(Fault::contradiction, at + "/window", "a window [from, to] must not end before it begins");
      }
      if (const auto* oscillator = std::get_if<StickSlipOscillator>(&compare.curve.entry)) {
        if (const auto [key, why] = oscillator->contradiction(); !why.empty()) {
          refuse(Fault::contradiction, at + "/" + std::string(key), std::string(why));
        }
      }
    }
  }

 private:
  const Case& case_;
  const CaseText& text_;
  ErrorList& errors_;
  Words bodies_, materials_, columns_;

  void refuse(Fault fault, const std::string& pointer, const std::string& sentence) {
    errors_.add(fault, json::locate(text_.root, pointer), pointer, sentence);
  }

  void check_laws(const ContactSpec& contact, const std::string& at) {
    const bool field = std::holds_alternative<FieldBarrier>(contact.normal.entry);
    if (contact.between[0] == contact.between[1] && !field) {
      refuse(Fault::contradiction, at + "/between", "only \"field_barrier\" knows contact of a body with itself");
    }
    if (field && std::holds_alternative<CoulombPairwise>(contact.tangential.entry)) {
      refuse(Fault::contradiction, at + "/tangential/model",
             "\"coulomb_pairwise\" needs pairs of particles, which \"field_barrier\" has none of; use "
             "\"coulomb_stick_slip\"");
    }
  }

  /// An empty name is one that the reader missed and complained about.
  void check_name(const std::string& name, const Words& known, const std::string& kind, const std::string& pointer) {
    if (name.empty() || std::ranges::find(known, name) != known.end()) return;
    refuse(Fault::unknown_name, pointer, "there is no " + kind + " " + json::quote(name) + suggestion(name, known));
  }
  void check_body(const std::string& name, const std::string& pointer) { check_name(name, bodies_, "body", pointer); }

  void check_plane(const Vec3& vector, const std::string& pointer) {
    if (case_.dimension == 2 && vector.z() != 0) {
      refuse(Fault::contradiction, pointer + "/2", "a case in two dimensions has no third component");
    }
  }

  template <class Boundary>
  void check_boundary(const Boundary& boundary, const std::string& at) {
    if constexpr (requires { boundary.body; }) check_body(boundary.body, at + "/body");
    if constexpr (requires { boundary.where.layer; }) check_selection(boundary.where, at + "/where");
    if constexpr (std::is_same_v<Boundary, PrescribedMotion>) {
      if (boundary.displacement.has_value() == boundary.velocity.has_value()) {
        refuse(Fault::contradiction, at, "give \"displacement\" or \"velocity\", one of the two");
      }
    }
  }

  void check_measured(const MeasuredColumn& column, const std::string& at) {
    using Q = Quantity;
    const Q q = column.quantity;
    check_body(column.of, at + "/of");
    if (column.where) check_selection(*column.where, at + "/where");
    if (column.about && q != Q::angular_momentum && q != Q::contact_moment) {
      refuse(Fault::contradiction, at + "/about", "only angular_momentum and contact_moment refer to a point");
    }
    if (column.statistic.value && q == Q::angular_velocity) {
      refuse(Fault::contradiction, at + "/statistic", "angular_velocity is that of the particles as one rigid body");
    }
    if (column.against) return check_against(column, at);
    if (q == Q::contact_moment) {
      refuse(Fault::contradiction, at, "contact_moment is that of one pair of bodies: name the other in \"against\"");
    }
  }

  void check_against(const MeasuredColumn& column, const std::string& at) {
    using Q = Quantity;
    const Q q = column.quantity;
    check_body(*column.against, at + "/against");
    if (q != Q::contact_force && q != Q::friction_force && q != Q::contact_moment) {
      refuse(Fault::contradiction, at + "/against",
             "only contact_force, friction_force and contact_moment are those of a pair of bodies");
    }
    if (column.where || column.statistic.value) {
      refuse(Fault::contradiction, at + (column.where ? "/where" : "/statistic"),
             "the resultant of a pair of bodies is that of all their particles");
    }
  }

  void check_derived(const DerivedColumn& column, std::size_t index, const std::string& at) {
    const Named<ColumnSpec>& columns = case_.output.history.columns;
    Words visible;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k < index || std::holds_alternative<MeasuredColumn>(columns[k].second.entry)) visible.push_back(columns_[k]);
    }
    const std::vector<std::string>& names = column.expression.names();
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (use_of_name(columns, index, k)) continue;
      const bool stands_below = std::ranges::find(columns_, names[k]) != columns_.end();
      refuse(stands_below ? Fault::contradiction : Fault::unknown_name, at + "/expression",
             stands_below
                 ? "a formula sees the measured columns and the formulas above it, but not " + json::quote(names[k])
                 : "there is no column " + json::quote(names[k]) + suggestion(names[k], visible));
    }
  }

  void check_selection(const Selection& where, const std::string& pointer) {
    const int count = where.layer.has_value() + where.box.has_value() + where.nearest.has_value() + where.all;
    if (count != 1) {
      refuse(Fault::contradiction, pointer, "give exactly one of \"layer\", \"box\", \"nearest\" and \"all\"");
    } else if (case_.dimension == 2 && (where.layer == Side::front || where.layer == Side::back)) {
      refuse(Fault::contradiction, pointer + "/layer", "a case in two dimensions has no front and no back");
    }
  }
};

}  // namespace

void check_case(const Case& description, const CaseText& text, ErrorList& errors) {
  Checker checker(description, text, errors);
  checker.check_gravity();
  checker.check_bodies();
  checker.check_boundaries();
  checker.check_contacts();
  checker.check_stages();
  checker.check_output();
}

}  // namespace talus
