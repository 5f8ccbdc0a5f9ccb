#include "talus/sim/checkpoints.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/checkpoint_file.hpp"
#include "talus/output/csv_table.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

constexpr const char* stem = "checkpoint_";
constexpr const char* extension = ".talus";
constexpr std::size_t kept = 2;
/// A case may differ in many places: so many are named.
constexpr std::size_t most_named = 4;

/// checkpoint_000000001234.talus: the names stand in the order of the steps.
fs::path file_name(std::int64_t steps) {
  constexpr std::size_t digits = 12;
  const std::string number = std::to_string(steps);
  return stem + std::string(digits - std::min(digits, number.size()), '0') + number + extension;
}

/// What may be another one when a run goes on: how long, how finely, what stops it.
bool may_differ(std::string_view pointer) {
  constexpr std::array places{"/time", "/limits", "/output/checkpoints"};
  return std::ranges::any_of(places, [&](std::string_view place) {
    return pointer == place || (pointer.starts_with(place) && pointer[place.size()] == '/');
  });
}

/// Where else two resolved cases differ: "/contacts/0/tangential/mu, /gravity/1".
std::string differences(const std::string& before, const std::string& now) {
  const auto patch = nlohmann::json::diff(nlohmann::json::parse(before), nlohmann::json::parse(now));
  std::string named;
  std::size_t count = 0;
  for (const auto& change : patch) {
    const std::string pointer = change.at("path");
    if (may_differ(pointer) || ++count > most_named) continue;
    named += (named.empty() ? "" : ", ") + pointer;
  }
  return count > most_named ? named + ", …" : named;
}

void mix(std::uint64_t& hash, std::string_view bytes) {
  constexpr int half_of_bits = 32;
  const std::uint32_t low = crc32(bytes, static_cast<std::uint32_t>(hash));
  hash = (hash << half_of_bits | hash >> half_of_bits) ^ low;
}

}  // namespace

fs::path Checkpoints::write(const Archive& archive, std::int64_t steps) const {
  std::error_code status;
  fs::create_directories(folder_, status);
  if (status) throw_file_error("create the folder", folder_, status.value());
  const fs::path path = folder_ / file_name(steps);
  write_checkpoint(path, archive.sections());
  const std::vector<fs::path> all = newest_first();
  for (std::size_t k = kept; k < all.size(); ++k) fs::remove(all[k], status);  // one too many is no reason to stop
  return path;
}

std::vector<fs::path> Checkpoints::newest_first() const {
  std::vector<fs::path> found;
  std::error_code status;
  for (fs::directory_iterator at(folder_, status), end; !status && at != end; at.increment(status)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(stem) && at->path().extension() == extension) found.push_back(at->path());
  }
  if (status && status != std::errc::no_such_file_or_directory) {
    throw_file_error("look into the folder", folder_, status.value());
  }
  std::ranges::sort(found, std::greater{});
  return found;
}

std::optional<Checkpoints::Found> Checkpoints::newest(const Look& look) const {
  std::vector<fs::path> damaged;
  std::vector<std::string> complaints;
  for (const fs::path& path : newest_first()) {
    try {
      Found found{path, Archive(read_checkpoint(path)), {}};
      look(found.archive, path);
      std::error_code ignored;  // a folder that cannot be written will tell so itself
      for (const fs::path& bad : damaged) fs::rename(bad, bad.string() + ".damaged", ignored);
      found.complaints = std::move(complaints);
      return found;
    } catch (const BadContent& error) {  // what cannot be read now may be whole
      damaged.push_back(path);
      complaints.emplace_back(error.what());
    }
  }
  if (!complaints.empty()) throw FileError(complaints.front() + ". There is no older checkpoint that could be used");
  return std::nullopt;
}

void check_tables(const fs::path& folder, std::uint64_t rows, const fs::path& checkpoint) {
  for (const char* name : {"history.csv", "energy.csv"}) {
    const std::size_t found = count_rows(folder / name);
    if (found >= rows) continue;
    throw BadContent("\"" + (folder / name).string() + "\" has only " + std::to_string(found) + " rows of " +
                     std::to_string(rows) + " that there were at \"" + checkpoint.string() +
                     "\": it has been cut, or changed by another program");
  }
}

CheckpointOrigin CheckpointOrigin::of(const CaseFile& file, const Simulation& simulation) {
  CheckpointOrigin origin{TALUS_VERSION, resolved_case(file), simulation.state_hash()};
  for (const WallBody& wall : simulation.model().grains.walls) {
    const auto* mesh = std::get_if<TriangleSurface>(&wall.surface);
    for (Index f = 0; mesh != nullptr && f < mesh->facet_count(); ++f) {
      const BoundingBox box = mesh->bounds(f);
      for (const Vec3& corner : {box.low, box.high}) {
        mix(origin.start, {reinterpret_cast<const char*>(corner.data()), sizeof(Real) * 3});
      }
    }
  }
  return origin;
}

void CheckpointOrigin::state(Archive& a) {
  a("talus", talus);
  a("case", resolved);
  a("start", start);
}

void CheckpointOrigin::check(const CheckpointOrigin& other, const fs::path& path) const {
  if (other.talus != talus) {
    throw FileError("\"" + path.string() + "\" was written by talus " + other.talus + ", and this is talus " + talus +
                    ": go on with that one, or run the case anew");
  }
  if (const std::string where = differences(other.resolved, resolved); !where.empty()) {
    throw CaseError("\"" + path.string() + "\" is a checkpoint of another case, which differs at " + where +
                    ": only /time, /limits and /output/checkpoints may be others; run the changed case from its start");
  }
  if (other.start != start) {
    throw CaseError("\"" + path.string() + "\" does not fit what the case builds now: a file that the case reads has " +
                    "changed, or this talus is compiled otherwise; run the case from its start");
  }
}

}  // namespace talus
