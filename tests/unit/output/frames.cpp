// Frames for ParaView. What is inside is read back by read_back.py, a reader of its own; here the files' existence
// and the failures.
#include <doctest/doctest.h>

#include <cstdlib>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/pvd.hpp"
#include "talus/output/vtk_contacts.hpp"
#include "talus/output/vtk_image.hpp"
#include "talus/output/vtk_particles.hpp"
#include "talus/output/vtk_surface.hpp"

using namespace talus;
using namespace talus::test;

namespace {

constexpr int particle_count = 1000;

/// Numbers that read_back.py knows how to make again.
struct Sample {
  std::vector<Vec3> positions, velocity;
  std::vector<Mat3> gradient;
  std::vector<Real> flat;
  std::vector<std::int8_t> stick;
  std::vector<std::array<Vec3, 2>> lines;
  std::vector<Real> force;
  std::vector<Quaternion> orientation;

  Sample() {
    for (int i = 0; i < particle_count; ++i) {
      positions.emplace_back(0.5 * i, -0.25 * i, 0);
      velocity.emplace_back(i, i + 0.5, -i);
      Mat3 a;
      for (int k = 0; k < 9; ++k) a(k / 3, k % 3) = 10 * i + k;
      gradient.push_back(a);
      flat.push_back(i);
      flat.push_back(-i);
      flat.push_back(0.125);
      stick.push_back(static_cast<std::int8_t>(i % 3));
      lines.push_back({Vec3(i, 0, 0), Vec3(i, 1, 2)});
      force.push_back(1e6 * i);
      orientation.emplace_back(i + 0.5, i, -i, 2 * i);  // w x y z
    }
  }

  [[nodiscard]] ParticleFrame particles(Real time) const {
    return {
        .time = time,
        .spacing = 0.5,
        .dimension = 2,
        .positions = positions,
        .fields = {stored_field("velocity", velocity), stored_field("stick", stick), stored_field("gradient", gradient),
                   flat_field("flat", 3, flat), stored_field("orientation", orientation),
                   computed_field("stress", gradient.size(), [this](Index i) { return SymmetricTensor{gradient[i]}; }),
                   computed_field("von_mises", flat.size() / 3, [](Index i) { return 2.0 * i; })}};
  }
  [[nodiscard]] ContactFrame contacts(Real time) const {
    return {.time = time, .lines = lines, .fields = {stored_field("normal_force", force)}};
  }
  /// The positions as corners: of triangles, or of lines.
  [[nodiscard]] SurfaceFrame surface(int dimension) const {
    const std::size_t whole = particle_count - particle_count % (dimension == 2 ? 2 : 3);
    return {.time = 3,
            .dimension = dimension,
            .corners = std::span(positions).first(whole),
            .fields = {stored_field("velocity", std::span(velocity).first(whole))},
            .vectors = {{"force", Vec3(1e-9, 2, 3)}, {"moment", Vec3(0, -1, 0.5)}}};
  }
};

/// Cells in three dimensions, or in a plane.
void write_cells(const std::filesystem::path& path, int dimension) {
  const std::array<Index, 3> count{2, 3, dimension == 2 ? 1 : 4};
  const auto cells = static_cast<std::size_t>(count[0] * count[1] * count[2]);
  write_image(path, {.time = 0.5,
                     .dimension = dimension,
                     .low = {-1, 0.5, 0},
                     .cell = 0.25,
                     .count = count,
                     .fields = {computed_field("density", cells, [](Index c) { return 3.0 * c; }),
                                computed_field("velocity", cells, [](Index c) { return Vec3(c, -c, 0.5); })}});
}

void write_series(const std::filesystem::path& folder) {
  const Sample sample;
  PvdSeries series(folder / "case.pvd");
  for (const int frame : {0, 1}) {
    const Real time = 0.1 * frame;
    const std::string number = std::to_string(frame) + ".vtp";
    write_particles(folder / ("block_" + number), sample.particles(time));
    write_contacts(folder / ("contacts_" + number), sample.contacts(time));
    series.add(time, "block <1> & more", folder / ("block_" + number));
    series.add(time, "contacts", folder / ("contacts_" + number));
    series.write();
  }
  write_particles(folder / "empty.vtp", {.time = 3});
  write_contacts(folder / "no_contacts.vtp", {.time = 3});
  write_cells(folder / "cells.vti", 3);
  write_cells(folder / "flat_cells.vti", 2);
  write_surface(folder / "wall.vtp", sample.surface(3));
  write_surface(folder / "line.vtp", sample.surface(2));
  write_surface(folder / "no_wall.vtp", {.time = 3});
}

}  // namespace

TEST_CASE("frames are written for read_back.py") {
  const char* folder = std::getenv("TALUS_READ_BACK_FOLDER");
  const ScratchFolder scratch;
  if (folder) std::filesystem::create_directories(folder);
  write_series(folder ? folder : scratch.path());
  if (!folder) CHECK(scratch.file_count() == 12);
}

TEST_CASE("a frame that cannot be written says why and leaves nothing") {
  const ScratchFolder folder;
  const Sample sample;
  const auto particles = [&](const std::filesystem::path& path) {
    return message_of<FileError>([&] { write_particles(path, sample.particles(0)); });
  };
  CHECK(contains(particles(folder / "missing/a.vtp"), "No such file or directory"));
  CHECK(contains(particles(folder.on_full_disk("a.vtp")), "No space left on device"));
  CHECK(folder.file_count() == 0);
  CHECK(contains(particles(folder.blocked("a.vtp")), "Not a directory"));
  const auto contacts = [&] { write_contacts(folder / "missing/c.vtp", sample.contacts(0)); };
  CHECK(contains(message_of<FileError>(contacts), "missing/c.vtp"));
  CHECK(contains(message_of<FileError>([&] { write_cells(folder / "missing/f.vti", 3); }), "missing/f.vti"));
  const auto surface = [&] { write_surface(folder / "missing/w.vtp", sample.surface(3)); };
  CHECK(contains(message_of<FileError>(surface), "missing/w.vtp"));
}

TEST_CASE("a full disk keeps the earlier frame") {
  const ScratchFolder folder;
  write_file(folder / "a.vtp", "earlier");
  CHECK_THROWS_AS(write_particles(folder.on_full_disk("a.vtp"), Sample().particles(0)), FileError);
  CHECK(read_file(folder / "a.vtp") == "earlier");
}

TEST_CASE("a field of another length is a defect") {
  const ScratchFolder folder;
  Sample sample;
  sample.velocity.pop_back();
  CHECK_THROWS_AS(write_particles(folder / "a.vtp", sample.particles(0)), std::logic_error);
}

TEST_CASE("a resumed series keeps its frames up to the restart") {
  const ScratchFolder folder;
  PvdSeries series(folder / "case.pvd");
  for (int i = 0; i < 5; ++i) series.add(0.1 * i, "a \"b\" & <c>", folder / ("frames/x_" + std::to_string(i)));
  series.write();
  const std::string whole = read_file(folder / "case.pvd");
  CHECK(contains(whole, "file=\"frames/x_3\""));
  auto resumed = PvdSeries::continue_from(folder / "case.pvd", 0.2);
  CHECK(resumed.size() == 3);
  for (int i = 3; i < 5; ++i) resumed.add(0.1 * i, "a \"b\" & <c>", folder / ("frames/x_" + std::to_string(i)));
  resumed.write();
  CHECK(read_file(folder / "case.pvd") == whole);
}
