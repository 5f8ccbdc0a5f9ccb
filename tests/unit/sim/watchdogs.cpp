// Every watchdog: what it stops, who is named, and that the limits of a case move it.
#include "talus/sim/watchdogs.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "support/written_case.hpp"

namespace talus {
namespace {

/// A case with what is named; every part is JSON.
std::string case_of(const std::string& bodies, const std::string& contacts, const std::string& more = "") {
  return R"({"talus": 1, "title": "watched", "dimension": 2, "time": {"end": "1 s"}, )" + more + R"(
    "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
    "bodies": {)" +
         bodies + R"(}, "contacts": [)" + contacts + "]}";
}

std::string grains(const std::string& name, const std::string& list, const std::string& velocity) {
  return "\"" + name + R"(": {"solver": "dem", "material": "soft", "velocity": )" + velocity +
         R"(, "grains": {"model": "spheres", "list": [)" + list + "]}}";
}

std::string block(const std::string& name, const std::string& position, const std::string& velocity) {
  return "\"" + name + R"(": {"solver": "tlsph", "material": "soft", "spacing": 0.1, "velocity": )" + velocity +
         R"(, "position": )" + position + R"(, "shape": {"model": "block", "size": [0.8, 0.4]}})";
}

const std::string floor_plane =
    R"("floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}})";
/// A plate from -0.5 m to 0.5 m.
const std::string plate =
    R"("plate": {"solver": "wall", "shape": {"model": "rectangle", "centre": [0, 0], "edges": [[1, 0]]}})";

std::string between(const std::string& a, const std::string& b, const std::string& law) {
  return R"({"between": [")" + a + R"(", ")" + b + R"("], "normal": )" + law + "}";
}

std::string spring(const std::string& k) { return R"({"model": "linear_spring", "restitution": 1, "k": )" + k + "}"; }

/// Two discs of 0.1 m beside each other, 0.5 mm apart, with these velocities.
std::string two_discs(const std::string& k, const std::string& more = "") {
  return case_of(grains("left", R"({"centre": [-0.1005, 1], "radius": 0.1})", "[10, 0]") + ", " +
                     grains("right", R"({"centre": [0.1, 1], "radius": 0.1})", "[-10, 0]"),
                 between("left", "right", spring(k)), more);
}

std::string disc_on(const std::string& wall, const std::string& shape, const std::string& k) {
  return case_of(grains("ball", R"({"centre": [0, 0.12], "radius": 0.1})", "[0, -10]") + ", " + shape,
                 between("ball", wall, spring(k)));
}

std::string disc_on_block(const std::string& k) {
  return case_of(
      grains("ball", R"({"centre": [0, 0.32], "radius": 0.1})", "[0, -10]") + ", " + block("slab", "[0, 0]", "[0, 0]"),
      between("ball", "slab", spring(k)));
}

std::string block_on_block(const std::string& law) {
  return case_of(block("upper", "[0, 0.8]", "[0, -40]") + ", " + block("lower", "[0, 0]", "[0, 0]"),
                 between("upper", "lower", law));
}

std::string block_on_plane(const std::string& law, const std::string& speed = "20") {
  return case_of(block("block", "[0, 0.3]", "[0, -" + speed + "]") + ", " + floor_plane,
                 between("block", "floor", law));
}

/// Steps until a watchdog stops it or 0.1 s are over.
std::optional<Stop> stop_of(Simulation& s) {
  try {
    while (s.time() < 0.1) {
      s.step(s.segment_end());
      s.check_health();
    }
  } catch (const Stop& stop) {
    return stop;
  }
  return std::nullopt;
}

bool says(const Stop& stop, const std::string& words) {
  return std::string(stop.what()).find(words) != std::string::npos;
}

TEST_CASE("contacts that do not hold stop the run with who is too deep, where and why") {
  const auto stops = [](const std::string& text, const std::string& body, const std::string& who) {
    CAPTURE(text);
    Simulation s = simulate_written(text);
    const auto stop = stop_of(s);
    REQUIRE(stop);
    const std::string message = stop->what();
    CAPTURE(message);
    CHECK(stop->body == body);
    CHECK(!stop->culprits.empty());
    for (const std::string& words :
         {who, std::string("at t = "), std::string("Likely cause: "), std::string("limits.")}) {
      CHECK(says(*stop, words));
    }
    CHECK(!s.is_healthy());
  };
  SUBCASE("grains with grains") {
    stops(two_discs("1e4"), "left", "grain 0 of body \"left\" (at (");
    stops(two_discs("1e4"), "left", "is in grain 1 of body \"right\" by 9");
  }
  SUBCASE("grains with walls of one side and of two") {
    stops(disc_on("floor", floor_plane, "1e3"), "ball", "is in \"floor\" by ");
    stops(disc_on("plate", plate, "1e3"), "ball", "is in \"plate\" by ");
  }
  SUBCASE("grains on solids") { stops(disc_on_block("1e3"), "ball", "is in \"slab\" by "); }
  // Equal blocks are equally deep in each other but for round-off.
  const auto blocks_stop = [&stops](const std::string& law) {
    Simulation s = simulate_written(block_on_block(law));
    const auto stop = stop_of(s);
    REQUIRE(stop);
    const std::string other = stop->body == "upper" ? "lower" : "upper";
    CHECK(stop->body == (other == "upper" ? "lower" : "upper"));
    stops(block_on_block(law), stop->body, "is in \"" + other + "\" by ");
  };
  SUBCASE("solids by field") { blocks_stop(R"({"model": "field_barrier", "stiffness": 0.01})"); }
  SUBCASE("solids by a law of grains") { blocks_stop(spring("1e3")); }
  SUBCASE("solids by pairs") { blocks_stop(R"({"model": "kernel_potential", "alpha": 1e-4})"); }
  SUBCASE("solids with walls") {
    stops(block_on_plane(R"({"model": "penalty", "stiffness": 1e-3})"), "block", "is in \"floor\" by ");
  }
}

TEST_CASE("grains at one place are refused by their names: no direction leads apart") {
  const std::string said = complaint_about(R"({"talus": 1, "title": "twins", "dimension": 3, "time": {"end": "1 ms"},
    "gravity": [0, 0, 0],
    "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": "20 MPa", "poisson": 0.25}},
    "bodies": {"g": {"solver": "dem", "material": "glass", "grains": {"model": "spheres", "list": [
      {"centre": [0, 0, 0], "radius": 0.002}, {"centre": [0, 0, 0.01], "radius": 0.002},
      {"centre": [0, 0, 0.01], "radius": 0.002}]}}},
    "contacts": [{"between": ["g", "g"], "normal": {"model": "hertz", "damping": "tsuji", "restitution": 0.5}}]})");
  CHECK(said.find("grain 1 of \"g\" and grain 2 of \"g\" start at the same place, (0, 0, 0.01) m") !=
        std::string::npos);
}

TEST_CASE("a body cannot be so fast that a step takes it through another unseen") {
  for (const char* speed : {"1e4", "1e6"}) {
    CAPTURE(speed);
    Simulation s = simulate_written(case_of(
        block("upper", "[0, 2]", "[0, -" + std::string(speed) + "]") + ", " + block("lower", "[0, 0]", "[0, 0]"),
        between("upper", "lower", R"("field_barrier")")));
    const auto stop = stop_of(s);
    REQUIRE(stop);
    CHECK(says(*stop, "limits.penetration"));
  }
}

TEST_CASE("a body moves by half of the distance at which it touches a wall in a step, however soft and fast it is") {
  constexpr Real speed = 300, touching = 0.05;
  Simulation s = simulate_written(
      case_of(block("block", "[0, 20]", "[0, -300]") + ", " + plate, between("block", "plate", "\"penalty\"")));
  for (int k = 0; k < 100; ++k) s.step(1);
  CHECK(s.last_step() * speed <= 0.5001 * touching);
  CHECK(s.last_step() * speed > 0.4 * touching);
}

TEST_CASE("bodies without an entry in contacts are found when they meet, however rare the rows are") {
  Simulation s = simulate_written(
      case_of(block("left", "[-2, 0]", "[300, 0]") + ", " + block("right", "[2, 0]", "[-300, 0]"), ""));
  CHECK_THROWS_WITH_AS(stop_of(s), doctest::Contains("meet at t ="), SimulationError);
}

TEST_CASE("contacts that hold stop nothing, and limits of the case decide what is too deep") {
  for (const std::string& text :
       {two_discs("1e8"), disc_on("plate", plate, "1e8"), disc_on_block("1e8"), block_on_plane("\"penalty\"", "2")}) {
    CAPTURE(text);
    Simulation s = simulate_written(text);
    const auto stop = stop_of(s);
    const std::string message = stop ? stop->what() : "";
    CAPTURE(message);
    CHECK(!stop);
    CHECK(s.is_healthy());
  }
  Simulation strict = simulate_written(two_discs("1e8", R"("limits": {"overlap": "0.1 %"},)"));
  const auto stop = stop_of(strict);
  REQUIRE(stop);
  CHECK(says(*stop, "beyond limits.overlap = 0.1 %"));
  Simulation lenient = simulate_written(two_discs("1e4", R"("limits": {"overlap": 10},)"));
  CHECK(!stop_of(lenient));
}

TEST_CASE("a particle outside of its region is lost") {
  const std::string region = R"("limits": {"region": {"low": [-1, -1], "high": [1, 2]}},)";
  Simulation grain =
      simulate_written(case_of(grains("ball", R"({"centre": [0, 0], "radius": 0.1})", "[30, 0]"), "", region));
  const auto stop = stop_of(grain);
  REQUIRE(stop);
  CHECK(stop->culprits == std::vector<Index>{0});
  for (const char* words :
       {"grain 0 of body \"ball\" (at (", "has left limits.region at t = ", "widen limits.region"}) {
    CHECK(says(*stop, words));
  }
  Simulation solid = simulate_written(case_of(block("block", "[0, 1]", "[0, 30]"), "", region));
  const auto top = stop_of(solid);
  REQUIRE(top);
  CHECK(top->body == "block");
  for (const Index i : top->culprits) CHECK(solid.model().bodies[0].x[i].y() > 2);
  Simulation inside = simulate_written(case_of(block("block", "[0, 1]", "[0, 1]"), "", region));
  CHECK(!stop_of(inside));
}

TEST_CASE("a particle absurdly far away is lost, free flight over any sensible distance is not") {
  Model model = build_model(read_written(two_discs("1e8")).description);
  const StartSphere start = sphere_around(model);
  CHECK(start.radius == doctest::Approx(0.5 * std::hypot(0.4005, 0.2, 0.2)).epsilon(0.01));
  model.grains.bodies[1].grains.position[0].set({-3e5, 1, 0});
  CHECK(!find_lost_particle(model, start, 0.5));
  model.grains.bodies[1].grains.position[0].set({-3e9, 1, 0});
  const auto lost = find_lost_particle(model, start, 0.5);
  REQUIRE(lost);
  CHECK(lost->body == "right");
  CHECK(says(*lost, "grain 1 of body \"right\" (at (-3e+09, 1, 0) m) is lost"));
}

const std::string falls = R"("gravity": [0, -10],)";

std::string meet(const std::string& a, const std::string& b, const std::string& bond = "") {
  return R"({"between": [")" + a + R"(", ")" + b + R"("], "normal": )" + spring("1e6") + bond + "}";
}

/// A disc, or several.
std::string ball(const std::string& centre, const std::string& velocity = "[0, 0]") {
  return grains("ball", R"({"radius": 0.1, "centre": )" + centre + "}", velocity);
}

std::string held_disc(const std::string& radius, const std::string& velocity = "[0, 0]") {
  return R"("anvil": {"solver": "dem", "material": "soft", "held": true, "velocity": )" + velocity +
         R"(, "grains": {"model": "spheres", "list": [{"centre": [0, 0], "radius": )" + radius + "}]}}";
}

/// How many grains have left at the start of a case.
std::int64_t count_left(const std::string& bodies, const std::string& contacts, const std::string& more) {
  const auto left = find_left_grains(simulate_written(case_of(bodies, contacts, more)));
  return left ? left->count : 0;
}

TEST_CASE("grains that leave for good are found, those that come back are not") {
  const auto left = [](const std::string& more, const std::string& centre, const std::string& velocity) {
    return find_left_grains(
        simulate_written(case_of(ball(centre, velocity) + ", " + plate, meet("ball", "plate"), more)));
  };
  const auto gone = left(falls, "[0, -2]", "[0, 0]");
  REQUIRE(gone);
  CHECK(gone->count == 1);
  CHECK(says(gone->first, "grain 0 of body \"ball\" (at (0, -2, 0) m) left for good at t = 0 s"));
  CHECK(says(gone->first, "\"outflow\": \"allow\""));
  CHECK(!left(falls, "[0, 2]", "[0, 5]"));     // comes down again
  CHECK(!left(falls, "[0, -2]", "[0, 100]"));  // flies up through the place of the plate
  CHECK(!left(falls, "[0, -0.5]", "[0, 0]"));  // still near
  CHECK(!left("", "[0, -2]", "[0, 0.1]"));     // without gravity it comes nearer
  CHECK(left("", "[0, -2]", "[0, -0.1]"));
  CHECK(left(falls, "[3, 2]", "[1, 0]"));  // falls beside it
  CHECK(!left(falls, "[3, 2]", "[-1, 0]"));
  // A floor below everything catches what falls beside the plate.
  const std::string ground = R"("ground": {"solver": "wall", "shape": {"model": "plane",
                                           "point": [0, -5], "normal": [0, 1]}})";
  const std::string caught = case_of(ball("[3, 2]", "[1, 0]") + ", " + plate + ", " + ground,
                                     meet("ball", "plate") + ", " + meet("ball", "ground"), falls);
  CHECK(!find_left_grains(simulate_written(caught)));
}

TEST_CASE("held grains are as large as they are, and go as far as they are moved") {
  const auto left = [](const std::string& centre, const std::string& velocity) {
    return count_left(ball(centre) + ", " + held_disc("1", velocity), meet("ball", "anvil"), falls);
  };
  CHECK(left("[0.3, 1.5]", "[0, 0]") == 0);  // comes down on it
  CHECK(left("[0, -6]", "[0, 0]") == 1);
  CHECK(left("[0, -6]", "[0, -10]") == 0);
}

TEST_CASE("bonded grains have left when all of them have") {
  const std::string bond = R"(, "bond": {"model": "parallel_bond", "young": 1e6, "gap": 0.001})";
  // Ten discs in a row from one that is held.
  const auto row = [](const std::string& bond_of_row, const std::string& bond_of_root) {
    std::string places = "[0.2, 0]";
    for (int k = 2; k <= 10; ++k) places += R"(}, {"radius": 0.1, "centre": [)" + std::to_string(0.2 * k) + ", 0]";
    return count_left(ball(places) + ", " + held_disc("0.1"),
                      meet("ball", "ball", bond_of_row) + ", " + meet("ball", "anvil", bond_of_root), falls);
  };
  CHECK(row(bond, bond) == 0);  // a cantilever
  CHECK(row(bond, "") == 0);    // nothing ties the row to its root, but its first discs are still near it
  CHECK(row("", bond) > 5);     // each goes its own way, and far ones fall past the root
  CHECK(count_left(ball(R"([0, -4]}, {"radius": 0.1, "centre": [0.2, -4])") + ", " + plate,
                   meet("ball", "plate") + ", " + meet("ball", "ball", bond), falls) == 2);
}

TEST_CASE("what moves may still come: walls as far as they go until the end of the run") {
  const auto left = [](const std::string& centre, const std::string& velocity, const std::string& motion,
                       const std::string& more = "") {
    const std::string moved = R"("plate": {"solver": "wall", "motion": )" + motion +
                              R"(, "shape": {"model": "rectangle", "centre": [0, 0], "edges": [[1, 0]]}})";
    return count_left(ball(centre, velocity) + ", " + moved, meet("ball", "plate"), more);
  };
  const std::string up = R"({"velocity": [0, 10]})";
  CHECK(left("[0, 5]", "[0, 0]", "{}") == 0);  // at rest, where nothing pulls: it goes nowhere
  CHECK(left("[0, 5]", "[0, 0]", up) == 0);
  CHECK(left("[0, 5]", "[0, 1]", "{}") == 1);
  CHECK(left("[0, 5]", "[0, 1]", up) == 0);  // the plate comes after it for the 1 s of the run, and catches it up
  CHECK(left("[0, 5]", "[0, 1]", R"({"velocity": [0, {"table": [[0, 0], [1, 20]]}]})") == 0);
  CHECK(left("[0, 50]", "[0, 1]", up) == 1);  // out of its reach
  // A formula may go anywhere, a free plate as well where nothing pulls.
  CHECK(left("[0, 50]", "[0, 1]", R"({"velocity": [0, {"expression": "2*t"}]})") == 0);
  CHECK(left("[0, 50]", "[0, 1]", R"({"free": {"mass": 1}})") == 0);
  // What falls past a plate has left, whether that turns, swings, presses up to its largest speed or falls as well.
  for (const char* motion :
       {"{}", R"({"rotation": {"rate": 3}})", R"({"vibration": {"along": [0, 1], "amplitude": 0.1, "frequency": 50}})",
        R"({"servo": {"along": [0, 1], "force": 10, "mobility": 1e-3, "max_speed": 0.1}})",
        R"({"free": {"mass": 1}})"}) {
    CAPTURE(motion);
    CHECK(left("[0, -6]", "[0, 0]", motion, falls) == 1);
  }
  // A free one that falls faster now, or is pushed, comes after it.
  CHECK(left("[0, -6]", "[0, 0]", R"({"free": {"mass": 1, "velocity": [0, -5]}})", falls) == 0);
  CHECK(left("[0, -6]", "[0, 0]", R"({"free": {"mass": 1, "force": [0, -5]}})", falls) == 0);
}

TEST_CASE("what moves may still come: planes and solids") {
  // A lid above that presses slowly does not catch up with what falls faster; one that turns may face it one day.
  const auto under_lid = [](const std::string& velocity, const std::string& motion) {
    const std::string lid = R"("lid": {"solver": "wall", "motion": )" + motion +
                            R"(, "shape": {"model": "plane", "point": [0, 2], "normal": [0, -1]}})";
    return count_left(ball("[0, -6]", velocity) + ", " + plate + ", " + lid,
                      meet("ball", "plate") + ", " + meet("ball", "lid"), falls);
  };
  CHECK(under_lid("[0, 0]", "{}") == 1);
  CHECK(under_lid("[0, 0]", R"({"velocity": [0, -1]})") == 0);
  CHECK(under_lid("[0, -2]", R"({"velocity": [0, -1]})") == 1);
  CHECK(under_lid("[0, -2]", R"({"rotation": {"rate": 1}})") == 0);
  const auto past_block = [](const std::string& velocity, const std::string& boundary = "") {
    const std::string held = R"("boundaries": [{"body": "slab", "where": {"layer": "top"}, )" + boundary + "}],";
    return count_left(ball("[0, -6]", "[0, -1]") + ", " + block("slab", "[0, 0]", velocity), meet("ball", "slab"),
                      falls + (boundary.empty() ? "" : held));
  };
  CHECK(past_block("[0, 0]") == 1);
  CHECK(past_block("[0, -2]") == 0);
  CHECK(past_block("[0, 0]", R"("model": "clamp")") == 1);
  CHECK(past_block("[0, 0]", R"("model": "prescribed_motion", "velocity": [0, -10])") == 0);
  CHECK(past_block("[0, 0]", R"("model": "load", "force": [0, -10])") == 0);
}

TEST_CASE("a run whose grains must not leave stops with the first") {
  const auto run = [](const std::string& outflow) {
    Simulation s = simulate_written(case_of(
        grains("ball", R"({"radius": 0.1, "centre": [0, 0.5]}, {"radius": 0.1, "centre": [0.7, 0.5]})", "[0, 0]") +
            ", " + plate,
        between("ball", "plate", spring("1e7")) + ", " + between("ball", "ball", spring("1e6")),
        R"("gravity": [0, -1000], "limits": {"outflow": ")" + outflow + R"("},)"));
    return stop_of(s);
  };
  const auto stop = run("stop");
  REQUIRE(stop);
  CHECK(stop->culprits.size() == 1);
  CHECK(says(*stop, "grain 1 of body \"ball\""));
  CHECK(stop->remedy.find("outflow=allow") != std::string::npos);  // smaller steps would not keep it
  CHECK(!run("warn"));
  CHECK(!run("allow"));
}

TEST_CASE("a step that has collapsed is told with the fastest particle") {
  Model model = build_model(read_written(two_discs("1e8")).description);
  model.grains.bodies[1].grains.rate[0].velocity.set({0, 1e6, 0});
  CHECK(!find_short_step(model, "contact stiffness", 0.5, 1e-9, 1));
  const auto stop = find_short_step(model, "contact stiffness", 0.5, 1e-13, 1);
  REQUIRE(stop);
  CHECK(stop->body == "right");
  for (const char* words : {"collapsed to 1e-13 s at t = 500 ms, limited by contact stiffness", "more than 1e+12 steps",
                            "grain 1 of body \"right\"", "with 1 Mm/s"}) {
    const std::string message = stop->what();
    CAPTURE(message);
    CHECK(says(*stop, words));
  }
  Simulation s = simulate_written(two_discs("1e8", R"("limits": {"step": "1 ms"},)"));
  const auto given = stop_of(s);
  REQUIRE(given);
  CHECK(says(*given, "below limits.step = 1 ms"));
}

TEST_CASE("grains and walls that are no numbers are found, and books that are none") {
  Model model = build_model(read_written(disc_on("floor", floor_plane, "1e6")).description);
  CHECK(!find_lost_numbers(model, 0.1));
  model.grains.walls[0].half.velocity.x() = std::numeric_limits<Real>::quiet_NaN();
  auto lost = find_lost_numbers(model, 0.1);
  REQUIRE(lost);
  CHECK(says(*lost, "wall \"floor\" has left the finite numbers at t = 100 ms"));
  model.grains.bodies[0].grains.rate[0].velocity.set({infinity, 0, 0});
  lost = find_lost_numbers(model, 0.1);
  REQUIRE(lost);
  CHECK(lost->culprits == std::vector<Index>{0});
  CHECK(says(stop_at_lost_books(model, 0.1), "the kinetic energy has left the finite numbers"));
}

}  // namespace
}  // namespace talus
