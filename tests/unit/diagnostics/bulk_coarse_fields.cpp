// Coarse-grained fields: what they conserve, uniform packings, the balance of momentum, and the window's limits.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/threads.hpp"
#include "talus/core/error.hpp"
#include "talus/diagnostics/bulk/coarse_fields.hpp"
#include "talus/diagnostics/bulk/region_state.hpp"
#include "talus/numerics/random.hpp"

using namespace talus;

namespace {

const std::array<Chosen<CoarseKernels>, 3> all_kernels{
    Chosen<CoarseKernels>{GaussianWindow{}}, Chosen<CoarseKernels>{LucyWindow{}}, Chosen<CoarseKernels>{HeavisideWindow{}}};

CoarseRequest request_of(const Chosen<CoarseKernels>& kernel, Real width) { return {.kernel = kernel, .width = width}; }

/// Grains in the unit box with random properties, each pair of successive ones in contact.
BulkSample random_sample(int dimension, const PeriodicBox& box) {
  Random random(17);
  BulkSample sample;
  sample.dimension = dimension;
  sample.box = box;
  for (std::int64_t i = 0; i < 40; ++i) {
    const Vec3 x = Vec3::Constant(0.5) + 0.5 * random.in_ball(dimension);
    sample.grains.push_back({dimension == 2 ? Vec3(x.x(), x.y(), 0) : x, random.in_ball(dimension),
                             random.uniform(1, 3), random.uniform(1e-3, 2e-3), 0.05, i});
  }
  for (Index i = 1; i < 40; ++i) {
    const Vec3 xi = sample.grains[i].x, branch = box.nearest(Vec3(xi - sample.grains[i - 1].x));
    sample.contacts.push_back({xi, branch, xi - branch / 2, random.in_ball(dimension), branch.normalized(), i, i - 1});
  }
  count_contacts(sample);
  return sample;
}

struct Totals {
  Real mass = 0, volume = 0;
  Vec3 momentum = Vec3::Zero();
  Mat3 stress = Mat3::Zero();
};

Totals totals_of(const CoarseFields& fields) {
  Totals sum;
  for (Index c = 0; c < fields.grid.size(); ++c) {
    sum.mass += fields.density[c] * fields.grid.cell_volume();
    sum.volume += fields.solid_fraction[c] * fields.grid.cell_volume();
    sum.momentum += fields.momentum[c] * fields.grid.cell_volume();
    sum.stress += fields.contact_stress[c] * fields.grid.cell_volume();
  }
  return sum;
}

Totals totals_of(const BulkSample& sample) {
  Totals sum;
  for (const BulkGrain& grain : sample.grains) {
    sum.mass += grain.mass;
    sum.volume += grain.volume;
    sum.momentum += grain.mass * grain.v;
  }
  for (const BulkContact& contact : sample.contacts) sum.stress += contact.force * contact.branch.transpose();
  return sum;
}

void check_same(const Totals& a, const Totals& b) {
  CHECK(a.mass == doctest::Approx(b.mass).epsilon(1e-12));
  CHECK(a.volume == doctest::Approx(b.volume).epsilon(1e-12));
  CHECK((a.momentum - b.momentum).norm() < 1e-12 * b.momentum.norm());
  CHECK((a.stress - b.stress).norm() < 1e-12 * b.stress.norm());
}

}  // namespace

TEST_CASE("mass, momentum and stress are all there, with any window") {
  for (const int dimension : {2, 3}) {
    for (const auto& kernel : all_kernels) {
      const BulkSample sample = random_sample(dimension, {});
      const CoarseRequest request = request_of(kernel, 0.1);
      const Index n = dimension == 2 ? 1 : 24;  // 1.7 m: the window ends inside
      const CoarseGrid grid{dimension, Vec3::Constant(-0.35), 1.7 / 24, {24, 24, n}};
      CoarseGrid flat = grid;
      if (dimension == 2) flat.low.z() = 0;
      check_same(totals_of(coarse_grain(sample, flat, request)), totals_of(sample));
    }
  }
}

TEST_CASE("a periodic box keeps everything within itself") {
  const PeriodicBox box({0, 0, 0}, {1, 1, 1}, {true, true, true});
  for (const auto& kernel : all_kernels) {
    const BulkSample sample = random_sample(3, box);
    const CoarseGrid grid{3, {0, 0, 0}, 0.05, {20, 20, 20}};
    check_same(totals_of(coarse_grain(sample, grid, request_of(kernel, 0.12))), totals_of(sample));
  }
}

TEST_CASE("a uniform packing has uniform fields, equal to the state of a region") {
  const int n = 6;
  const Real d = 1.0 / n;
  BulkSample sample;
  sample.box = PeriodicBox({0, 0, 0}, {1, 1, 1}, {true, true, true});
  for (Index i = 0; i < n * n * n; ++i) {
    const Vec3 x = d * Vec3(i % n + 0.5, i / n % n + 0.5, i / n / n + 0.5);
    const Real volume = std::numbers::pi * d * d * d / 6;
    // Two streams against each other.
    sample.grains.push_back({x, Vec3(2, i % 2 == 0 ? 1 : -1, 0), 1500 * volume, volume, d / 2});
    for (int a = 0; a < 3; ++a) {
      const Vec3 normal = Vec3::Unit(a);
      sample.contacts.push_back({x, d * normal, x - d / 2 * normal, (a + 1) * normal, normal, i, -1});
    }
  }
  for (BulkGrain& grain : sample.grains) grain.contacts = 6;
  const RegionState mean = measure_region(sample, {BoxSpace{{0, 0, 0}, {1, 1, 1}}});
  const CoarseGrid grid{3, {0, 0, 0}, d / 3, {3 * n, 3 * n, 3 * n}};
  const CoarseFields fields = coarse_grain(sample, grid, request_of(all_kernels[0], d));
  Real worst = 0;
  for (Index c = 0; c < grid.size(); ++c) {
    // A Gaussian of width d damps the ripple of the lattice by exp(-2 pi^2), its cut at 3 d leaves one per cent.
    worst = std::max(worst, std::abs(fields.solid_fraction[c] / mean.solid_fraction - 1));
    worst = std::max(worst, std::abs(fields.density[c] / mean.density - 1));
    worst = std::max(worst, std::abs(fields.temperature[c] / mean.temperature - 1));
    worst = std::max(worst, (fields.velocity[c] - mean.velocity).norm() / 2);
    worst = std::max(worst, (fields.contact_stress[c] - mean.contact_stress).norm() / mean.contact_stress.norm());
    worst = std::max(worst, (fields.kinetic_stress[c] - mean.kinetic_stress).norm() / mean.kinetic_stress.norm());
    worst = std::max(worst, (fields.fabric[c] - mean.fabric).norm());
    CHECK(fields.coordination[c] == doctest::Approx(6).epsilon(1e-12));
  }
  CHECK(mean.contact_stress(2, 2) == doctest::Approx(3 / (d * d)));
  CHECK(mean.temperature == doctest::Approx(1.0 / 3));
  CHECK(worst < 0.015);
}

TEST_CASE("the divergence of stress is the force on what is there: the balance of momentum") {
  // A single branch much longer than the window is wide; the force is neither along it nor across.
  BulkSample sample;
  sample.grains = {{{0.31, 0.48, 0.52}, Vec3::Zero(), 1, 1e-3, 0.1}, {{0.69, 0.55, 0.47}, Vec3::Zero(), 1, 1e-3, 0.1}};
  const Vec3 branch = sample.grains[1].x - sample.grains[0].x, force(1, -2, 0.5);
  sample.contacts.push_back({sample.grains[1].x, branch, sample.grains[1].x - branch / 2, force, branch.normalized(), 1, 0});
  const Index n = 80;
  const CoarseGrid grid{3, {0, 0, 0}, 1.0 / n, {n, n, n}};
  const CoarseFields fields = coarse_grain(sample, grid, request_of(all_kernels[1], 0.12));
  // The density of two grains of 1 kg is the sum of their windows; of each alone, from a sample of one.
  const auto window_of = [&](std::size_t k) {
    BulkSample one;
    one.grains = {sample.grains[k]};
    return coarse_grain(one, grid, request_of(all_kernels[1], 0.12)).density;
  };
  const auto from = window_of(0), to = window_of(1);
  const std::array<Index, 3> step{1, n, n * n};
  Real worst = 0, largest = 0;
  for (Index k = 1; k < n - 1; ++k) {
    for (Index j = 1; j < n - 1; ++j) {
      for (Index i = 1; i < n - 1; ++i) {
        const Index c = i + n * (j + n * k);
        Vec3 divergence = Vec3::Zero();
        for (int b = 0; b < 3; ++b) {
          divergence += (fields.contact_stress[c + step[b]] - fields.contact_stress[c - step[b]]).col(b) * n / 2;
        }
        // Compression is positive, so the grain at the end of the branch is pushed by -divergence.
        worst = std::max(worst, (-divergence - force * (to[c] - from[c])).norm());
        largest = std::max(largest, force.norm() * to[c]);
      }
    }
  }
  CHECK(largest > 100);
  CHECK(worst < 0.01 * largest);
}

TEST_CASE("velocity is that of the mass around: a rigid turn stays one") {
  BulkSample sample;
  const Index n = 12;
  for (Index i = 0; i < n * n; ++i) {
    const Vec3 x = Vec3(i % n + 0.5, i / n + 0.5, 0) / n;
    sample.grains.push_back({x, Vec3(-x.y(), x.x(), 0) * 2, 1, 1e-3, 0.04});
  }
  sample.dimension = 2;
  const CoarseGrid grid{2, {0.4, 0.4, 0}, 1.0 / n / 3, {6, 6, 1}};
  const CoarseFields fields = coarse_grain(sample, grid, request_of(all_kernels[1], 0.12));
  for (Index c = 0; c < grid.size(); ++c) {
    const Vec3 x = grid.centre(c);
    CHECK((fields.velocity[c] - Vec3(-x.y(), x.x(), 0) * 2).norm() < 2e-3);
    CHECK((fields.momentum[c] - fields.density[c] * fields.velocity[c]).norm() < 1e-12);
  }
}

TEST_CASE("a window narrower than a cell is refused, and one on lattice points is not lost") {
  CHECK_THROWS_AS(check_window(all_kernels[2], 0.8, 1, 3), CaseError);
  CHECK_NOTHROW(check_window(all_kernels[2], 0.9, 1, 3));
  CHECK_NOTHROW(check_window(all_kernels[2], 0.8, 1, 2));
  CHECK_NOTHROW(check_window(all_kernels[0], 0.3, 1, 3));
  CHECK(window_reach(all_kernels[1], 0.3) == doctest::Approx(0.6));
  // Centres of cells exactly on the edge of the window.
  BulkSample sample;
  sample.dimension = 2;
  sample.grains = {{{0.55, 0.55, 0}, Vec3(1, 0, 0), 3, 1e-2, 0.1}};
  const CoarseGrid grid{2, {0, 0, 0}, 0.1, {11, 11, 1}};
  const CoarseFields fields = coarse_grain(sample, grid, request_of(all_kernels[2], 0.3));
  CHECK(totals_of(sample).mass == doctest::Approx(3));
  Real mass = 0;
  Index cells = 0;
  for (const Real density : fields.density) mass += density * 0.01, cells += density > 0;
  CHECK(mass == doctest::Approx(3).epsilon(1e-13));
  CHECK(cells == 25);  // of the 29 within 0.3, the four on the edge are out
  CHECK(fields.temperature[60] == 0);
}

TEST_CASE("fields have the same bits for any number of threads") {
  const BulkSample sample = random_sample(3, PeriodicBox({0, 0, 0}, {1, 1, 1}, {true, false, true}));
  const CoarseGrid grid{3, {0, 0, 0}, 0.05, {20, 20, 20}};
  const auto fields_with = [&](int threads) {
    const Threads set(threads);
    return coarse_grain(sample, grid, request_of(all_kernels[0], 0.1));
  };
  const CoarseFields one = fields_with(1), three = fields_with(3);
  CHECK(one.density == three.density);
  CHECK(one.contact_stress == three.contact_stress);
  CHECK(one.kinetic_stress == three.kinetic_stress);
  CHECK(one.fabric == three.fabric);
}

TEST_CASE("what is not asked for is not there") {
  CoarseRequest request = request_of(all_kernels[0], 0.1);
  request.motion = request.contacts = false;
  const CoarseFields fields = coarse_grain(random_sample(3, {}), {3, {0, 0, 0}, 0.1, {10, 10, 10}}, request);
  CHECK(fields.density.size() == 1000);
  CHECK(fields.temperature.empty());
  CHECK(fields.contact_stress.empty());
  CHECK(fields.coordination.empty());
}

TEST_CASE("no grains, or a grain that is lost, leave the rest alone") {
  const CoarseGrid grid{3, {0, 0, 0}, 0.1, {10, 10, 10}};
  BulkSample sample = random_sample(3, {});
  const CoarseFields before = coarse_grain(sample, grid, request_of(all_kernels[0], 0.1));
  sample.grains.push_back({Vec3::Constant(std::nan("")), Vec3::Zero(), 1, 1, 0.1});
  sample.grains.push_back({{1e9, 0, 0}, Vec3::Zero(), 1, 1, 0.1});
  const CoarseFields after = coarse_grain(sample, grid, request_of(all_kernels[0], 0.1));
  for (Index c = 0; c < grid.size(); ++c) CHECK(before.density[c] == after.density[c]);
  for (const Real density : coarse_grain({}, grid, request_of(all_kernels[0], 0.1)).density) CHECK(density == 0);
}
