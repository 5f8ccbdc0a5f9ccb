// A small case with one of everything that an option table can hold.
#pragma once

#include "talus/core/error.hpp"
#include "talus/core/read_options.hpp"

namespace sample {

using namespace talus;

enum class Packing { lattice, rings };
constexpr auto choices(std::type_identity<Packing>) {
  return std::array{Word<Packing>{"lattice", Packing::lattice, "a grid"},
                    Word<Packing>{"rings", Packing::rings, "rings"}};
}

struct Perfect {
  static constexpr std::string_view name = "perfect";
  static constexpr std::string_view help = "constant yield stress";
  Real yield = 0;  // [Pa]
  static constexpr auto options() {
    return OptionTable{required("yield", &Perfect::yield, dim::pressure, "yield stress", positive)};
  }
};

struct Unlimited {
  static constexpr std::string_view name = "unlimited";
  static constexpr std::string_view help = "never yields";
  static constexpr auto options() { return OptionTable<>{}; }
};

struct Hardenings : Catalog<Unlimited, Perfect> {
  static constexpr std::string_view family = "hardening";
};

struct Elastic {
  Real young = 0;  // [Pa]
  Real poisson = 0.25;
  static constexpr auto elastic_options() {
    return OptionTable{required("young", &Elastic::young, dim::pressure, "Young's modulus", positive),
                       optional("poisson", &Elastic::poisson, dim::none, "Poisson's ratio", inside(-1, 0.5))};
  }
};

struct Metal : Elastic {
  static constexpr std::string_view name = "metal";
  static constexpr std::string_view help = "elastic and plastic";
  static constexpr std::string_view formula = "s = 2 G e";
  Chosen<Hardenings> hardening{};
  static constexpr auto options() {
    return joined(elastic_options(), OptionTable{optional("hardening", &Metal::hardening, "flow stress")});
  }
};

struct Rubber : Elastic {
  static constexpr std::string_view name = "rubber";
  static constexpr std::string_view help = "elastic only";
  static constexpr auto options() { return elastic_options(); }
};

struct Materials : Catalog<Metal, Rubber> {
  static constexpr std::string_view family = "material";
};

struct Curve {
  static constexpr std::string_view name = "line";
  static constexpr std::string_view help = "a straight line";
  Real slope = 0;
  static constexpr auto options() { return OptionTable{required("slope", &Curve::slope, dim::acceleration, "slope")}; }
};

struct Curves : Catalog<Curve> {
  static constexpr std::string_view family = "curve";
  static constexpr std::string_view key = "analytic";
};

struct Comparison {
  Chosen<Curves> curve{};
  Real tolerance = 0.01;
  static constexpr auto options() {
    return OptionTable{required("", &Comparison::curve, "reference"),
                       optional("tolerance", &Comparison::tolerance, dim::none, "accepted", non_negative)};
  }
};

struct Body {
  std::string material;
  Real spacing = 0;  // [m]
  Packing packing = Packing::lattice;
  Vec3 velocity = Vec3::Zero();  // [m/s]
  std::optional<Real> gap{};     // [m]
  Automatic<Real> smoothing{};
  bool fixed = false;
  std::filesystem::path file{};
  static constexpr auto options() {
    return OptionTable{required("material", &Body::material, "its material"),
                       required("spacing", &Body::spacing, dim::length, "particle distance", positive),
                       optional("packing", &Body::packing, "how particles fill it"),
                       optional("velocity", &Body::velocity, dim::velocity, "initial velocity"),
                       optional("gap", &Body::gap, dim::length, "gap to the carrier", non_negative),
                       optional("smoothing", &Body::smoothing, dim::none, "h/dx", between(0.7, 3)),
                       optional("fixed", &Body::fixed, "does not move"),
                       optional("file", &Body::file, "a table")};
  }
};

struct Sample {
  int dimension = 2;
  Real end = infinity;                    // [s]
  std::array<TimeFunction, 3> gravity{};  // [m/s^2]
  Named<Chosen<Materials>> materials{};
  Named<Body> bodies{};
  std::vector<int> counts{};
  TimeFunction load{};  // [N]
  Named<Comparison> compare{};
  static constexpr auto options() {
    return OptionTable{optional("dimension", &Sample::dimension, dim::none, "2 or 3", between(2, 3)),
                       optional("end", &Sample::end, dim::time, "last instant", positive),
                       optional("gravity", &Sample::gravity, dim::acceleration, "gravity"),
                       required("materials", &Sample::materials, "name -> material"),
                       optional("bodies", &Sample::bodies, "name -> body"),
                       optional("counts", &Sample::counts, dim::none, "whole numbers", positive),
                       optional("load", &Sample::load, dim::force, "force over time"),
                       optional("compare", &Sample::compare, "column -> reference")};
  }
};

/// Reads a sample from a text, adding to `errors`.
inline Sample read(const std::string& text, ErrorList& errors, const std::vector<std::string>& sets = {}) {
  return read_options<Sample>(compose_text(text, "case.json", sets, errors), errors);
}

/// Reads a sample that must be right.
inline Sample read(const std::string& text, const std::vector<std::string>& sets = {}) {
  ErrorList errors;
  Sample result = read(text, errors, sets);
  errors.throw_if_any();
  return result;
}

/// The messages that a text earns.
inline std::string complaint(const std::string& text, const std::vector<std::string>& sets = {}) {
  ErrorList errors;
  try {
    (void)read(text, errors, sets);
  } catch (const CaseError& e) {
    return e.what();
  }
  return errors.text();
}

}  // namespace sample
