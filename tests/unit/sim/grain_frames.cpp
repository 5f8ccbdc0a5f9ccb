// Frames of grains, walls and contacts: what each array says, and which files a run leaves.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/field_values.hpp"
#include "support/relative_error.hpp"
#include "support/written_case.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/sim/contact_network.hpp"
#include "talus/sim/frames.hpp"
#include "talus/sim/grain_frame.hpp"
#include "talus/sim/wall_frame.hpp"
#include "unit/output/scratch_folder.hpp"

using namespace talus;
using namespace talus::test;

namespace {

/// Two clumps; the second grain has the spheres 1 and 2.
GrainBody clumps() {
  GrainBody body;
  body.clumped = true;
  body.dimension = 3;
  for (int g = 0; g < 2; ++g) {
    body.grains.position.emplace_back(10.0 * g, 0, 0, 0.5);
    body.grains.rate.push_back({Row(1 + g, 2, 3, 1), Row(0, 0, 7 + g, 1)});
    body.grains.inertia.push_back({0.1 * (g + 1), 1});
    body.grains.load.push_back({Row(5, 6 + g, 7, 2 + g), Row()});
    body.orientation.emplace_back(0.5, 0.5, -0.5, 0.5 + g);
    body.id.push_back(40 + g);
    body.origin.emplace_back(10.0 * g, -g, 0);
    body.rounds.push_back({2 * g, 0, -1});
  }
  body.period = {100, 0, 7};
  body.clumps.owner = {0, 1, 1};
  for (int s = 0; s < 3; ++s) body.clumps.spheres.position.emplace_back(s, 2 * s, 3 * s, 0.1 * (s + 1));
  return body;
}

/// A scene with one grain, radius 1 at (0, 2, 0), and one wall.
Model scene(int dimension, const WallSurface& surface) {
  Model model;
  model.description.dimension = dimension;
  GrainBody& body = model.grains.bodies.emplace_back();
  body.dimension = dimension;
  body.grains.position.emplace_back(0, 2, 0, 1);
  WallBody& wall = model.grains.walls.emplace_back();
  wall.surface = surface;
  return model;
}

/// A frame lives only as long as the pictures.
template <class Look>
void draw(const Model& model, Look&& look) {
  WallPictures pictures(model);
  pictures.look_at(model);
  look(pictures.frame(model.grains.walls[0], 0, 1.5));
}

Real area(std::span<const Vec3> corners) {
  Real sum = 0;
  for (std::size_t k = 0; k + 2 < corners.size(); k += 3) {
    sum += (corners[k + 1] - corners[k]).cross(corners[k + 2] - corners[k]).norm() / 2;
  }
  return sum;
}

Real length(std::span<const Vec3> corners) {
  Real sum = 0;
  for (std::size_t k = 0; k + 1 < corners.size(); k += 2) sum += (corners[k + 1] - corners[k]).norm();
  return sum;
}

}  // namespace

TEST_CASE("a clump is one point per sphere, with the numbers of its grain") {
  const GrainBody body = clumps();
  const GrainFrame points(body, 2.5);
  const ParticleFrame frame = points.frame();
  CHECK(frame.time == 2.5);
  CHECK(frame.dimension == 3);
  CHECK(frame.spacing == 0);  // grains have a radius instead
  REQUIRE(frame.positions.size() == 3);
  CHECK(frame.positions[2] == Vec3(2, 4, 6));
  CHECK(values(frame.fields, "radius") == std::vector<float>{0.1F, 0.2F, 0.3F});
  CHECK(values(frame.fields, "velocity") == std::vector<float>{1, 2, 3, 2, 2, 3, 2, 2, 3});
  CHECK(values(frame.fields, "displacement") == std::vector<float>{0, 0, -7, 200, 1, -7, 200, 1, -7});
  CHECK(values(frame.fields, "angular_velocity") == std::vector<float>{0, 0, 7, 0, 0, 8, 0, 0, 8});
  CHECK(values(frame.fields, "contact_force") == std::vector<float>{5, 6, 7, 5, 7, 7, 5, 7, 7});
  CHECK(values(frame.fields, "coordination") == std::vector<float>{2, 3, 3});
  CHECK(values(frame.fields, "mass") == std::vector<float>{0.1F, 0.2F, 0.2F});
  CHECK(values(frame.fields, "id") == std::vector<float>{40, 41, 41});
  CHECK(values(frame.fields, "centre") == std::vector<float>{0, 0, 0, 10, 0, 0, 10, 0, 0});
  // w x y z
  CHECK(values(frame.fields, "orientation") ==
        std::vector<float>{0.5, 0.5, -0.5, 0.5, 0.5, 0.5, -0.5, 1.5, 0.5, 0.5, -0.5, 1.5});
}

TEST_CASE("spheres are their own grains") {
  GrainBody body = clumps();
  body.clumped = false;
  const GrainFrame points(body, 0);
  const ParticleFrame frame = points.frame();
  REQUIRE(frame.positions.size() == 2);
  CHECK(frame.positions[1] == Vec3(10, 0, 0));
  CHECK(values(frame.fields, "radius") == std::vector<float>{0.5, 0.5});
  CHECK(values(frame.fields, "id") == std::vector<float>{40, 41});
  for (const Field& field : frame.fields) CHECK(field.name != "centre");
}

TEST_CASE("a plane is drawn around the grains, with its velocity and its load") {
  Model model = scene(3, PlaneSurface{Vec3::Zero(), Vec3::UnitY()});
  WallBody& wall = model.grains.walls[0];
  wall.full.velocity = Vec3(1, 0, 0);
  wall.full.spin = Vec3(0, 0, 2);
  wall.full.centre = Vec3(0, 0, 0);
  wall.force = Vec3(0, -3, 0);
  wall.moment = Vec3(0, 0, 0.5);
  draw(model, [&](const SurfaceFrame& frame) {
    CHECK(frame.time == 1.5);
    // The grain, and a tenth of its diagonal all round. The plane lies 1 m below the grain: it is not in the picture.
    CHECK(frame.corners.empty());
  });
  model.grains.bodies[0].grains.position[0].y = 0.9;
  const Real side = 2 + 2 * 0.1 * std::sqrt(12.0);
  draw(model, [&](const SurfaceFrame& frame) {
    CHECK(area(frame.corners) == doctest::Approx(side * side));
    const std::vector<float> velocity = values(frame.fields, "velocity");
    REQUIRE(velocity.size() == 3 * frame.corners.size());
    for (std::size_t k = 0; k < frame.corners.size(); ++k) {
      CHECK(std::abs(frame.corners[k].y()) < 1e-12);
      CHECK(velocity[3 * k] == doctest::Approx(1));
      CHECK(velocity[3 * k + 1] == doctest::Approx(2 * frame.corners[k].x()));
    }
    REQUIRE(frame.vectors.size() == 2);
    CHECK(frame.vectors[0].first == "force");
    CHECK(frame.vectors[0].second == Vec3(0, -3, 0));
    CHECK(frame.vectors[1].first == "moment");
    CHECK(frame.vectors[1].second == Vec3(0, 0, 0.5));
  });
  wall.present = false;
  draw(model, [](const SurfaceFrame& frame) { CHECK(frame.corners.empty()); });
}

TEST_CASE("a belt shows how its surface runs, along each of its faces") {
  Model model = scene(3, BoxSurface{Vec3(-1, -1, -1), Vec3(1, 1, 1), WallSide::outside, 3});
  WallBody& belt = model.grains.walls[0];
  draw(model, [](const SurfaceFrame& frame) { CHECK(frame.fields.size() == 1); });
  belt.motion.surface_velocity = {TimeFunction(2), TimeFunction(0), TimeFunction(0)};
  belt.surface_full.velocity = Vec3(2, 0, 0);
  draw(model, [](const SurfaceFrame& frame) {
    const std::vector<float> runs = values(frame.fields, "surface_velocity");
    REQUIRE(runs.size() == 3 * frame.corners.size());
    int still = 0;
    for (std::size_t k = 0; k < frame.corners.size(); ++k) {
      // All three corners of the triangles at the ends lie at the same x.
      const std::size_t first = k - k % 3;
      const bool is_end = std::abs(frame.corners[first].x() - frame.corners[first + 1].x()) < 1e-12 &&
                          std::abs(frame.corners[first].x() - frame.corners[first + 2].x()) < 1e-12;
      still += is_end ? 1 : 0;
      CHECK(runs[3 * k] == doctest::Approx(is_end ? 0 : 2));
      CHECK(std::abs(runs[3 * k + 1]) + std::abs(runs[3 * k + 2]) < 1e-6);
    }
    CHECK(still == 12);
  });
  model = scene(2, BoxSurface{Vec3(-1, 0, -0.5), Vec3(2, 4, 0.5), WallSide::inside, 2});
  model.grains.walls[0].motion.surface_rotation = WallRotation{};
  model.grains.walls[0].surface_full = {Vec3::Zero(), Vec3(0, 0, 3), Vec3(0, 1, 0)};
  draw(model, [](const SurfaceFrame& frame) {
    const std::vector<float> runs = values(frame.fields, "surface_velocity");
    for (std::size_t k = 0; k < frame.corners.size(); ++k) {
      const Vec3& x = frame.corners[k];
      const bool is_level = std::abs(x.y() - frame.corners[k % 2 == 0 ? k + 1 : k - 1].y()) < 1e-12;
      CHECK(runs[3 * k] == doctest::Approx(is_level ? -3 * (x.y() - 1) : 0));
      CHECK(runs[3 * k + 1] == doctest::Approx(is_level ? 0 : 3 * x.x()));
    }
  });
}

TEST_CASE("a wall that has moved is drawn where it is, a bounded one as a whole") {
  Model model = scene(3, BoxSurface{Vec3(5, 5, 5), Vec3(6, 7, 8), WallSide::outside, 3});
  WallBody& wall = model.grains.walls[0];
  wall.pose.displacement = Vec3(100, 0, 0);
  draw(model, [](const SurfaceFrame& frame) {
    CHECK(area(frame.corners) == doctest::Approx(2 * (2 + 6 + 3)));
    for (const Vec3& x : frame.corners) CHECK((x.x() == doctest::Approx(105) || x.x() == doctest::Approx(106)));
  });
}

TEST_CASE("in two dimensions walls are lines") {
  const BoxSurface box{Vec3(-1, 0, -0.5), Vec3(2, 4, 0.5), WallSide::inside, 2};
  draw(scene(2, box), [](const SurfaceFrame& frame) {
    CHECK(frame.dimension == 2);
    CHECK(frame.corners.size() % 2 == 0);
    CHECK(length(frame.corners) == doctest::Approx(2 * (3 + 4)));
    for (const Vec3& x : frame.corners) CHECK(x.z() == 0);
  });
  Model model = scene(2, PlaneSurface{Vec3(0, 1.5, 0), Vec3::UnitY()});
  draw(model, [](const SurfaceFrame& frame) {
    CHECK(length(frame.corners) == doctest::Approx(2 + 2 * 0.1 * std::sqrt(12.0)));
    for (const Vec3& x : frame.corners) CHECK(x.y() == doctest::Approx(1.5));
  });
  const CylinderSurface circle{.radius = 3, .dimension = 2};
  draw(scene(2, circle), [](const SurfaceFrame& frame) {
    CHECK(length(frame.corners) == doctest::Approx(2 * std::numbers::pi * 3).epsilon(0.002));  // 64 chords
  });
}

TEST_CASE("a run with grains leaves a file per body and frame, and a network of their contacts") {
  Simulation simulation = simulate_written(R"json({
    "talus": 1, "title": "Two beads on the floor", "dimension": 3, "time": { "end": 1e-3 },
    "materials": { "glass": { "model": "neo_hookean", "density": 2500, "young": 7e10, "poisson": 0.2 } },
    "bodies": {
      "beads": { "solver": "dem", "material": "glass", "grains": { "model": "spheres", "list": [
        { "centre": [0, 0, 0.0099], "radius": 0.01 }, { "centre": [0, 0, 0.0297], "radius": 0.01 }] } },
      "floor": { "solver": "wall", "shape": { "model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1] } } },
    "contacts": [
      { "between": ["beads", "beads"], "normal": { "model": "linear_spring", "k": 1000, "gamma": 0 } },
      { "between": ["beads", "floor"], "normal": { "model": "linear_spring", "k": 2000, "gamma": 0 } }] })json");
  const ContactNetwork network(simulation.model());
  const ContactFrame frame = network.frame(0);
  REQUIRE(frame.lines.size() == 2);
  const std::vector<float> force = values(frame.fields, "normal_force"), overlap = values(frame.fields, "overlap");
  const std::vector<float> ids = values(frame.fields, "grains");
  const int floor = ids[1] < 0 ? 0 : 1, pair = 1 - floor;
  CHECK(overlap[floor] == near(1e-4));
  CHECK(force[3 * floor + 2] == doctest::Approx(0.2));  // on the grain that the line starts from
  CHECK(ids[2 * floor] == 0);
  CHECK(std::abs(frame.lines[floor][1].z()) < 1e-9 * 0.01);  // of the radius
  CHECK(overlap[pair] == near(2e-4));
  CHECK(std::abs(force[3 * pair + 2]) == doctest::Approx(0.2));
  CHECK(ids[2 * pair] + ids[2 * pair + 1] == 1);
  CHECK(force[3 * pair + 2] * (ids[2 * pair] == 1 ? 1 : -1) > 0);  // bead 1 is pushed up, bead 0 down
  for (const char* name : {"tangential_force", "rolling_torque", "twisting_torque"}) {
    CHECK(values(frame.fields, name) == std::vector<float>(6, 0.0F));
  }
  CHECK(values(frame.fields, "loss") == std::vector<float>(2, 0.0F));
  CHECK(values(frame.fields, "stick") == std::vector<float>(2, 2.0F));

  const ScratchFolder scratch;
  const ResultFolder folder = ResultFolder::create(scratch / "run", ResultFolder::Earlier::drop);
  FrameWriter frames(folder, "two", simulation);
  frames.write(simulation);
  simulation.step(1e-3);
  frames.write(simulation);
  frames.settle();
  CHECK(frames.count() == 2);
  const std::string all = read_file(folder.series("two"));
  for (const char* file : {"beads_000000", "floor_000000", "contacts_000000", "beads_000001", "floor_000001"}) {
    CHECK(contains(all, std::string("frames/") + file + ".vtp"));
    CHECK(std::filesystem::is_regular_file(folder.path() / "frames" / (std::string(file) + ".vtp")));
  }
  CHECK(contains(read_file(folder.series("floor")), "floor_000001"));
  CHECK_FALSE(contains(read_file(folder.series("floor")), "beads"));
}
