// What must not change the motion of grains: the number of threads, their order, the frame, how a wall is described.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "support/sample_grains.hpp"
#include "support/threads.hpp"

namespace talus {
namespace {

std::uint64_t hash_with(int threads, const Case& c) {
  const Threads set(threads);
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.grain_contacts().touching > 0);
  return s.state_hash();
}

/// Grains and clumps that fall into a box whose floor is a mesh of its own.
Case box_case(bool clumps) {
  Case c = agitated_case(clumps ? 200 : 600, 20e-3, 3e-3);
  if (clumps) std::get<GrainSpec>(c.bodies[0].second.entry).clump = dumb_bell();
  c.gravity[2] = TimeFunction(-9.81);
  BoxWall box;
  box.high = Vec3::Constant(20e-3);
  add_wall(c, "box", box);
  c.contacts.push_back(everything_between("g", "box"));
  return c;
}

TEST_CASE("spheres and walls: the same bits for 1, 2 and 4 threads") {
  const Case c = box_case(false);
  const std::uint64_t one = hash_with(1, c);
  CHECK(hash_with(2, c) == one);
  CHECK(hash_with(4, c) == one);
}

TEST_CASE("clumps and walls: the same bits for 1 and 2 threads") {
  const Case c = box_case(true);
  CHECK(hash_with(2, c) == hash_with(1, c));
}

using Positions = std::map<std::int64_t, Vec3>;

Positions final_positions(const Case& c) {
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.grain_contacts().touching > 0);
  Positions found;
  const GrainBody& g = s.model().grains.bodies[0];
  for (Index i = 0; i < g.size(); ++i) found[g.id[i]] = g.grains.position[i].vec();
  return found;
}

std::vector<ListedGrain> pile() {
  std::vector<ListedGrain> list;
  Random random(5);
  for (int k = 0; k < 60; ++k) {
    const Vec3 cell(k % 4, (k / 4) % 4, k / 16);
    ListedGrain grain;
    grain.radius = random.uniform(0.8e-3, 1e-3);
    grain.centre = 2.1e-3 * cell + Vec3(random.uniform(), random.uniform(), random.uniform()) * 1e-4;
    grain.velocity = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)) * 0.3;
    grain.spin = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)) * 100;
    list.push_back(grain);
  }
  return list;
}

Case pile_case(const std::vector<ListedGrain>& list) {
  Case c = empty_case(3, 1.5e-3);
  add_grains(c, "g", list);
  c.contacts.push_back(everything_between("g", "g"));
  return c;
}

TEST_CASE("the order in which grains are listed does not matter") {
  std::vector<ListedGrain> list = pile();
  const Positions listed = final_positions(pile_case(list));
  std::reverse(list.begin(), list.end());
  const Positions reversed = final_positions(pile_case(list));
  const auto n = static_cast<std::int64_t>(list.size());
  for (const auto& [id, x] : listed) CHECK((reversed.at(n - 1 - id) - x).norm() < 1e-12);
}

TEST_CASE("the frame does not matter") {
  std::vector<ListedGrain> list = pile();
  const Positions upright = final_positions(pile_case(list));
  const Mat3 Q = Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  for (ListedGrain& grain : list) {
    grain.centre = Q * grain.centre;
    grain.velocity = Q * grain.velocity;
    grain.spin = Q * grain.spin;
  }
  const Positions turned = final_positions(pile_case(list));
  for (const auto& [id, x] : upright) CHECK((turned.at(id) - Q * x).norm() < 1e-11);
}

TEST_CASE("where a periodic box has its border does not matter") {
  constexpr Real edge = 14e-3;
  std::vector<ListedGrain> list = pile();
  for (ListedGrain& grain : list) grain.centre -= Vec3::Constant(3.1e-3);  // a corner of the box in its middle
  Case c = pile_case(list);
  const Positions open = final_positions(c);
  c.domain = periodic_cube(edge);
  const Positions astride = final_positions(c);
  const PeriodicBox box(Vec3::Zero(), Vec3::Constant(edge), {true, true, true});
  for (const auto& [id, x] : open) CHECK(box.nearest(Vec3(astride.at(id) - x)).norm() < 1e-11);
}

/// A sphere that slides, rolls and spins over a floor.
Case floor_case() {
  Case c = empty_case(3, 0.1);
  c.gravity = {TimeFunction(0.4), TimeFunction(0.1), TimeFunction(-9.81)};
  ListedGrain ball;
  ball.centre = {1.3e-3, 2.1e-3, 1e-3};
  ball.radius = 1e-3;
  ball.velocity = {0.25, 0.13, 0};
  ball.spin = {10, -60, 40};
  add_grains(c, "g", {ball});
  return c;
}

TEST_CASE("a plane of triangles is the plane") {
  Case flat = floor_case();
  PlaneWall plane;
  plane.normal = {0, 0, 1};
  add_wall(flat, "floor", plane);
  flat.contacts.push_back(everything_between("g", "floor"));
  const Vec3 on_plane = final_positions(flat).at(0);

  // A floor of 10 x 10 squares, each cut along the other diagonal than its neighbour.
  const std::string path = std::string(std::filesystem::temp_directory_path()) + "/talus_floor.stl";
  {
    std::ofstream stl(path);
    stl << "solid floor\n";
    constexpr Real h = 5e-3;
    const auto facet = [&](const Vec3& a, const Vec3& b, const Vec3& d) {
      stl << "facet normal 0 0 1\nouter loop\n";
      for (const Vec3& x : {a, b, d}) stl << "vertex " << x.x() << ' ' << x.y() << " 0\n";
      stl << "endloop\nendfacet\n";
    };
    for (int i = -1; i < 9; ++i) {
      for (int j = -1; j < 9; ++j) {
        const Vec3 a(i * h, j * h, 0), b(i * h + h, j * h, 0), d(i * h + h, j * h + h, 0), e(i * h, j * h + h, 0);
        if ((i + j) % 2 == 0) {
          facet(a, b, d);
          facet(a, d, e);
        } else {
          facet(a, b, e);
          facet(b, d, e);
        }
      }
    }
    stl << "endsolid floor\n";
  }
  Case meshed = floor_case();
  MeshWall mesh;
  mesh.path = path;
  add_wall(meshed, "floor", mesh);
  meshed.contacts.push_back(everything_between("g", "floor"));
  const Vec3 on_mesh = final_positions(meshed).at(0);
  std::filesystem::remove(path);
  CHECK(on_plane.x() > 10e-3);  // it has crossed several edges
  CHECK((on_mesh - on_plane).norm() < 1e-12);
}

TEST_CASE("an obstacle beside a periodic border is felt from across it") {
  Case c = empty_case(3, 2e-3);
  c.domain = periodic_cube(20e-3);
  ListedGrain ball;
  ball.centre = {17.5e-3, 5e-3, 5e-3};
  ball.radius = 1e-3;
  ball.velocity = {2, 0, 0};
  add_grains(c, "g", {ball});
  BoxWall block;
  block.side = WallSide::outside;
  block.low = {0.2e-3, 2e-3, 2e-3};
  block.high = {3e-3, 8e-3, 8e-3};
  add_wall(c, "block", block);
  c.contacts.push_back(everything_between("g", "block"));
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  // It touches while its centre has not crossed the border yet.
  CHECK(s.model().grains.bodies[0].grains.rate[0].velocity.x < -0.1);
}

}  // namespace
}  // namespace talus
