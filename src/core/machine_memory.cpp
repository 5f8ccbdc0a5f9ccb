#include "talus/core/machine_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "talus/core/error.hpp"

namespace talus {
namespace {

constexpr Real unlimited = infinity;

/// Of the control group of a container, version 2 or 1; "max" and what is absent are no limit.
Real of_control_group() {
  Real least = unlimited;
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    Real bytes = 0;
    if (std::ifstream(path) >> bytes) least = std::min(least, bytes);
  }
  return least;
}

std::string size_text(Real bytes) {
  constexpr Real thousand = 1000;
  const char* prefix = "";
  for (const char* next : {"k", "M", "G", "T", "P", "E"}) {
    if (bytes < thousand) break;
    bytes /= thousand;
    prefix = next;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %sB", bytes, prefix);
  return text;
}

}  // namespace

Real machine_memory() {
  static const Real machine = [] {
    const Real physical = static_cast<Real>(sysconf(_SC_PHYS_PAGES)) * static_cast<Real>(sysconf(_SC_PAGE_SIZE));
    return std::min(physical > 0 ? physical : unlimited, of_control_group());
  }();
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? std::min(machine, static_cast<Real>(limit.rlim_cur)) : machine;
}

void refuse_memory(Real bytes, const std::string& what, const std::string& advice) {
  const Real there = machine_memory();
  if (bytes <= there) return;
  throw CaseError(what + " would take about " + size_text(bytes) + " of memory, and there are " + size_text(there) +
                  ": " + advice);
}

}  // namespace talus
