// talus bench: how fast cases run, beside what the machine can do.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "talus/core/parallel.hpp"
#include "talus/diagnostics/machine_limits.hpp"
#include "talus/sim/run_report.hpp"

namespace talus::cli {
namespace {

struct BenchArguments {
  std::vector<std::filesystem::path> cases;
  std::vector<std::string> sets;
  std::vector<int> threads{1};
  int steps = 100, warm = 20, repeats = 3;
};

/// One case with one number of threads.
struct Rate {
  Real seconds = 0;     ///< of a step, the median over repeats [s]
  Real particles = 0;   ///< of solids and grains, as many as make a step longer
  Real neighbours = 0;  ///< bonds of solids
  Real contacts = 0;    ///< that touch
  Real bytes = 0;       ///< of the whole simulation [B]
};

constexpr const char* bench_footer =
    "Each case takes its warm-up steps and is then timed; nothing is written. Rates are millions of particle-steps "
    "per\n"
    "second of wall time (Mps). GB/s and GFLOP/s are what the machine streams and multiply-adds at best, measured at\n"
    "the start; \"of stream\" is the part of it that all that a case holds takes, once through the processor in a "
    "step.\n\n"
    "Examples:\n"
    "  talus bench cases/sliding/model2.json\n"
    "  talus bench tools/bench/s1_lattice.json -j 1,2 --set size=100\n";

Real median(std::vector<Real> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

Rate measure(const BenchArguments& a, const std::filesystem::path& path) {
  CaseSource source;
  source.path = path;
  source.sets = a.sets;
  Simulation s(build_model(read_case_file(source).description));
  const auto advance = [&](int steps) {
    const auto start = std::chrono::steady_clock::now();
    int taken = 0;
    for (; taken < steps && !s.finished(); ++taken) s.step(s.segment_end());
    if (taken < steps) {
      throw CaseError(path.string() + " ends after " + std::to_string(s.steps()) +
                      " steps: ask for fewer with --steps, --warm and --repeat");
    }
    return std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count() / steps;
  };
  if (a.warm > 0) advance(a.warm);
  std::vector<Real> seconds;
  for (int k = 0; k < a.repeats; ++k) seconds.push_back(advance(a.steps));
  Rate rate;
  rate.seconds = median(seconds);
  rate.particles = s.particle_count();
  for (const auto& solver : s.model().solvers) rate.neighbours += static_cast<Real>(solver->reference().bond.size());
  rate.contacts = s.grain_contacts().touching;
  rate.bytes = memory_of(s);
  return rate;
}

std::string line(const char* format, auto... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string or_none(Real seconds, Real count) {
  return count > 0 ? line("%9.2f", 1e9 * seconds / count) : line("%9s", "-");
}

void bench(const BenchArguments& a) {
  for (const int threads : a.threads) {
    parallel::set_thread_count(threads);
    const MachineLimits machine = measure_machine();
    print(line("%d %s: %.1f GB/s, %.0f GFLOP/s\n", threads, threads == 1 ? "thread" : "threads",
               1e-9 * machine.bandwidth, 1e-9 * machine.flops));
    print(line("  %-28s %9s %9s %9s %9s %9s %12s\n", "case", "particles", "Mps", "ns/bond", "ns/touch", "B/particle",
               "of stream"));
    for (const std::filesystem::path& path : a.cases) {
      const Rate r = measure(a, path);
      // Once through all that is held in every step: what a loop bound by memory would do at best.
      const Real streamed = r.bytes / r.seconds;
      print(line("  %-28s %9.0f %9.3f %s %s %9.0f %11.0f%%\n", path.stem().string().c_str(), r.particles,
                 1e-6 * r.particles / r.seconds, or_none(r.seconds, r.neighbours).c_str(),
                 or_none(r.seconds, r.contacts).c_str(), r.bytes / r.particles, 100 * streamed / machine.bandwidth));
    }
  }
}

}  // namespace

void add_bench(CLI::App& app) {
  auto* command = app.add_subcommand("bench", "times the steps of cases, beside the limits of the machine");
  auto a = std::make_shared<BenchArguments>();
  command->add_option("cases", a->cases, "the case files")->required()->option_text("CASE.json ...");
  command->add_option("--set", a->sets, "change a value in all of them: /pointer=value, or variable=value")
      ->take_all()
      ->allow_extra_args(false)
      ->option_text("/pointer=value");
  command->add_option("-j,--threads", a->threads, "numbers of threads, one after the other, such as 1,2")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024))
      ->option_text("N,...");
  command->add_option("--steps", a->steps, "steps of one measurement")->check(CLI::Range(1, 1'000'000));
  command->add_option("--warm", a->warm, "steps before the first")->check(CLI::Range(0, 1'000'000));
  command->add_option("--repeat", a->repeats, "measurements, of which the median counts")->check(CLI::Range(1, 1000));
  command->footer(bench_footer);
  command->callback([a] { bench(*a); });
}

}  // namespace talus::cli
