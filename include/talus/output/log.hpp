// talus.log: all that the console showed, and every warning.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/archive.hpp"

namespace talus {

/// Lines wait in memory until the results folder exists and open() names the file.
class Log {
 public:
  Log() = default;
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Throws FileError. `append`: go on behind an earlier run.
  void open(const std::filesystem::path& path, bool append = false);
  void line(std::string_view text);
  void warning(std::string_view text);
  /// Hands the lines to the system; FileError when the disk is full.
  void flush();
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// For checkpoints: the warnings so far.
  void state(Archive& a);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::string buffer_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::vector<std::string> warnings_;
};

}  // namespace talus
