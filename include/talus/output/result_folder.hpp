// results/<case>/: made, guarded and named in one place. Only folders that carry talus' mark are ever replaced.
#pragma once

#include <filesystem>
#include <string>

namespace talus {

class ResultFolder {
 public:
  enum class Earlier { keep, drop };  ///< keep: earlier results move to <folder>.prev

  /// A folder without results, ready for a run. FileError when the place is taken by something talus did not make, by
  /// a run that is still going, or cannot be written; then no results have been touched.
  static ResultFolder create(const std::filesystem::path& folder, Earlier earlier);
  /// The folder of an earlier run, to go on in it; files that it has left half written are removed.
  static ResultFolder reopen(const std::filesystem::path& folder);
  /// True when `folder` carries the mark of a run.
  static bool is_ours(const std::filesystem::path& folder);

  ~ResultFolder();
  ResultFolder(ResultFolder&& other) noexcept;
  ResultFolder& operator=(ResultFolder&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }
  /// <folder>/<name>.pvd
  [[nodiscard]] std::filesystem::path series(const std::string& name) const { return path_ / (name + ".pvd"); }
  /// <folder>/frames/<name>_000012.vtp
  [[nodiscard]] std::filesystem::path frame(const std::string& name, int number) const;
  /// <folder>/checkpoints, made on first use.
  [[nodiscard]] std::filesystem::path checkpoints() const;
  /// Removes frames of all names from this number on, `extension` ".vtp" or ".vti". Throws FileError.
  void remove_frames_from(int number, const std::string& extension) const;

 private:
  ResultFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the mark, locked while the run lives
};

}  // namespace talus
