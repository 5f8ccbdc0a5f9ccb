#include "talus/output/svg_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "talus/core/utf8.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

// Lengths in this file are pixels of the picture.
constexpr Real margin_left = 72, margin_right = 18, margin_top = 12, margin_bottom = 46;
constexpr Real line_height = 20;
constexpr Real character_width = 6.6;  ///< mean of the 12 px font, to place the legend
constexpr Real pixels_per_x_tick = 90, pixels_per_y_tick = 44;
constexpr std::size_t fewest_ticks = 3;  ///< one or two give no scale

// Mid tones that read on white and on black alike.
constexpr std::array palette = {"#2f7fd6", "#e0702f", "#1f9e77", "#9a63cf", "#d4475c", "#1899a8", "#b38600", "#7d8590"};

constexpr std::string_view style =
    "<style>.talus-plot{font:12px system-ui,'DejaVu Sans',sans-serif;fill:#333}"
    ".talus-plot .t{font-weight:600;font-size:14px}.talus-plot .g{stroke:#8884;fill:none}"
    ".talus-plot .a{stroke:#888;fill:none}.talus-plot .s{fill:none;stroke-width:1.7;stroke-linejoin:round}"
    ".talus-plot .r{fill:none;stroke:#222;stroke-width:1.5;stroke-dasharray:6 4}"
    "@media(prefers-color-scheme:dark){.talus-plot{fill:#ccc}.talus-plot .r{stroke:#eee}}</style>";

struct Range {
  Real low = infinity;
  Real high = -infinity;
  void include(Real value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] Real length() const { return high - low; }
  /// An empty range becomes [0, 1]; one without visible extent is opened around its value.
  void open() {
    constexpr Real visible = 1e-9;  ///< relative to the value: below this tick labels could not tell points apart
    constexpr Real margin = 0.05;
    if (!(low <= high)) *this = {0, 1};
    const Real size = std::max(std::abs(low), std::abs(high));
    if (length() > visible * size && length() > std::numeric_limits<Real>::min()) return;
    const Real half = size > 0 ? margin * size : 1;
    low -= half;
    high += half;
  }
};

/// One direction: where a value lies in the picture, its ticks, and the power of ten taken out of the labels.
struct Axis {
  Range range;
  Real begin, end;  ///< pixels of range.low and range.high
  std::vector<Real> ticks;
  int exponent = 0;

  Axis(Range r, Real first, Real last, Real pixels_per_tick) : range(r), begin(first), end(last) {
    range.open();
    const int wanted = static_cast<int>(std::abs(last - first) / pixels_per_tick);
    // A step is at most 2.5 times as wide as wanted, so there are as many of 8 that are wanted.
    for (int n = wanted; ticks.size() < fewest_ticks && n <= wanted + 8; ++n) {
      ticks = nice_ticks(range.low, range.high, n);
    }
    const Real largest = std::max(std::abs(range.low), std::abs(range.high));
    const int order = static_cast<int>(std::floor(std::log10(largest)));
    if (order >= 4 || order <= -3) exponent = 3 * static_cast<int>(std::floor(order / 3.0));
  }
  [[nodiscard]] Real at(Real value) const { return begin + (value - range.low) / range.length() * (end - begin); }
  [[nodiscard]] std::string tick_label(Real tick) const {
    const Real step = ticks.size() > 1 ? ticks[1] - ticks[0] : range.length();
    const Real scale = std::pow(10.0, -exponent);
    constexpr Real rounding = 1e-6;
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step * scale) + rounding)));
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, tick * scale + 0.0);
    return text.data();
  }
};

std::string fixed(Real pixels) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", pixels);
  return text.data();
}

std::string superscript(int value) {
  constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(value)) text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return text;
}

/// "work [J]" with exponent 3 becomes "work [10³ J]".
std::string axis_label(const std::string& label, int exponent) {
  if (exponent == 0) return label;
  const std::string power = "10" + superscript(exponent);
  const std::size_t open = label.rfind('[');
  if (open == std::string::npos) return label + " [" + power + "]";
  const std::string unit = label.substr(open + 1, label.rfind(']') - open - 1);
  return label.substr(0, open) + "[" + power + (unit == "-" ? "" : " " + unit) + "]";
}

std::string text_at(Real x, Real y, const char* anchor, std::string_view text, const char* extra = "") {
  return "<text x=\"" + fixed(x) + "\" y=\"" + fixed(y) + "\" text-anchor=\"" + anchor + "\"" + extra + ">" +
         escape_markup(text) + "</text>\n";
}

std::string line(Real x1, Real y1, Real x2, Real y2, const char* kind) {
  return "<path class=\"" + std::string(kind) + "\" d=\"M" + fixed(x1) + " " + fixed(y1) + "L" + fixed(x2) + " " +
         fixed(y2) + "\"/>\n";
}

std::string draw_axes(const Plot& plot, const Axis& x, const Axis& y) {
  std::string svg;
  for (const Real tick : y.ticks) {
    svg += line(x.begin, y.at(tick), x.end, y.at(tick), tick == 0 ? "a" : "g");
    svg += text_at(x.begin - 7, y.at(tick) + 4, "end", y.tick_label(tick));
  }
  for (const Real tick : x.ticks) {
    svg += line(x.at(tick), y.begin, x.at(tick), y.end, tick == 0 && x.range.low < 0 ? "a" : "g");
    svg += text_at(x.at(tick), y.begin + 17, "middle", x.tick_label(tick));
  }
  svg += line(x.begin, y.begin, x.end, y.begin, "a") + line(x.begin, y.begin, x.begin, y.end, "a");
  svg += text_at((x.begin + x.end) / 2, plot.height - 8, "middle", axis_label(plot.x_label, x.exponent));
  const Real middle = (y.begin + y.end) / 2;
  const std::string turn = " transform=\"rotate(-90 16 " + fixed(middle) + ")\"";
  return svg + text_at(16, middle, "middle", axis_label(plot.y_label, y.exponent), turn.c_str());
}

bool is_point(const Series& s, std::size_t i) { return std::isfinite(s.x[i]) && std::isfinite(s.y[i]); }

/// A point between gaps, which a line would not show.
std::string cross(Real x, Real y) {
  constexpr Real arm = 3;  // a cross of a reference is one dash wide
  return "M" + fixed(x - arm) + " " + fixed(y) + "h" + fixed(2 * arm) + "M" + fixed(x) + " " + fixed(y - arm) + "v" +
         fixed(2 * arm);
}

/// Points of one pixel column that shape the curve: first, lowest, highest, last, in their order.
void thin_column(const Series& s, std::size_t first, std::size_t last, std::vector<std::size_t>& kept) {
  const auto begin = s.y.begin() + static_cast<std::ptrdiff_t>(first);
  const auto [low, high] = std::minmax_element(begin, s.y.begin() + static_cast<std::ptrdiff_t>(last));
  std::array chosen = {first, static_cast<std::size_t>(low - s.y.begin()), static_cast<std::size_t>(high - s.y.begin()),
                       last - 1};
  std::sort(chosen.begin(), chosen.end());
  kept.insert(kept.end(), chosen.begin(), std::unique(chosen.begin(), chosen.end()));
}

std::string path_data(const Series& s, const Axis& x, const Axis& y) {
  std::vector<std::size_t> kept;
  for (std::size_t first = 0, last = 0; first < s.x.size(); first = last) {
    for (last = first + 1; last < s.x.size(); ++last) {
      const bool same_column = std::floor(x.at(s.x[last])) == std::floor(x.at(s.x[first]));
      if (!same_column || !std::isfinite(s.y[last]) || !std::isfinite(s.y[last - 1])) break;
    }
    thin_column(s, first, last, kept);
  }
  const auto is_drawable = [&](std::size_t n) { return n < kept.size() && is_point(s, kept[n]); };
  std::string data;
  for (std::size_t n = 0; n < kept.size(); ++n) {
    if (!is_drawable(n)) continue;
    const Real at_x = x.at(s.x[kept[n]]), at_y = y.at(s.y[kept[n]]);
    const bool pen_down = n > 0 && is_drawable(n - 1), goes_on = is_drawable(n + 1);
    data += pen_down || goes_on ? (pen_down ? "L" : "M") + fixed(at_x) + " " + fixed(at_y) : cross(at_x, at_y);
  }
  return data;
}

/// Where there are more lines than colours, those of the second round are dotted.
std::string pen(const Series& s, std::size_t number) {
  if (s.dashed) return "class=\"r\"";
  const bool again = number / palette.size() % 2 != 0;
  return "class=\"s\" stroke=\"" + std::string(palette[number % palette.size()]) + "\"" +
         (again ? " stroke-dasharray=\"2 3\"" : "");
}

/// Colours go to the solid lines in turn; references share one neutral pen and lie on top.
std::string draw_series(const Plot& plot, const Axis& x, const Axis& y) {
  std::string solid, dashed;
  std::size_t number = 0;
  for (const Series& s : plot.series) {
    const std::string path = "<path " + pen(s, number) + " d=\"" + path_data(s, x, y) + "\"/>\n";
    (s.dashed ? dashed : solid) += path;
    if (!s.dashed) ++number;
  }
  return solid + dashed;
}

/// Entries side by side in as many rows as they need; `top` moves below them.
std::string draw_legend(const Plot& plot, Real& top) {
  constexpr Real sample = 26, gap = 18;
  Real x = margin_left;
  std::string svg;
  std::size_t number = 0;
  for (const Series& s : plot.series) {
    const Real width = sample + 6 + character_width * static_cast<Real>(utf8::count(s.label)) + gap;
    if (x > margin_left && x + width > plot.width - margin_right) {
      x = margin_left;
      top += line_height;
    }
    const Real y = top + line_height / 2;
    svg += "<path " + pen(s, number) + " d=\"M" + fixed(x) + " " + fixed(y) + "h" + fixed(sample) + "\"/>\n";
    svg += text_at(x + sample + 6, y + 4, "start", s.label);
    x += width;
    if (!s.dashed) ++number;
  }
  if (!plot.series.empty()) top += line_height + 4;
  return svg;
}

}  // namespace

std::vector<Real> nice_ticks(Real low, Real high, int wanted) {
  const Real raw = (high - low) / std::max(1, wanted);
  const Real power = std::pow(10.0, std::floor(std::log10(raw)));
  Real step = 10 * power;
  for (const Real factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) {
      step = factor * power;
      break;
    }
  }
  constexpr Real slack = 1e-9;  // a limit that is a multiple of the step up to rounding counts
  std::vector<Real> ticks;
  const Real last = std::floor(high / step + slack);
  for (Real k = std::ceil(low / step - slack); k <= last; ++k) ticks.push_back(k * step + 0.0);
  return ticks;
}

std::string svg_plot(const Plot& plot) {
  Real top = margin_top;
  std::string head;
  if (!plot.title.empty()) {
    head += text_at(margin_left, top + 6, "start", plot.title, " class=\"t\"");
    top += line_height;
  }
  head += draw_legend(plot, top);
  Range x_range, y_range;
  for (const Series& s : plot.series) {
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (!is_point(s, i)) continue;
      x_range.include(s.x[i]);
      y_range.include(s.y[i]);
    }
  }
  y_range.open();
  constexpr Real headroom = 0.03;  // of the range, so that a curve does not run along the frame
  const Real room = headroom * y_range.length();
  y_range = {y_range.low - room, y_range.high + room};
  const Axis x(x_range, margin_left, plot.width - margin_right, pixels_per_x_tick);
  const Axis y(y_range, plot.height - margin_bottom, top + 6, pixels_per_y_tick);
  const std::string size = std::to_string(plot.width) + " " + std::to_string(plot.height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"talus-plot\" viewBox=\"0 0 " + size + "\" width=\"" +
         std::to_string(plot.width) + "\" height=\"" + std::to_string(plot.height) + "\">\n" + std::string(style) +
         "\n" + head + draw_axes(plot, x, y) + draw_series(plot, x, y) + "</svg>\n";
}

}  // namespace talus
