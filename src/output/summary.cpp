#include "talus/output/summary.hpp"

#include <nlohmann/json.hpp>

#include "talus/output/atomic_file.hpp"

namespace talus {
namespace {

using Json = nlohmann::ordered_json;

Json entry_of(const CompareResult& result) {
  Json entry = {{"rms", result.rms}, {"max", result.max}, {"final", result.final}, {"pass", result.pass}};
  if (!result.reached) entry = {{"pass", nullptr}, {"status", verdict_text(result)}};
  if (!result.reference.empty()) entry["reference"] = result.reference;
  for (const auto& [measure, value] : result.more) entry[measure] = value;
  for (const auto& [measure, value] : result.tolerance) entry["tolerance"][measure] = value;
  if (!result.unjudged.empty()) entry["not_judged"] = result.unjudged;
  return entry;
}

}  // namespace

void write_summary(const std::filesystem::path& path, const Summary& summary) {
  Json json;
  json["status"] = summary.status;
  json["exit_code"] = summary.exit_code;
  json["steps"] = summary.steps;
  json["end_time"] = summary.end_time;
  json["wall_seconds"] = summary.wall_seconds;
  json["particle_updates_per_second"] = summary.particle_updates_per_second;
  json["energy"] = {{"work_residual", summary.work_residual}, {"state_residual", summary.state_residual}};
  json["compare"] = Json::object();
  for (const CompareResult& result : summary.compare) json["compare"][result.column] = entry_of(result);
  for (const auto& [measure, value] : summary.soft_springs) json["soft_springs"][measure] = value;
  for (const auto& [what, number] : summary.bonds) json["bonds"][what] = number;
  json["threads"] = summary.threads;
  json["state_hash"] = summary.state_hash;
  json["timing"] = Json::object();
  for (const auto& [phase, seconds] : summary.timing) json["timing"][phase] = seconds;
  json["versions"] = Json::object();
  for (const auto& [part, version] : summary.versions) json["versions"][part] = version;
  json["warnings"] = summary.warnings;
  constexpr int indent = 2;
  // Bytes that are not UTF-8 (a title, a path) must not cost the summary of a run.
  write_file(path, json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace talus
