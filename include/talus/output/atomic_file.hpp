// Files that are whole or absent: text goes to a temporary name in the same folder and is renamed when every
// byte is down, so a reader never meets half a file and a full disk never costs the earlier version.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace talus {

/// Throws FileError: "cannot <action> <path>: <the system's words for `error_number`>".
[[noreturn]] void throw_file_error(std::string_view action, const std::filesystem::path& path, int error_number);

/// From now on a write beyond the limit of file sizes (ulimit -f) fails with a FileError, as on a full disk: by itself
/// the system ends the program there without a word.
void outlive_size_limits();

/// Standard input, output and error that the caller has closed become ends of their own: reading finds nothing, writing
/// fails. By itself the system gives their numbers to the next files, and what is printed would go into results.
void open_standard_descriptors();

/// Where the bytes of `path` wait until they are complete: same folder, so that the rename is atomic.
[[nodiscard]] std::filesystem::path temporary_name(const std::filesystem::path& path);

class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();  ///< without commit() the temporary file is removed and the earlier version stays
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Flushes, checks and renames. Throws FileError on the first failure.
  void commit();
  /// As commit(), but the bytes are on the medium before the rename: for what must survive a power cut.
  void commit_durably();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Writes a whole file at once.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Reads a whole file; FileError says why when it cannot.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace talus
