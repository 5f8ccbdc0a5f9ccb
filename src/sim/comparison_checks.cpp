#include "comparison_checks.hpp"

#include <algorithm>

#include "talus/core/nearest_word.hpp"
#include "talus/core/unit.hpp"
#include "talus/sim/column_statistics.hpp"

namespace talus {
namespace {

class ComparisonCheck {
 public:
  ComparisonCheck(const Case& c, const std::string& column, const CompareSpec& spec)
      : case_(c), column_(column), spec_(spec), at_(json::join("/compare", column)) {}

  std::vector<Complaint> complaints(bool is_read) {
    if (spec_.window && (*spec_.window)[0] > (*spec_.window)[1]) {
      refuse(at_ + "/window", "a window [from, to] must not end before it begins");
    }
    if (is_read) std::visit([&](const auto& curve) { check_parts(curve); }, spec_.curve.entry);
    check_measures();
    if (is_read) check_slope();
    check_units();
    return std::move(found_);
  }

 private:
  template <class Curve>
  void check_parts(const Curve& curve) {
    if (auto wrong = contradiction_in(curve, at_)) found_.push_back(std::move(*wrong));
  }

  /// Tolerances of what this kind of reference does not have.
  void check_measures() {
    using std::pair;
    const Tolerance& t = spec_.tolerance;
    const bool is_slide = std::holds_alternative<CoulombSlide>(spec_.curve.entry);
    const bool is_line = !std::holds_alternative<GivenBand>(spec_.curve.entry) &&
                         !std::holds_alternative<GivenNumber>(spec_.curve.entry);
    for (const auto& [measure, is_given] :
         {pair{"ripple", t.ripple.has_value()}, pair{"stop_time", t.stop_time.has_value()}}) {
      if (!is_given || is_slide) continue;
      refuse(at_ + "/tolerance/" + measure, "only \"analytic\": \"coulomb_slide\" has a " + std::string(measure) +
                                                "; of other curves there are rms, max, final, slope, absolute, range "
                                                "and mean");
    }
    for (const auto& [measure, is_given] :
         {pair{"slope", t.slope.has_value()}, pair{"range", t.range.has_value()}, pair{"mean", t.mean.has_value()}}) {
      if (!is_given || is_line) continue;
      refuse(at_ + "/tolerance/" + measure, json::quote(std::string(spec_.curve.name())) + " has no " + measure +
                                                "; there are rms, max, final and absolute");
    }
  }

  /// Without a slope there is nothing that one could be a fraction of.
  void check_slope() {
    const auto* curve = std::get_if<GivenCurve>(&spec_.curve.entry);
    if (!spec_.tolerance.slope || curve == nullptr || !curve->value.is_constant()) return;
    refuse(at_ + "/tolerance/slope",
           "a constant has no slope to compare with; there are rms, max, final, absolute, "
           "range and mean");
  }

  /// Units that are written must be those of the column; a unit for its header may be any text, and says nothing then.
  void check_units() {
    const auto& columns = case_.output.history.columns;
    const auto found = std::ranges::find(columns, column_, [](const auto& entry) { return entry.first; });
    if (found == columns.end()) return;
    const std::string text = unit_of(found->second, case_.dimension);
    const auto unit = text == "-" || text.empty() ? Unit{1, dim::none} : parse_unit(text);
    if (!unit) return;
    const auto check = [&](const auto& value, const std::string& key) {
      if (!value.dimension || *value.dimension == unit->dimension) return;
      found_.push_back(
          {Fault::wrong_dimension, at_ + "/" + key,
           "is in " + si_name(*value.dimension) + ", but column " + json::quote(column_) + " is in " + text});
    };
    if (const auto* curve = std::get_if<GivenCurve>(&spec_.curve.entry)) check(curve->value, "value");
    if (const auto* number = std::get_if<GivenNumber>(&spec_.curve.entry)) check(number->value, "value");
    if (const auto* band = std::get_if<GivenBand>(&spec_.curve.entry)) {
      check(band->low, "low");
      check(band->high, "high");
    }
    if (spec_.tolerance.absolute) check(*spec_.tolerance.absolute, "tolerance/absolute");
    if (spec_.tolerance.ripple) check(*spec_.tolerance.ripple, "tolerance/ripple");
  }

  void refuse(const std::string& pointer, const std::string& sentence) {
    found_.push_back({Fault::contradiction, pointer, sentence});
  }

  const Case& case_;
  const std::string& column_;
  const CompareSpec& spec_;
  std::string at_;
  std::vector<Complaint> found_;
};

}  // namespace

std::vector<Complaint> comparison_complaints(const Case& description, bool is_read) {
  std::vector<Complaint> all;
  for (const auto& [column, spec] : description.compare) {
    for (Complaint& one : ComparisonCheck(description, column, spec).complaints(is_read)) {
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace talus
