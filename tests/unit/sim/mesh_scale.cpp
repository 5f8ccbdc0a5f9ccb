// A mesh in another unit than the case is noticed by its size.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/written_case.hpp"
#include "talus/sim/mesh_scale.hpp"

namespace talus {
namespace {

/// Of a tray of 0.2 m from a file in millimetres, under `grains` and over a plane that has no end. JSON.
std::vector<std::string> warnings_about(const std::string& scale, const std::string& grains) {
  const auto stl = std::filesystem::temp_directory_path() / ("talus_tray_" + std::to_string(::getpid()) + ".stl");
  std::ofstream(stl) << "solid tray\nfacet normal 0 0 1\nouter loop\n"
                        "vertex -100 -100 0\nvertex 100 -100 0\nvertex 0 100 0\nendloop\nendfacet\nendsolid\n";
  const Model model = build_model(read_written(R"({"talus": 1, "title": "tray", "dimension": 3, "time": {"end": 0},
    "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 7e10, "poisson": 0.2}},
    "bodies": {
      "tray": {"solver": "wall", "shape": {"model": "stl", "path": ")" +
                                               stl.string() + R"(", "scale": )" + scale + R"(}},
      "ground": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, -1], "normal": [0, 0, 1]}},
      "grains": {"solver": "dem", "material": "glass", "grains": )" +
                                               grains + R"(}},
    "contacts": [{"between": ["grains", "grains"], "normal": {"model": "linear_spring", "k": 1e3, "restitution": 1}},
      {"between": ["grains", "tray"], "normal": {"model": "linear_spring", "k": 1e3, "restitution": 1}},
      {"between": ["grains", "ground"], "normal": {"model": "linear_spring", "k": 1e3, "restitution": 1}}]})")
                                      .description);
  std::filesystem::remove(stl);
  return mesh_scale_warnings(model);
}

}  // namespace

TEST_CASE("a mesh far larger or smaller than all else is warned of, with the key that scales it") {
  const std::string box = R"("region": {"model": "box", "min": [-0.05, -0.05, 0.01], "max": [0.05, 0.05, 0.1]})";
  const std::string sizes = R"(, "sizes": {"model": "range", "min": "2 mm", "max": "2.5 mm"}, )";
  for (const std::string& grains : {R"({"model": "packing", "count": 20, "seed": 1)" + sizes + box + "}",
                                    R"({"model": "pour", "count": 20, "rate": 100, "seed": 1)" + sizes + box + "}"}) {
    CAPTURE(grains);
    CHECK(warnings_about("0.001", grains).empty());
    const auto huge = warnings_about("1", grains), tiny = warnings_about("1e-6", grains);
    REQUIRE(huge.size() == 1);
    CHECK(huge.front().find("body \"tray\" from a mesh measures 200 m, all others at most 100 mm") == 0);
    CHECK(huge.front().find("\"scale\"") != std::string::npos);
    REQUIRE(tiny.size() == 1);
    CHECK(tiny.front().find("all others at least 100 mm") != std::string::npos);
  }
}

TEST_CASE("a rectangle in the plane is no mesh from a file, and its depth no size") {
  const Model model = build_model(read_written(R"({"talus": 1, "title": "a grain over a plate", "dimension": 2,
    "time": {"end": 0},
    "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 7e10, "poisson": 0.2}},
    "bodies": {
      "plate": {"solver": "wall", "shape": {"model": "rectangle", "centre": [0, 0], "edges": [["6 mm", 0]]}},
      "grain": {"solver": "dem", "material": "glass", "grains":
        {"model": "spheres", "list": [{"centre": [0, "3 mm"], "radius": "1 mm"}]}}},
    "contacts": [{"between": ["grain", "grain"], "normal": "none"},
      {"between": ["grain", "plate"], "normal": {"model": "linear_spring", "k": 1e3, "restitution": 1}}]})")
                                      .description);
  CHECK(mesh_scale_warnings(model).empty());
}

}  // namespace talus
