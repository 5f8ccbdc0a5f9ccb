#include "column_checks.hpp"

#include "talus/core/json_value.hpp"
#include "talus/sim/quantity_facts.hpp"

namespace talus {
namespace {

enum class Kind { solid, grains, wall };

Kind kind_of(const Case& c, const std::string& body) {
  if (body_spec<GrainSpec>(c, body) != nullptr) return Kind::grains;
  return body_spec<WallSpec>(c, body) != nullptr ? Kind::wall : Kind::solid;
}

std::string words_of(ColumnOf of) {
  switch (of) {
    case ColumnOf::solid: return "a solid";
    case ColumnOf::grains: return "grains";
    case ColumnOf::wall: return "a wall";
    case ColumnOf::solid_pair: return "a solid against another body";
    case ColumnOf::grain_pair: return "grains against another body";
    case ColumnOf::wall_pair: return "a wall against another body";
  }
  return {};
}

class ColumnCheck {
 public:
  ColumnCheck(const MeasuredColumn& column, const Case& c) : column_(column), case_(c), kind_(kind_of(c, column.of)) {}

  std::vector<Contradiction> complaints() {
    if (column_.against) check_partner();
    if (found_.empty()) check_quantity();
    if (found_.empty()) check_keys();
    return std::move(found_);
  }

 private:
  void complain(std::string key, std::string sentence) { found_.push_back({std::move(key), std::move(sentence)}); }

  /// Which bodies can touch.
  void check_partner() {
    const Kind other = kind_of(case_, *column_.against);
    if (kind_ == Kind::wall && other == Kind::wall) {
      complain("against", "two walls do not touch: solids and grains touch each other and walls");
    }
    if (kind_ == Kind::grains && *column_.against == column_.of && adds_up_to_nothing(column_.quantity)) {
      complain("against",
               "the forces of a body of grains on itself add up to nothing; coordination, bonds and overlap do not");
    }
  }

  static bool adds_up_to_nothing(Quantity q) {
    return q != Quantity::coordination && q != Quantity::bonds && q != Quantity::overlap;
  }

  [[nodiscard]] ColumnOf column_of() const {
    const bool pair = column_.against.has_value();
    if (kind_ == Kind::grains) return pair ? ColumnOf::grain_pair : ColumnOf::grains;
    if (kind_ == Kind::wall) return pair ? ColumnOf::wall_pair : ColumnOf::wall;
    return pair ? ColumnOf::solid_pair : ColumnOf::solid;
  }

  void check_quantity() {
    const Quantity q = column_.quantity;
    if (facts_of(q).has(column_of())) return check_orientation();
    if (kind_ == Kind::solid && q == Quantity::contact_moment) {
      return complain("", "contact_moment is that of one pair of bodies: name the other in \"against\"");
    }
    if (kind_ == Kind::solid && column_.against) {
      return complain("against", "only contact_force, normal_force, friction_force and contact_moment are those of a "
                                 "pair of bodies");
    }
    complain("quantity", "there is no " + std::string(word_of(q)) + " of " + words_of(column_of()) + "; there is " +
                             list_of(quantities_of(column_of())));
  }

  void check_orientation() {
    const auto* grains = body_spec<GrainSpec>(case_, column_.of);
    if (column_.quantity != Quantity::orientation || grains == nullptr || grains->orientation) return;
    complain("quantity", "\"" + column_.of + "\" has \"orientation\": false: nobody knows how its grains are turned");
  }

  void check_keys() {
    const Quantity q = column_.quantity;
    if (column_.about && q != Quantity::angular_momentum && q != Quantity::contact_moment &&
        q != Quantity::reaction_moment) {
      complain("about", "only angular_momentum, contact_moment and reaction_moment refer to a point");
    }
    const bool of_tensor = q == Quantity::stress || q == Quantity::strain;
    if (of_tensor && !column_.along) {
      complain("quantity", std::string(word_of(q)) +
                               " is that along a direction: give one in \"along\"; \"von_mises\", \"pressure\" and "
                               "\"plastic_strain\" have none");
    }
    if (column_.along && facts_of(q).form == QuantityForm::scalar && !of_tensor) {
      complain("along", std::string(word_of(q)) + " has no direction");
    }
    if (column_.along && column_.along->isZero(0)) complain("along", "a direction must not be zero");
    check_statistic();
    check_region();
  }

  void check_statistic() {
    if (!column_.statistic.value) return;
    const Quantity q = column_.quantity;
    if (kind_ == Kind::solid && q == Quantity::angular_velocity) {
      complain("statistic", "angular_velocity is that of the particles as one rigid body");
    } else if (q == Quantity::granular_temperature) {
      complain("statistic", "granular_temperature is that of all these grains together");
    } else if (kind_ == Kind::wall) {
      complain("statistic", "a wall is one rigid body: it has one value");
    } else if (kind_ == Kind::solid && column_.against && !column_.where) {
      complain("statistic", "the resultant of a pair of bodies is that of all their particles");
    }
  }

  void check_region() {
    if (!column_.where) return;
    if (kind_ == Kind::wall) {
      complain("where", "a wall is one rigid body: it has one value");
    } else if (kind_ == Kind::solid && column_.against) {
      complain("where", "the resultant of a pair of bodies is that of all their particles");
    } else if (kind_ == Kind::grains && column_.where->layer) {
      complain("where/layer", "grains have no layers: take a box, the grain nearest to a point, or grains by their id");
    }
  }

  const MeasuredColumn& column_;
  const Case& case_;
  Kind kind_;
  std::vector<Contradiction> found_;
};

}  // namespace

std::vector<Contradiction> column_complaints(const MeasuredColumn& column, const Case& description) {
  return ColumnCheck(column, description).complaints();
}

}  // namespace talus
