#include "talus/output/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "talus/core/error.hpp"

namespace talus {
namespace {

constexpr mode_t file_mode = 0644;  // readable by all, as files of other programs are; the umask applies

std::string words(int error_number) { return std::generic_category().message(error_number); }

}  // namespace

void throw_file_error(std::string_view action, const std::filesystem::path& path, int error_number) {
  throw FileError("cannot " + std::string(action) + " \"" + path.string() + "\": " + words(error_number));
}

void outlive_size_limits() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void open_standard_descriptors() {
  int descriptor = 0;
  // Each time the lowest one that is free. For reading alone: what is printed is lost, and its writer is told.
  do descriptor = ::open("/dev/null", O_RDONLY);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) ::close(descriptor);
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  name += ".part";
  return name;
}

/// Renames the finished temporary file of `path` into place.
static void put_in_place(const std::filesystem::path& path) {
  const std::filesystem::path waiting = temporary_name(path);
  if (std::rename(waiting.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(waiting.c_str());
    throw_file_error("write", path, reason);
  }
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(temporary_name(path_).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file_mode);
  if (descriptor_ < 0) throw_file_error("create", path_, errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_name(path_).c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t taken = ::write(descriptor_, bytes.data(), bytes.size());
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) throw_file_error("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void AtomicFile::commit() {
  // Some file systems tell of a full disk only here.
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const int reason = errno;
    ::unlink(temporary_name(path_).c_str());
    throw_file_error("write", path_, reason);
  }
  put_in_place(path_);
}

void AtomicFile::commit_durably() {
  if (::fsync(descriptor_) != 0) throw_file_error("write", path_, errno);
  commit();
  // The new name is in the folder's own file. Some file systems do not let a folder be synchronised: then it has to
  // wait.
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(::fsync(descriptor));
  ::close(descriptor);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string read_file(const std::filesystem::path& path) {
  std::error_code none;  // of a path that leads nowhere, which is told below
  if (std::filesystem::is_directory(path, none)) throw_file_error("read", path, EISDIR);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_file_error("read", path, errno);
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) throw_file_error("read", path, errno);
  return std::move(text).str();
}

}  // namespace talus
