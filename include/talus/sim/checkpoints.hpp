// The checkpoints of a run: files in checkpoints/ of its results folder, of which the newest two stay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/archive.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

class Checkpoints {
 public:
  /// Of the results in `folder`; nothing is made before the first one is written.
  explicit Checkpoints(const std::filesystem::path& folder) : folder_(folder / "checkpoints") {}

  /// Writes what is in `archive` after so many steps, and takes away all but the newest two. Throws FileError; then
  /// those before are whole.
  std::filesystem::path write(const Archive& archive, std::int64_t steps) const;

  struct Found {
    std::filesystem::path path;
    Archive archive;                      ///< to be read
    std::vector<std::string> complaints;  ///< about newer ones that are damaged, a sentence for each
  };
  [[nodiscard]] bool any() const { return !newest_first().empty(); }
  /// The newest one that is whole and that `look` accepts; nothing where there is none at all. `look` may read the
  /// beginning of the archive, and throws BadContent where it cannot be used. Newer ones that are damaged are renamed,
  /// to be out of the way. Throws FileError where one cannot be opened or read, and, about the newest, where none can
  /// be used.
  using Look = std::function<void(Archive& archive, const std::filesystem::path& path)>;
  [[nodiscard]] std::optional<Found> newest(const Look& look) const;

 private:
  [[nodiscard]] std::vector<std::filesystem::path> newest_first() const;

  std::filesystem::path folder_;
};

/// Throws BadContent where history.csv or energy.csv in `folder` are shorter than they were when `checkpoint` was
/// written; they may be long enough for an older one.
void check_tables(const std::filesystem::path& folder, std::uint64_t rows, const std::filesystem::path& checkpoint);

/// What a checkpoint belongs to: this talus, this case, this start.
struct CheckpointOrigin {
  std::string talus;        ///< version
  std::string resolved;     ///< the case with all defaults
  std::uint64_t start = 0;  ///< hash of what the case builds, with the files that it reads

  /// `simulation` as it begins.
  static CheckpointOrigin of(const CaseFile& file, const Simulation& simulation);
  void state(Archive& a);
  /// Throws FileError or CaseError where a checkpoint of `other` origin would not go on as it began; it may have
  /// another end, other steps and other limits.
  void check(const CheckpointOrigin& other, const std::filesystem::path& path) const;
};

}  // namespace talus
