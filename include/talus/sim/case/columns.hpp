// The columns of the history as a case describes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "talus/core/catalog.hpp"
#include "talus/core/formula.hpp"
#include "talus/geometry/selection.hpp"
#include "talus/sim/case/quantities.hpp"
#include "talus/sim/energy_column.hpp"
#include "talus/sim/flow_column.hpp"
#include "talus/sim/region_column.hpp"

namespace talus {

/// What the particles of a body, its grains, or a wall say.
struct MeasuredColumn {
  static constexpr std::string_view name = "measured";
  static constexpr std::string_view help = "a quantity of a body, of some of its particles, or of a pair of bodies";
  std::string of;                        ///< body
  std::optional<std::string> against{};  ///< other body: the resultant of one pair
  Quantity quantity = Quantity::velocity;
  std::optional<Vec3> along{};       ///< direction; without it, the magnitude
  std::optional<Vec3> about{};       ///< reference point of moments [m]
  Automatic<Statistic> statistic{};  ///< auto: sum of what adds up, largest overlap, mean of the rest
  Real quantile = 0.5;               ///< for `quantile`
  std::optional<Selection> where{};  ///< region or particle of the body; of grains a region in space

  static constexpr auto options() {
    return OptionTable{
        required("of", &MeasuredColumn::of, "the body"),
        optional("against", &MeasuredColumn::against, "other body: the resultant of that pair alone"),
        required("quantity", &MeasuredColumn::quantity, "what is recorded"),
        optional("along", &MeasuredColumn::along, dim::none,
                 "direction, which stress needs; without it, the magnitude, and of what turns in two dimensions the "
                 "part about z"),
        optional("about", &MeasuredColumn::about, dim::length,
                 "point that moments refer to; default: the origin, of contact_moment the body's centroid, of "
                 "reaction_moment the centre of a prescribed rotation, if one turns these particles"),
        optional("statistic", &MeasuredColumn::statistic,
                 "auto: sum for what adds up (forces, momenta, energies, mass, count), largest overlap, mean for the "
                 "rest"),
        optional("quantile", &MeasuredColumn::quantile, dim::none, "fraction for quantile", between(0, 1)),
        optional("where", &MeasuredColumn::where,
                 "only these particles of the body; of grains those that are in the box at the moment, and while none "
                 "is there a sum is 0 and all else nan")};
  }
};

/// A formula of other columns.
struct DerivedColumn {
  static constexpr std::string_view name = "derived";
  static constexpr std::string_view help = "a formula of other columns, such as {\"expression\": \"p_t/p_n\"}";
  Formula expression{};
  std::string unit = "-";  ///< for the header

  static constexpr auto options() {
    return OptionTable{required("expression", &DerivedColumn::expression,
                                "formula of measured columns and of derived ones above, of t, and of \"p0\": the first "
                                "value of column \"p\" at t >= 0"),
                       optional("unit", &DerivedColumn::unit, "unit for the header, such as \"N s\"")};
  }
};

/// Told apart by their keys: a column with an "expression" is derived, one with a "region" is of the bulk there, one
/// with "through" is of a flow, one with "energy" of the ledger. A region and a flow may have "of" besides, so they
/// stand first.
struct ColumnKinds : Catalog<RegionColumn, FlowColumn, EnergyColumn, MeasuredColumn, DerivedColumn> {
  static constexpr std::string_view family = "history column";
  static constexpr std::string_view key = "";
};

/// A column of history.csv.
using ColumnSpec = Chosen<ColumnKinds>;

}  // namespace talus
