// A case as typed data: what a JSON file says, with every default filled in. Option tables only, no behaviour.
#pragma once

#include "talus/boundary/catalog.hpp"
#include "talus/core/catalog.hpp"
#include "talus/core/formula.hpp"
#include "talus/core/time_function.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/geometry/rotation.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/material/catalog.hpp"
#include "talus/numerics/kernel/catalog.hpp"
#include "talus/sim/analytic_curves.hpp"
#include "talus/tlsph/hourglass_catalog.hpp"

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace talus {

struct TimeSpec {
  Real end = 0;               ///< last instant [s]
  Real courant = 0.9;         ///< fraction of the stable step [-]
  std::optional<Real> step{}; ///< fixed step instead [s]

  static constexpr auto options() {
    return std::tuple{required("end", &TimeSpec::end, dim::time, "last instant", non_negative),
                      optional("courant", &TimeSpec::courant, dim::none, "fraction of the stable step", inside(0, 1.2)),
                      optional("step", &TimeSpec::step, dim::time, "fixed time step in place of the rule", positive)};
  }
};

/// Puts a body where contact just carries its weight.
struct Placement {
  std::string on;              ///< the body that carries it
  std::optional<Real> gap{};   ///< distance between facing particle layers instead of the solved one [m]

  static constexpr auto options() {
    return std::tuple{required("on", &Placement::on, "the body that carries this one"),
                      optional("gap", &Placement::gap, dim::length,
                               "distance between the facing particle layers; without it, solved from the load",
                               non_negative)};
  }
};

enum class Solver { tlsph };
constexpr auto choices(std::type_identity<Solver>) {
  return std::array{Word<Solver>{"tlsph", Solver::tlsph, "deformable solid, Total-Lagrangian SPH"}};
}

struct BodySpec {
  Solver solver = Solver::tlsph;
  std::string material;
  Real spacing = 0;                 ///< dx [m]
  Chosen<Shapes> shape{};
  Vec3 position = Vec3::Zero();     ///< centre of the shape [m]
  Rotation rotation{};              ///< of the filled shape about its centre
  std::optional<Vec3> stretch{};    ///< initial stretch along x, y, z about `position` [-]
  Vec3 velocity = Vec3::Zero();     ///< initial velocity [m/s]
  Vec3 spin = Vec3::Zero();         ///< initial angular velocity about the centre [rad/s]
  std::optional<Placement> place{};
  Chosen<Kernels> kernel{};
  Automatic<Real> smoothing{};      ///< h / dx [-]
  Chosen<Hourglasses> hourglass{};
  Real viscosity = 0;               ///< linear artificial viscosity, off by default [-]

  static constexpr auto options() {
    return std::tuple{
        required("solver", &BodySpec::solver, "how the body moves"),
        required("material", &BodySpec::material, "name of its material"),
        required("spacing", &BodySpec::spacing, dim::length, "distance between particles", positive),
        required("shape", &BodySpec::shape, "its geometry"),
        optional("position", &BodySpec::position, dim::length, "centre of the shape"),
        optional("rotation", &BodySpec::rotation, dim::none,
                 "turns the shape about its centre: an angle about z, or axis times angle"),
        optional("stretch", &BodySpec::stretch, dim::none,
                 "the body starts stretched by these factors along x, y, z about its centre, and stressed by it"),
        optional("velocity", &BodySpec::velocity, dim::velocity, "initial velocity"),
        optional("spin", &BodySpec::spin, dim::rate, "initial angular velocity about the centre"),
        optional("place", &BodySpec::place, "rests the body on another, along gravity"),
        optional("kernel", &BodySpec::kernel, "SPH kernel"),
        optional("smoothing", &BodySpec::smoothing, dim::none, "smoothing length over spacing; auto: the kernel's own",
                 between(0.7, 3)),
        optional("hourglass", &BodySpec::hourglass, "zero-energy control"),
        optional("viscosity", &BodySpec::viscosity, dim::none, "linear artificial viscosity", non_negative)};
  }
};

struct ContactSpec {
  std::array<std::string, 2> between{};
  Chosen<NormalLaws> normal{};
  Chosen<TangentialLaws> tangential{};
  bool initial_overlap = false;

  static constexpr auto options() {
    return std::tuple{required("between", &ContactSpec::between, "the two bodies"),
                      required("normal", &ContactSpec::normal, "normal law"),
                      optional("tangential", &ContactSpec::tangential, "friction law"),
                      optional("initial_overlap", &ContactSpec::initial_overlap,
                               "the bodies overlap at the start, on purpose")};
  }
};

/// Keeps a body's mean velocity along one direction by a uniform acceleration.
struct Tow {
  std::string body;
  Vec3 velocity = Vec3::Zero();           ///< mean velocity to keep [m/s]
  std::optional<Vec3> along{};            ///< direction that is kept; default: of the velocity

  /// Unit vector of the kept direction; zero when the case gives none.
  [[nodiscard]] Vec3 direction() const { return along.value_or(velocity).stableNormalized(); }

  static constexpr auto options() {
    return std::tuple{required("body", &Tow::body, "the towed body"),
                      required("velocity", &Tow::velocity, dim::velocity, "mean velocity to keep"),
                      optional("along", &Tow::along, dim::none, "direction to keep; default: that of the velocity")};
  }
};

struct Stage {
  std::string name;
  Real duration = 0;  ///< [s]
  std::optional<Tow> tow{};
  std::optional<Damping> damping{};

  static constexpr auto options() {
    return std::tuple{required("name", &Stage::name, "what the log calls it"),
                      required("duration", &Stage::duration, dim::time, "how long it lasts, before t = 0", positive),
                      optional("tow", &Stage::tow, "keeps a body's mean velocity"),
                      optional("damping", &Stage::damping, "brakes a body along a direction")};
  }
};

/// Every so many seconds of simulated time, or every so many steps.
struct Every {
  std::optional<Real> every{};  ///< [s]
  std::optional<int> steps{};

  static constexpr auto options() {
    return std::tuple{optional("every", &Every::every, dim::time, "interval of simulated time", positive),
                      optional("steps", &Every::steps, dim::none, "interval in steps", positive)};
  }
};

enum class Quantity { velocity, displacement, position, stress, von_mises, plastic_strain, contact_force,
                      friction_force, reaction, momentum, angular_momentum, angular_velocity, contact_moment,
                      penetration, contact_pressure };
constexpr auto choices(std::type_identity<Quantity>) {
  using Q = Quantity;
  return std::array{Word<Q>{"velocity", Q::velocity, "[m/s]"},
                    Word<Q>{"displacement", Q::displacement, "[m]"},
                    Word<Q>{"position", Q::position, "[m]"},
                    Word<Q>{"stress", Q::stress, "Cauchy stress along a direction [Pa]"},
                    Word<Q>{"von_mises", Q::von_mises, "[Pa]"},
                    Word<Q>{"plastic_strain", Q::plastic_strain, "[-]"},
                    Word<Q>{"contact_force", Q::contact_force, "normal contact [N]"},
                    Word<Q>{"friction_force", Q::friction_force, "tangential contact [N]"},
                    Word<Q>{"reaction", Q::reaction, "of prescribed particles [N]"},
                    Word<Q>{"momentum", Q::momentum, "[kg m/s]"},
                    Word<Q>{"angular_momentum", Q::angular_momentum, "about the origin or `about` [kg m^2/s]"},
                    Word<Q>{"angular_velocity", Q::angular_velocity,
                            "of the rigid body of equal angular momentum about the centroid [1/s]"},
                    Word<Q>{"contact_moment", Q::contact_moment,
                            "of the contact forces of a pair, about the centroid or `about` [N m]"},
                    Word<Q>{"penetration", Q::penetration, "of the surfaces in contact, negative while apart [m]"},
                    Word<Q>{"contact_pressure", Q::contact_pressure, "[Pa]"}};
}

constexpr std::string_view family_of(std::type_identity<Quantity>) { return "quantity of a column"; }

enum class Statistic { mean, sum, min, max, quantile };
constexpr auto choices(std::type_identity<Statistic>) {
  using S = Statistic;
  return std::array{Word<S>{"mean", S::mean, "weighted by mass"}, Word<S>{"sum", S::sum, "over particles"},
                    Word<S>{"min", S::min, "smallest"}, Word<S>{"max", S::max, "largest"},
                    Word<S>{"quantile", S::quantile, "the value below which a fraction lies"}};
}
constexpr std::string_view family_of(std::type_identity<Statistic>) { return "statistic of a column"; }

/// What the particles of a body say.
struct MeasuredColumn {
  static constexpr std::string_view name = "measured";
  static constexpr std::string_view help = "a quantity of a body, of some of its particles, or of a pair of bodies";
  std::string of;                       ///< body
  std::optional<std::string> against{}; ///< other body: the resultant of one pair
  Quantity quantity = Quantity::velocity;
  std::optional<Vec3> along{};          ///< direction; without it, the magnitude
  std::optional<Vec3> about{};          ///< reference point of moments [m]
  Automatic<Statistic> statistic{};     ///< auto: sum of forces, mean of the rest
  Real quantile = 0.5;                  ///< for `quantile`
  std::optional<Selection> where{};     ///< region or particle of the body

  static constexpr auto options() {
    return std::tuple{
        required("of", &MeasuredColumn::of, "the body"),
        optional("against", &MeasuredColumn::against, "other body: the resultant of that pair alone"),
        required("quantity", &MeasuredColumn::quantity, "what is recorded"),
        optional("along", &MeasuredColumn::along, dim::none,
                 "direction; without it, the magnitude, and of what turns in two dimensions the part about z"),
        optional("about", &MeasuredColumn::about, dim::length,
                 "point that moments refer to; default: the origin, of contact_moment the body's centroid"),
        optional("statistic", &MeasuredColumn::statistic, "auto: sum for forces and momenta, mean for the rest"),
        optional("quantile", &MeasuredColumn::quantile, dim::none, "fraction for quantile", between(0, 1)),
        optional("where", &MeasuredColumn::where, "only these particles of the body")};
  }
};

/// A formula of other columns.
struct DerivedColumn {
  static constexpr std::string_view name = "derived";
  static constexpr std::string_view help = "a formula of other columns, such as {\"expression\": \"p_t/p_n\"}";
  Formula expression{};
  std::string unit = "-";  ///< for the header

  static constexpr auto options() {
    return std::tuple{required("expression", &DerivedColumn::expression,
                               "formula of measured columns and of derived ones above, of t, and of \"p0\": the first "
                               "value of column \"p\" at t >= 0"),
                      optional("unit", &DerivedColumn::unit, "unit for the header, such as \"N s\"")};
  }
};

/// Told apart by their keys: a column with an "expression" is derived.
struct ColumnKinds : Catalog<MeasuredColumn, DerivedColumn> {
  static constexpr std::string_view family = "history column";
  static constexpr std::string_view key = "";
};

/// A column of history.csv.
using ColumnSpec = Chosen<ColumnKinds>;

struct HistorySpec {
  Real every = 1e-3;  ///< [s]
  Named<ColumnSpec> columns{};

  static constexpr auto options() {
    return std::tuple{optional("every", &HistorySpec::every, dim::time, "interval of rows", positive),
                      optional("columns", &HistorySpec::columns, "name -> what it records")};
  }
};

struct OutputSpec {
  Every frames{};
  HistorySpec history{};
  bool contacts = true;

  static constexpr auto options() {
    return std::tuple{optional("frames", &OutputSpec::frames, "when .vtp frames are written"),
                      optional("history", &OutputSpec::history, "history.csv"),
                      optional("contacts", &OutputSpec::contacts, "write the contact network with each frame")};
  }
};

/// Limits on a compared curve; relative ones are fractions of max |reference| inside the window.
struct Tolerance {
  std::optional<Real> rms{};
  std::optional<Real> max{};
  std::optional<Real> final{};
  std::optional<Real> slope{};    ///< relative error of the fitted slope
  std::optional<Real> ripple{};   ///< rms about the fitted line, in the column's unit
  std::optional<Real> absolute{}; ///< max |value - reference|, in the column's unit
  std::optional<Real> range{};    ///< relative error of max - min inside the window
  std::optional<Real> stop_time{};///< error of the instant of rest [s]

  static constexpr auto options() {
    return std::tuple{
        optional("rms", &Tolerance::rms, dim::none, "rms error over max |reference|", non_negative),
        optional("max", &Tolerance::max, dim::none, "largest error over max |reference|", non_negative),
        optional("final", &Tolerance::final, dim::none, "last error over max |reference|", non_negative),
        optional("slope", &Tolerance::slope, dim::none, "relative error of the fitted slope", non_negative),
        optional("ripple", &Tolerance::ripple, dim::none, "rms about the fitted line [unit of the column]",
                 non_negative),
        optional("absolute", &Tolerance::absolute, dim::none, "largest error [unit of the column]", non_negative),
        optional("range", &Tolerance::range, dim::none, "relative error of max - min inside the window", non_negative),
        optional("stop_time", &Tolerance::stop_time, dim::time, "error of the instant of rest", non_negative)};
  }
};

/// One column of the history held against a reference.
struct CompareSpec {
  Chosen<AnalyticCurves> curve{};  ///< its keys stand beside `tolerance`: {"analytic": "coulomb_slide", "mu": 0.4, …}
  Tolerance tolerance{};
  std::optional<std::array<Real, 2>> window{};  ///< [from, to] in seconds; equal ends: that instant

  static constexpr auto options() {
    return std::tuple{required("", &CompareSpec::curve, "the reference curve"),
                      optional("tolerance", &CompareSpec::tolerance, "what is accepted"),
                      optional("window", &CompareSpec::window, dim::time, "[from, to]; equal ends are one instant")};
  }
};

struct Case {
  int version = 1;
  std::string title;
  std::string reference;
  int dimension = 2;
  TimeSpec time{};
  std::array<TimeFunction, 3> gravity{};  ///< [m/s^2]
  Named<Chosen<Materials>> materials{};
  Named<BodySpec> bodies{};
  std::vector<Chosen<Boundaries>> boundaries{};
  std::vector<ContactSpec> contacts{};
  std::vector<Stage> stages{};
  OutputSpec output{};
  Named<CompareSpec> compare{};

  static constexpr auto options() {
    return std::tuple{required("talus", &Case::version, dim::none, "version of the case format", between(1, 1)),
                      required("title", &Case::title, "one line that names the case"),
                      optional("reference", &Case::reference, "where the expected result comes from"),
                      required("dimension", &Case::dimension, dim::none, "2: plane strain, 3: space", between(2, 3)),
                      required("time", &Case::time, "how long and how finely"),
                      optional("gravity", &Case::gravity, dim::acceleration, "acceleration of free fall"),
                      required("materials", &Case::materials, "name -> material"),
                      required("bodies", &Case::bodies, "name -> body"),
                      optional("boundaries", &Case::boundaries, "what holds or drives the bodies"),
                      optional("contacts", &Case::contacts, "how pairs of bodies touch"),
                      optional("stages", &Case::stages, "what happens before t = 0"),
                      optional("output", &Case::output, "what is written"),
                      optional("compare", &Case::compare, "column -> reference and tolerance")};
  }
};

}  // namespace talus
