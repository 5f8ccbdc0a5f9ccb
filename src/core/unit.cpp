#include "talus/core/unit.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "talus/core/nearest_word.hpp"

namespace talus {
namespace {

struct NamedUnit {
  std::string_view word;
  Unit unit;
};

constexpr Dimension power{2, 1, -3, 0}, volume{3, 0, 0, 0}, specific_heat{2, 0, -2, -1}, force_density{-2, 1, -2, 0};

constexpr std::array known_units{
    NamedUnit{"m", {1, dim::length}},
    NamedUnit{"mm", {1e-3, dim::length}},
    NamedUnit{"cm", {1e-2, dim::length}},
    NamedUnit{"um", {1e-6, dim::length}},
    NamedUnit{"nm", {1e-9, dim::length}},
    NamedUnit{"km", {1e3, dim::length}},
    NamedUnit{"kg", {1, dim::mass}},
    NamedUnit{"g", {1e-3, dim::mass}},
    NamedUnit{"mg", {1e-6, dim::mass}},
    NamedUnit{"ug", {1e-9, dim::mass}},
    NamedUnit{"t", {1e3, dim::mass}},
    NamedUnit{"s", {1, dim::time}},
    NamedUnit{"ms", {1e-3, dim::time}},
    NamedUnit{"us", {1e-6, dim::time}},
    NamedUnit{"ns", {1e-9, dim::time}},
    NamedUnit{"min", {60, dim::time}},
    NamedUnit{"h", {3600, dim::time}},
    NamedUnit{"L", {1e-3, volume}},
    NamedUnit{"l", {1e-3, volume}},
    NamedUnit{"mL", {1e-6, volume}},
    NamedUnit{"ml", {1e-6, volume}},
    NamedUnit{"N", {1, dim::force}},
    NamedUnit{"mN", {1e-3, dim::force}},
    NamedUnit{"uN", {1e-6, dim::force}},
    NamedUnit{"nN", {1e-9, dim::force}},
    NamedUnit{"kN", {1e3, dim::force}},
    NamedUnit{"MN", {1e6, dim::force}},
    NamedUnit{"Pa", {1, dim::pressure}},
    NamedUnit{"kPa", {1e3, dim::pressure}},
    NamedUnit{"MPa", {1e6, dim::pressure}},
    NamedUnit{"GPa", {1e9, dim::pressure}},
    NamedUnit{"mbar", {1e2, dim::pressure}},
    NamedUnit{"bar", {1e5, dim::pressure}},
    NamedUnit{"J", {1, dim::energy}},
    NamedUnit{"mJ", {1e-3, dim::energy}},
    NamedUnit{"uJ", {1e-6, dim::energy}},
    NamedUnit{"nJ", {1e-9, dim::energy}},
    NamedUnit{"kJ", {1e3, dim::energy}},
    NamedUnit{"MJ", {1e6, dim::energy}},
    NamedUnit{"W", {1, power}},
    NamedUnit{"mW", {1e-3, power}},
    NamedUnit{"kW", {1e3, power}},
    NamedUnit{"Hz", {1, dim::rate}},
    NamedUnit{"kHz", {1e3, dim::rate}},
    NamedUnit{"rpm", {2 * std::numbers::pi / 60, dim::rate}},
    NamedUnit{"K", {1, dim::temperature}},
    NamedUnit{"rad", {1, dim::none}},
    NamedUnit{"deg", {std::numbers::pi / 180, dim::none}},
    NamedUnit{"rev", {2 * std::numbers::pi, dim::none}},
    NamedUnit{"%", {1e-2, dim::none}},
    NamedUnit{"1", {1, dim::none}},
};

struct NamedDimension {
  Dimension dimension;
  std::string_view si;
  std::string_view example;  ///< completes "expected …"
};

constexpr std::array known_dimensions{
    NamedDimension{dim::none, "-", "a number"},
    NamedDimension{dim::length, "m", R"(a length such as "50 mm")"},
    NamedDimension{dim::mass, "kg", R"(a mass such as "2 kg")"},
    NamedDimension{dim::time, "s", R"(a time such as "10 ms")"},
    NamedDimension{dim::rate, "1/s", R"(a rate such as "200 1/s")"},
    NamedDimension{dim::velocity, "m/s", R"(a velocity such as "2 m/s")"},
    NamedDimension{dim::acceleration, "m/s^2", R"(an acceleration such as "9.81 m/s^2")"},
    NamedDimension{dim::density, "kg/m^3", R"(a density such as "7800 kg/m^3")"},
    NamedDimension{dim::pressure, "Pa", R"(a pressure such as "210 GPa")"},
    NamedDimension{dim::force, "N", R"(a force such as "5 kN")"},
    NamedDimension{force_density, "N/m^3", R"(a force per volume such as "10 kN/m^3")"},
    NamedDimension{dim::stiffness, "N/m", R"(a stiffness such as "1000 N/m")"},
    // Of dampers, where it is mostly written N s/m, and of what is poured.
    NamedDimension{dim::damping, "kg/s", R"(a mass per time or a damping coefficient (N s/m) such as "10 kg/s")"},
    NamedDimension{dim::energy, "J", R"(an energy such as "3 kJ")"},
    NamedDimension{dim::temperature, "K", R"(a temperature such as "293 K")"},
    NamedDimension{specific_heat, "J/(kg K)", "a specific heat such as \"460 J/(kg K)\""},
};

Dimension scaled(const Dimension& d, int n) { return {d.length * n, d.mass * n, d.time * n, d.temperature * n}; }
Dimension added(const Dimension& a, const Dimension& b) {
  return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.temperature + b.temperature};
}
Unit raised(const Unit& u, int n) { return {std::pow(u.factor, n), scaled(u.dimension, n)}; }
Unit product(const Unit& a, const Unit& b) { return {a.factor * b.factor, added(a.dimension, b.dimension)}; }

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Takes the next unit word off the front: letters, "%" or "1". Empty when something else stands there.
std::string_view take_word(std::string_view& rest) {
  std::size_t n = 0;
  while (n < rest.size() && is_letter(rest[n])) ++n;
  if (n == 0 && !rest.empty() && (rest[0] == '%' || rest[0] == '1')) n = 1;
  const std::string_view word = rest.substr(0, n);
  rest.remove_prefix(n);
  return word;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

struct Sign {
  std::string_view typed, plain;
};
/// Both signs for micro, that of old character sets and the Greek letter.
constexpr std::array signs{Sign{"\u00b5", "u"}, Sign{"\u03bc", "u"}, Sign{"°", "deg"},
                           Sign{"·", "*"},      Sign{"²", "^2"},     Sign{"³", "^3"}};

/// With letters in place of signs that reports and handbooks use: "kg/m³" as "kg/m^3".
std::string plain(std::string_view text) {
  std::string result(text);
  for (const Sign& sign : signs) {
    for (std::size_t at = 0; (at = result.find(sign.typed, at)) != std::string::npos; at += sign.plain.size()) {
      result.replace(at, sign.typed.size(), sign.plain);
    }
  }
  return result;
}

/// unit   = factor { ("*" | "/" | " ") factor }
/// factor = ( word | "(" unit ")" ) [ "^" integer ]
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : rest_(trimmed(text)) {}

  std::optional<Unit> parse() {
    const auto unit = terms(0);
    return rest_.empty() ? unit : std::nullopt;
  }

 private:
  std::string_view rest_;
  static constexpr int deepest = 8;  // brackets inside each other: more is no unit

  [[nodiscard]] bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void skip_space() {
    while (take(' ')) continue;
  }

  std::optional<Unit> terms(int depth) {
    auto total = factor(depth);
    while (total) {
      skip_space();
      if (rest_.empty() || rest_.front() == ')') break;
      const bool divides = take('/');
      if (!divides) (void)take('*');  // otherwise the space was the product sign
      skip_space();
      const auto next = factor(depth);
      if (!next) return std::nullopt;
      total = product(*total, divides ? raised(*next, -1) : *next);
    }
    return total;
  }

  std::optional<Unit> factor(int depth) {
    std::optional<Unit> base;
    if (take('(')) {
      if (depth < deepest) base = terms(depth + 1);
      if (!take(')')) return std::nullopt;
    } else {
      const std::string_view word = take_word(rest_);
      for (const auto& known : known_units) {
        if (known.word == word) base = known.unit;
      }
    }
    if (!base || !take('^')) return base;
    const int sign = take('-') ? -1 : 1;
    if (rest_.empty() || !is_digit(rest_.front())) return std::nullopt;
    const int exponent = rest_.front() - '0';
    rest_.remove_prefix(1);
    return raised(*base, sign * exponent);
  }
};

/// "kg/m^3", "1/(K s)" from the exponents.
std::string composed_name(const Dimension& d) {
  const std::array<std::pair<std::string_view, int>, 4> parts{
      {{"kg", d.mass}, {"m", d.length}, {"s", d.time}, {"K", d.temperature}}};
  std::string above, below;
  int divisors = 0;
  for (const auto& [word, exponent] : parts) {
    if (exponent == 0) continue;
    std::string& side = exponent > 0 ? above : below;
    if (!side.empty()) side += ' ';
    side += word;
    if (std::abs(exponent) > 1) side += "^" + std::to_string(std::abs(exponent));
    if (exponent < 0) ++divisors;
  }
  if (above.empty()) above = "1";
  if (divisors == 0) return above;
  return above + "/" + (divisors > 1 ? "(" + below + ")" : below);
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
  const std::string typed_plainly = plain(text);
  return UnitParser(typed_plainly).parse();
}

std::optional<QuantityText> split_quantity(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  // from_chars would also take "inf" and "nan".
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) return std::nullopt;
  Real number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return QuantityText{number, trimmed(text.substr(static_cast<std::size_t>(end - text.data())))};
}

std::string nearest_unit(std::string_view typed) {
  const std::string plain_text = plain(typed);
  std::string_view text = plain_text;
  Words words;
  for (const auto& known : known_units) words.push_back(known.word);
  std::string out;
  while (!text.empty()) {
    const std::string_view word = take_word(text);
    if (word.empty()) {
      out += text.front();
      text.remove_prefix(1);
    } else {
      out += parse_unit(word) ? word : nearest_word(word, words);
    }
  }
  return parse_unit(out) ? out : std::string();
}

std::string si_name(const Dimension& dimension) {
  for (const auto& known : known_dimensions) {
    if (known.dimension == dimension) return std::string(known.si);
  }
  return composed_name(dimension);
}

std::string quantity_phrase(const Dimension& dimension) {
  for (const auto& known : known_dimensions) {
    if (known.dimension == dimension) return std::string(known.example);
  }
  const std::string unit = composed_name(dimension);
  return "a value in " + unit + R"( such as "1 )" + unit + '"';
}

}  // namespace talus
