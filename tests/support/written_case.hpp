// Simulations of cases that a test writes as text.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "talus/sim/case_reader.hpp"
#include "talus/sim/history.hpp"

namespace talus {

/// Reads a case from a file of its own, which is gone afterwards.
inline CaseFile read_written(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / ("talus_written_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << text;
  try {
    CaseFile file = read_case_file({.path = path});
    std::filesystem::remove(path);
    return file;
  } catch (...) {
    std::filesystem::remove(path);
    throw;
  }
}

inline Simulation simulate_written(const std::string& text) {
  return Simulation(build_model(read_written(text).description));
}

/// What the reader or the builder has against it; empty: nothing.
inline std::string complaint_about(const std::string& text) {
  try {
    const Simulation simulation = simulate_written(text);
    const History history(simulation);
    return "";
  } catch (const CaseIssue& issue) {
    return issue.pointer + ": " + issue.what();
  } catch (const CaseError& error) {
    return error.what();
  }
}

}  // namespace talus
