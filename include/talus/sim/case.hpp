// A case as typed data: what a JSON file says, with every default filled in. Option tables only, no behaviour.
#pragma once

#include "talus/boundary/catalog.hpp"
#include "talus/dem/clump.hpp"
#include "talus/core/catalog.hpp"
#include "talus/core/formula.hpp"
#include "talus/core/time_function.hpp"
#include "talus/geometry/catalog.hpp"
#include "talus/geometry/grains/catalog.hpp"
#include "talus/geometry/rotation.hpp"
#include "talus/geometry/wall/catalog.hpp"
#include "talus/geometry/wall/wall_motion.hpp"
#include "talus/law/contact/catalog.hpp"
#include "talus/law/material/catalog.hpp"
#include "talus/numerics/kernel/catalog.hpp"
#include "talus/sim/analytic_curves.hpp"
#include "talus/sim/coarse_fields.hpp"
#include "talus/sim/flow_column.hpp"
#include "talus/sim/region_column.hpp"
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
  Real steps_per_contact = 50;///< of grains: steps in the shortest linear contact [-]

  static constexpr auto options() {
    return std::tuple{required("end", &TimeSpec::end, dim::time, "last instant", non_negative),
                      optional("courant", &TimeSpec::courant, dim::none, "fraction of the stable step", inside(0, 1.2)),
                      optional("step", &TimeSpec::step, dim::time, "fixed time step in place of the rule", positive),
                      optional("steps_per_contact", &TimeSpec::steps_per_contact, dim::none,
                               "steps in which the stiffest contact of grains is resolved", between(5, 1e6))};
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

struct SolidSpec {
  static constexpr std::string_view name = "tlsph";
  static constexpr std::string_view help = "deformable solid, Total-Lagrangian SPH";

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
        required("material", &SolidSpec::material, "name of its material"),
        required("spacing", &SolidSpec::spacing, dim::length, "distance between particles", positive),
        required("shape", &SolidSpec::shape, "its geometry"),
        optional("position", &SolidSpec::position, dim::length, "centre of the shape"),
        optional("rotation", &SolidSpec::rotation, dim::none,
                 "turns the shape about its centre: an angle about z, or axis times angle"),
        optional("stretch", &SolidSpec::stretch, dim::none,
                 "the body starts stretched by these factors along x, y, z about its centre, and stressed by it"),
        optional("velocity", &SolidSpec::velocity, dim::velocity, "initial velocity"),
        optional("spin", &SolidSpec::spin, dim::rate, "initial angular velocity about the centre"),
        optional("place", &SolidSpec::place, "rests the body on another, along gravity"),
        optional("kernel", &SolidSpec::kernel, "SPH kernel"),
        optional("smoothing", &SolidSpec::smoothing, dim::none, "smoothing length over spacing; auto: the kernel's own",
                 between(0.7, 3)),
        optional("hourglass", &SolidSpec::hourglass, "zero-energy control"),
        optional("viscosity", &SolidSpec::viscosity, dim::none, "linear artificial viscosity", non_negative)};
  }
};

struct GrainSpec {
  static constexpr std::string_view name = "dem";
  static constexpr std::string_view help = "rigid grains: spheres, discs in two dimensions, or clumps of them";

  std::string material;
  Chosen<GrainSources> grains{};
  std::optional<Clump> clump{};
  Vec3 velocity = Vec3::Zero();  ///< added to what the source says [m/s]
  Vec3 spin = Vec3::Zero();      ///< of every grain, added to what the source says [rad/s]
  bool held = false;

  static constexpr auto options() {
    return std::tuple{
        required("material", &GrainSpec::material, "name of its material"),
        required("grains", &GrainSpec::grains, "where the grains come from"),
        optional("clump", &GrainSpec::clump, "the spheres that make up each grain; without it, one sphere"),
        optional("velocity", &GrainSpec::velocity, dim::velocity, "initial velocity, added to that of the source"),
        optional("spin", &GrainSpec::spin, dim::rate, "initial spin of every grain, added to that of the source"),
        optional("held", &GrainSpec::held, "the grains stay where they are, as a rough wall")};
  }
};

struct WallSpec {
  static constexpr std::string_view name = "wall";
  static constexpr std::string_view help = "rigid wall that moves as prescribed, for grains to meet";

  std::optional<std::string> material{};
  Chosen<WallShapes> shape{};
  WallMotion motion{};

  static constexpr auto options() {
    return std::tuple{
        optional("material", &WallSpec::material, "name of its material; without it, perfectly stiff"),
        required("shape", &WallSpec::shape, "its geometry"),
        optional("motion", &WallSpec::motion, "how it moves; without it, not at all")};
  }
};

/// Told apart by "solver".
struct BodyKinds : Catalog<SolidSpec, GrainSpec, WallSpec> {
  static constexpr std::string_view family = "solver";
  static constexpr std::string_view key = "solver";
};
using BodySpec = Chosen<BodyKinds>;

/// The box that grains live in, where it has an influence on them.
struct DomainSpec {
  Vec3 low = Vec3::Zero();                ///< [m]
  Vec3 high = Vec3::Zero();               ///< [m]
  std::array<bool, 3> periodic{};

  static constexpr auto options() {
    return std::tuple{
        required("low", &DomainSpec::low, dim::length, "lower corner"),
        required("high", &DomainSpec::high, dim::length, "upper corner"),
        required("periodic", &DomainSpec::periodic, "directions in which grains that leave come back, such as "
                                                    "[true, true, false]")};
  }
};

struct ContactSpec {
  std::array<std::string, 2> between{};
  Chosen<NormalLaws> normal{};
  Chosen<TangentialLaws> tangential{};
  Chosen<RollingLaws> rolling{};
  Chosen<TwistingLaws> twisting{};
  bool initial_overlap = false;

  static constexpr auto options() {
    return std::tuple{required("between", &ContactSpec::between, "the two bodies"),
                      required("normal", &ContactSpec::normal, "normal law"),
                      optional("tangential", &ContactSpec::tangential, "friction law"),
                      optional("rolling", &ContactSpec::rolling, "resistance of grains to rolling"),
                      optional("twisting", &ContactSpec::twisting, "resistance of grains to spin about the normal"),
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

enum class Quantity { velocity, displacement, position, stress, von_mises, plastic_strain, contact_force, normal_force,
                      friction_force, reaction, momentum, angular_momentum, angular_velocity, contact_moment,
                      penetration, contact_pressure, kinetic_energy, rotational_energy, granular_temperature,
                      coordination, overlap, radius, mass, count };
constexpr auto choices(std::type_identity<Quantity>) {
  using Q = Quantity;
  return std::array{Word<Q>{"velocity", Q::velocity, "[m/s]"},
                    Word<Q>{"displacement", Q::displacement, "of solids and walls [m]"},
                    Word<Q>{"position", Q::position, "of a wall: of its turning centre [m]"},
                    Word<Q>{"stress", Q::stress, "Cauchy stress along a direction, of solids [Pa]"},
                    Word<Q>{"von_mises", Q::von_mises, "of solids [Pa]"},
                    Word<Q>{"plastic_strain", Q::plastic_strain, "of solids [-]"},
                    Word<Q>{"contact_force", Q::contact_force,
                            "of contact, as in the frames: all of it on grains and walls, normal on solids [N]"},
                    Word<Q>{"normal_force", Q::normal_force, "normal contact [N]"},
                    Word<Q>{"friction_force", Q::friction_force, "tangential contact [N]"},
                    Word<Q>{"reaction", Q::reaction, "of prescribed particles of solids [N]"},
                    Word<Q>{"momentum", Q::momentum, "[kg m/s]"},
                    Word<Q>{"angular_momentum", Q::angular_momentum,
                            "about the origin or `about`, with the spin of grains [kg m^2/s]"},
                    Word<Q>{"angular_velocity", Q::angular_velocity,
                            "of solids: of the rigid body of equal angular momentum about the centroid; of grains: "
                            "their spin [1/s]"},
                    Word<Q>{"contact_moment", Q::contact_moment,
                            "of contact forces, about `about` or the centroid, of a wall its turning centre; of solids "
                            "those of a pair [N m]"},
                    Word<Q>{"penetration", Q::penetration,
                            "of the surfaces of solids in contact, negative while apart [m]"},
                    Word<Q>{"contact_pressure", Q::contact_pressure, "of solids [Pa]"},
                    Word<Q>{"kinetic_energy", Q::kinetic_energy, "translational [J]"},
                    Word<Q>{"rotational_energy", Q::rotational_energy, "of the spin of grains [J]"},
                    Word<Q>{"granular_temperature", Q::granular_temperature,
                            "mean square of velocity less its mean, over the dimension, of grains [m^2/s^2]"},
                    Word<Q>{"coordination", Q::coordination, "contacts of a grain [-]"},
                    Word<Q>{"overlap", Q::overlap,
                            "of a grain: deepest of its contacts, over the radius of its sphere [-]"},
                    Word<Q>{"radius", Q::radius, "of grains; of a clump that around it [m]"},
                    Word<Q>{"mass", Q::mass, "[kg]"},
                    Word<Q>{"count", Q::count, "grains or particles [-]"}};
}

constexpr std::string_view family_of(std::type_identity<Quantity>) { return "quantity of a column"; }

enum class Statistic { mean, sum, min, max, quantile };
constexpr auto choices(std::type_identity<Statistic>) {
  using S = Statistic;
  return std::array{Word<S>{"mean", S::mean,
                            "weighted by mass; of what a grain has, such as contacts or energy, each counts the same"},
                    Word<S>{"sum", S::sum, "over particles"},
                    Word<S>{"min", S::min, "smallest"}, Word<S>{"max", S::max, "largest"},
                    Word<S>{"quantile", S::quantile, "the value below which a fraction lies"}};
}
constexpr std::string_view family_of(std::type_identity<Statistic>) { return "statistic of a column"; }

/// What the particles of a body, its grains, or a wall say.
struct MeasuredColumn {
  static constexpr std::string_view name = "measured";
  static constexpr std::string_view help = "a quantity of a body, of some of its particles, or of a pair of bodies";
  std::string of;                       ///< body
  std::optional<std::string> against{}; ///< other body: the resultant of one pair
  Quantity quantity = Quantity::velocity;
  std::optional<Vec3> along{};          ///< direction; without it, the magnitude
  std::optional<Vec3> about{};          ///< reference point of moments [m]
  Automatic<Statistic> statistic{};     ///< auto: sum of what adds up, largest overlap, mean of the rest
  Real quantile = 0.5;                  ///< for `quantile`
  std::optional<Selection> where{};     ///< region or particle of the body; of grains a region in space

  static constexpr auto options() {
    return std::tuple{
        required("of", &MeasuredColumn::of, "the body"),
        optional("against", &MeasuredColumn::against, "other body: the resultant of that pair alone"),
        required("quantity", &MeasuredColumn::quantity, "what is recorded"),
        optional("along", &MeasuredColumn::along, dim::none,
                 "direction; without it, the magnitude, and of what turns in two dimensions the part about z"),
        optional("about", &MeasuredColumn::about, dim::length,
                 "point that moments refer to; default: the origin, of contact_moment the body's centroid"),
        optional("statistic", &MeasuredColumn::statistic,
                 "auto: sum for what adds up (forces, momenta, energies, mass, count), largest overlap, mean for the "
                 "rest"),
        optional("quantile", &MeasuredColumn::quantile, dim::none, "fraction for quantile", between(0, 1)),
        optional("where", &MeasuredColumn::where,
                 "only these particles of the body; of grains those that are in the box at the moment")};
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

/// Told apart by their keys: a column with an "expression" is derived, one with a "region" is of the bulk there, one with
/// "through" is of a flow. A region and a flow may have "of" besides, so they stand first.
struct ColumnKinds : Catalog<RegionColumn, FlowColumn, MeasuredColumn, DerivedColumn> {
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
  std::optional<CoarseFieldSpec> fields{};

  static constexpr auto options() {
    return std::tuple{optional("frames", &OutputSpec::frames, "when .vtp frames are written"),
                      optional("history", &OutputSpec::history, "history.csv"),
                      optional("contacts", &OutputSpec::contacts, "write the contact network with each frame"),
                      optional("fields", &OutputSpec::fields, "coarse-grained fields of grains, as .vti frames")};
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
  std::optional<DomainSpec> domain{};
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
                      optional("domain", &Case::domain, "periodic box of grains"),
                      required("materials", &Case::materials, "name -> material"),
                      required("bodies", &Case::bodies, "name -> body"),
                      optional("boundaries", &Case::boundaries, "what holds or drives the bodies"),
                      optional("contacts", &Case::contacts, "how pairs of bodies touch"),
                      optional("stages", &Case::stages, "what happens before t = 0"),
                      optional("output", &Case::output, "what is written"),
                      optional("compare", &Case::compare, "column -> reference and tolerance")};
  }
};

/// Calls f(name, spec) for every body of one kind, in the order of the case.
template <class Spec, class F>
void for_each_body(const Case& c, F&& f) {
  for (const auto& [name, body] : c.bodies) {
    if (const auto* spec = std::get_if<Spec>(&body.entry)) f(name, *spec);
  }
}

/// The description of a body of this kind; nullptr where there is none of that name and kind.
template <class Spec>
const Spec* body_spec(const Case& c, const std::string& name) {
  for (const auto& [key, body] : c.bodies) {
    if (key == name) return std::get_if<Spec>(&body.entry);
  }
  return nullptr;
}

}  // namespace talus
