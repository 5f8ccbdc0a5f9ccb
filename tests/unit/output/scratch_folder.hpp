// A folder of its own for each test, removed afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace talus::test {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "talus_output_XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no scratch folder");
    path_ = pattern;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// A plain file where a folder is expected: unwritable for root, too.
  [[nodiscard]] std::filesystem::path blocked(const std::string& name) const {
    std::ofstream(path_ / "a_file") << "x";
    return path_ / "a_file" / name;
  }
  /// A path whose bytes go to a full disk: the temporary name is a link to /dev/full.
  [[nodiscard]] std::filesystem::path on_full_disk(const std::string& name) const {
    std::filesystem::create_symlink("/dev/full", path_ / (name + ".part"));
    return path_ / name;
  }
  [[nodiscard]] std::size_t file_count() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_)) ++n;
    return n;
  }

 private:
  std::filesystem::path path_;
};

/// The message of the error that `action` throws; empty when it throws none.
template <class Error, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace talus::test
