// talus bench: how fast cases run, beside what the machine can do.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "sweep_axes.hpp"
#include "talus/core/parallel.hpp"
#include "talus/diagnostics/machine_limits.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/simulation.hpp"

namespace talus::cli {
namespace {

struct BenchArguments {
  std::vector<std::filesystem::path> cases;
  std::vector<std::string> sets, sweeps;
  std::vector<int> threads{1};
  int steps = 100, warm = 20, repeats = 3;
};

/// One case with one number of threads.
struct Rate {
  Real seconds = 0;     ///< of a step, the median over repeats [s]
  Real listing = 0;     ///< of one listing of all pairs of grains, the median over repeats [s]
  Real particles = 0;   ///< of solids and grains, as many as make a step longer
  Real solids = 0;      ///< those of solids
  Real neighbours = 0;  ///< bonds of solids
  Real contacts = 0;    ///< that touch, or carry load
  Real bytes = 0;       ///< that the simulation has allocated [B]
};

/// Operations that the sums, laws and kicks take as they are written in the theory, a multiply-add as two: a fixed
/// measure of the work, whatever a loop does to spare some of it.
constexpr Real flops_per_bond = 20, flops_per_solid_particle = 480, flops_per_contact = 250, flops_per_grain = 60;

Real flops_of(const Rate& r) {
  return flops_per_bond * r.neighbours + flops_per_solid_particle * r.solids + flops_per_contact * r.contacts +
         flops_per_grain * (r.particles - r.solids);
}

constexpr const char* bench_footer =
    "Each case takes its warm-up steps and is then timed; nothing is written. GB/s and GFLOP/s are what the machine\n"
    "streams and multiply-adds at best, measured at the start. Mps are millions of particle-steps per second of wall\n"
    "time; ns/bond and ns/touch the time of a step per bond of solids and per pair that touches; touches the number\n"
    "of these pairs per particle; ns/list the time per grain of listing all pairs with what they remember. \"of\n"
    "stream\" is the time in which all that a case holds could go once through the processor, as a part of a step,\n"
    "\"of FMA\" that of its operations; \"speed-up\" is over the first number of threads.\n\n"
    "Examples:\n"
    "  talus bench cases/sliding/model2.json\n"
    "  talus bench tools/bench/s1_lattice.json -j 1,2 --sweep long=16,160\n";

Real median(std::vector<Real> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

template <class Work>
Real seconds_of(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
}

/// What the program has allocated and not freed [B].
Real allocated() {
  const auto memory = mallinfo2();
  return static_cast<Real>(memory.uordblks + memory.hblkhd);
}

/// The text of the case is gone when it is built: it is no part of what a run holds.
Simulation simulation_of(const CaseSource& source) {
  const CaseFile file = read_case_file(source);
  return located(file, [&] { return Simulation(build_model(file.description)); });
}

Rate measure(const BenchArguments& a, const std::filesystem::path& path, const std::vector<std::string>& sets) {
  CaseSource source;
  source.path = path;
  source.sets = a.sets;
  source.sets.insert(source.sets.end(), sets.begin(), sets.end());
  const Real before = allocated();
  Simulation s = simulation_of(source);
  s.set_foresight([](Real) { return false; });  // as in nearly all steps of a run
  const auto advance = [&](int steps) {
    for (int taken = 0; taken < steps; ++taken) {
      if (s.finished()) {
        throw CaseError(path.string() + " ends after " + std::to_string(s.steps()) +
                        " steps: ask for fewer with --steps, --warm and --repeat");
      }
      s.step(s.segment_end());
    }
  };
  advance(a.warm);
  std::vector<Real> seconds, listing;
  for (int k = 0; k < a.repeats; ++k) {
    seconds.push_back(seconds_of([&] { advance(a.steps); }) / a.steps);
    if (s.model().grains.size() == 0) continue;
    constexpr int listings = GrainSystem::searches_per_sort;  // one of them sorts
    listing.push_back(seconds_of([&] {
                        for (int n = 0; n < listings; ++n) s.list_grains_anew();
                      }) /
                      listings);
  }
  Rate rate;
  rate.seconds = median(seconds);
  rate.listing = listing.empty() ? 0 : median(listing);
  rate.particles = s.particle_count();
  rate.solids = rate.particles - s.model().grains.size();
  for (const auto& solver : s.model().solvers) rate.neighbours += static_cast<Real>(solver->bond_count());
  rate.contacts = s.grain_contacts().touching;
  for (const auto& contact : s.model().contacts) rate.contacts += contact->loaded();
  rate.bytes = allocated() - before;
  return rate;
}

std::string line(const char* format, auto... values) {
  char text[200];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string or_none(Real amount, Real shown) { return amount > 0 ? line(" %8.2f", shown) : line(" %8s", "-"); }

/// `first` is the rate of the same case with the first number of threads.
void print_row(const std::string& name, const Rate& r, const MachineLimits& machine, Real first) {
  const Real grains = r.particles - r.solids;
  std::string row = line("  %-42s %9.0f %8.3f", name.c_str(), r.particles, 1e-6 * r.particles / r.seconds);
  row += or_none(r.neighbours, 1e9 * r.seconds / r.neighbours) + or_none(r.contacts, 1e9 * r.seconds / r.contacts);
  row += or_none(r.contacts, r.contacts / r.particles) + or_none(grains, 1e9 * r.listing / grains);
  // Once through all that is held in every step: what a loop bound by memory would do at best.
  row += line(" %10.0f %8.1f%% %8.1f%%", r.bytes / r.particles, 100 * r.bytes / r.seconds / machine.bandwidth,
              100 * flops_of(r) / r.seconds / machine.flops);
  if (first > 0) row += line(" %8.2f", first / r.seconds);
  print(row + "\n");
}

void bench(const BenchArguments& a) {
  std::vector<Axis> axes;
  for (const std::string& text : a.sweeps) axes.push_back(parse_axis(text));
  const std::vector<Combination> grid = combinations(axes);
  std::vector<Real> first(a.cases.size() * grid.size());
  for (const int threads : a.threads) {
    parallel::set_thread_count(threads);
    const MachineLimits machine = measure_machine();
    print(line("%d %s: %.1f GB/s, %.0f GFLOP/s\n", threads, threads == 1 ? "thread" : "threads",
               1e-9 * machine.bandwidth, 1e-9 * machine.flops));
    print(line("  %-42s %9s %8s %8s %8s %8s %8s %10s %9s %9s%s\n", "case", "particles", "Mps", "ns/bond", "ns/touch",
               "touches", "ns/list", "B/particle", "of stream", "of FMA", a.threads.size() > 1 ? " speed-up" : ""));
    std::size_t row = 0;
    for (const std::filesystem::path& path : a.cases) {
      for (const Combination& point : grid) {
        const Rate rate = measure(a, path, point.sets);
        if (first[row] == 0) first[row] = rate.seconds;
        const std::string label = point.label.empty() ? "" : " " + point.label;
        print_row(path.stem().string() + label, rate, machine, a.threads.size() > 1 ? first[row] : 0);
        ++row;
      }
    }
  }
}

}  // namespace

void add_bench(CLI::App& app) {
  auto* command = app.add_subcommand("bench", "times the steps of cases, beside the limits of the machine");
  auto a = std::make_shared<BenchArguments>();
  command->add_option("cases", a->cases, "the case files")->required()->option_text("CASE.json ...");
  add_set_option(*command, a->sets, "change a value in all of them: /pointer=value, or variable=value");
  command->add_option("--sweep", a->sweeps, "one row for each of these values, such as long=16,160")
      ->take_all()
      ->allow_extra_args(false)
      ->option_text("variable=value,...");
  command->add_option("-j,--threads", a->threads, "numbers of threads, one after the other, such as 1,2")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1024))
      ->option_text("N,...");
  command->add_option("--steps", a->steps, "steps of one measurement")->check(CLI::Range(1, 1'000'000));
  command->add_option("--warm", a->warm, "steps before the first")->check(CLI::Range(0, 1'000'000));
  command->add_option("--repeat", a->repeats, "measurements, of which the median counts")->check(CLI::Range(1, 1000));
  command->footer(bench_footer);
  command->callback([a] { bench(*a); });
}

}  // namespace talus::cli
