// A plot that a case asks for: columns of its history over another one, such as force over overlap.
#pragma once

#include <optional>
#include <string>

#include "talus/sim/names_codec.hpp"

namespace talus {

struct ColumnNames {
  std::vector<std::string> names{};
};

/// "force", or ["force", "exact"].
template <>
struct Codec<ColumnNames> : NamesCodec<ColumnNames> {
  static std::string expected(const Rule&) { return "the name of a column, or a list of names"; }
};

struct PlotSpec {
  std::string x;
  ColumnNames y{};
  ColumnNames reference{};
  std::optional<std::string> title{};

  static constexpr auto options() {
    return OptionTable{required("x", &PlotSpec::x, "column along the axis, or \"time\""),
                       required("y", &PlotSpec::y, "column over it, or a list of them"),
                       optional("reference", &PlotSpec::reference, "what it should be: likewise, dashed"),
                       optional("title", &PlotSpec::title, "above the plot; without it, \"y over x\"")};
  }
  [[nodiscard]] std::string heading() const;
};

}  // namespace talus
