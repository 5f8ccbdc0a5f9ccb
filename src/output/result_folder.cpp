#include "talus/output/result_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_name = ".talus";
constexpr const char* bin_name = ".dropped";  // of results that are being removed
constexpr std::string_view mark_text = "Results of a talus run. A rerun may replace this folder.\n";
constexpr mode_t mark_mode = 0644;

/// "results/model2/" and "results/model2" are one place, and need one name beside it for `.prev`.
fs::path without_slash(const fs::path& folder) {
  fs::path path = folder.lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path;
}

/// A link to a folder, such as one on another disk, stays: what it points at is emptied, or moved aside there.
fs::path behind_link(const fs::path& path) {
  std::error_code status;
  if (!fs::is_symlink(path, status) || !fs::is_directory(path, status)) return path;
  const fs::path folder = fs::canonical(path, status);
  return status ? path : folder;
}

fs::path previous_name(const fs::path& folder) {
  fs::path name = folder == "." ? fs::current_path() : folder;
  name += ".prev";
  return name;
}

/// Opens the mark and locks it for this process; the system frees the lock however the process ends.
int lock_mark(const fs::path& folder, int flags) {
  const fs::path mark = folder / mark_name;
  const int descriptor = ::open(mark.c_str(), flags | O_RDWR | O_CLOEXEC, mark_mode);
  if (descriptor < 0) throw_file_error("write in the folder", folder, errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    throw FileError("\"" + folder.string() + "\" is in use by a run that is still going; stop it or choose another -o");
  }
  return descriptor;
}

/// Refuses what talus did not make; an empty folder belongs to nobody and may be used.
void refuse_foreign(const fs::path& folder) {
  std::error_code status;
  if (!fs::exists(fs::symlink_status(folder, status))) return;
  if (!fs::is_directory(folder, status)) {
    throw FileError("\"" + folder.string() + "\" is in the way of the results: it is not a folder");
  }
  const bool empty = fs::is_empty(folder, status);
  if (status) throw_file_error("look into the folder", folder, status.value());
  if (!empty && !ResultFolder::is_ours(folder)) {
    throw FileError("\"" + folder.string() + "\" was not made by talus (it has no " + mark_name +
                    " file), so nothing in it is replaced; choose another folder with -o, or move it away");
  }
}

/// What runs have written in a folder, but for the mark: a run that is killed on the way leaves a folder that may be
/// replaced.
std::vector<fs::path> results_in(const fs::path& folder) {
  constexpr std::array<std::string_view, 11> names{
      "case.json", "case.merged.json", "case.resolved.json", "history.csv", "energy.csv", "summary.json",
      "talus.log", "report.html",      "failure.vtp",        "frames",      "checkpoints"};
  std::error_code status;
  std::vector<fs::path> results;
  for (const auto& entry : fs::directory_iterator(folder, status)) {
    const fs::path& path = entry.path();
    const bool is_named = std::ranges::find(names, path.filename().string()) != names.end();
    if (is_named || path.extension() == ".pvd") results.push_back(path);
  }
  if (status) throw_file_error("look into the folder", folder, status.value());
  return results;
}

void make_folder(const fs::path& folder) {
  std::error_code status;
  fs::create_directories(folder, status);
  if (status) throw_file_error("create the folder", folder, status.value());
}

void write_mark(int descriptor, const fs::path& folder) {
  if (::write(descriptor, mark_text.data(), mark_text.size()) != static_cast<ssize_t>(mark_text.size())) {
    throw_file_error("write in the folder", folder, errno);
  }
}

/// What a killed run was writing when it went.
void remove_unfinished(const fs::path& folder) {
  std::error_code status;
  for (const auto& entry : fs::directory_iterator(folder, status)) {
    if (temporary_name(entry.path().stem()) == entry.path().filename()) fs::remove(entry.path(), status);
  }
}

/// All of them, or none: those that have moved come back where the next one cannot.
void move_results(const fs::path& from, const fs::path& to) {
  std::vector<fs::path> moved;
  for (const fs::path& path : results_in(from)) {
    std::error_code status, ignored;
    fs::rename(path, to / path.filename(), status);
    if (!status) {
      moved.push_back(path);
      continue;
    }
    for (const fs::path& before : moved) fs::rename(to / before.filename(), before, ignored);
    throw_file_error("move away the earlier results", path, status.value());
  }
}

/// What is to go, on its way: half removed, they are no results any more.
void empty_bin(const fs::path& bin) {
  std::error_code status;
  fs::remove_all(bin, status);
  if (status) throw_file_error("remove earlier results, what is left of them,", bin, status.value());
}

/// Moves them into a folder of their own within it, which is to be emptied: a result that cannot be moved leaves all of
/// them whole where they are.
fs::path bin_results(const fs::path& folder) {
  const fs::path bin = folder / bin_name;
  empty_bin(bin);  // of an earlier try
  make_folder(bin);
  try {
    move_results(folder, bin);
  } catch (const FileError&) {
    std::error_code ignored;
    fs::remove(bin, ignored);
    throw;
  }
  return bin;
}

/// In place of those of the run before it, which stay where that cannot be.
void keep_results(const fs::path& folder, const fs::path& previous) {
  const fs::path bin = bin_results(previous);
  try {
    move_results(folder, previous);
  } catch (const FileError&) {
    move_results(bin, previous);
    empty_bin(bin);
    throw;
  }
  empty_bin(bin);
}

/// Moves the results of an earlier run aside, or drops them; nobody else may be writing there. All else stays where it
/// is: it is one's own.
void clear_place(const fs::path& folder, ResultFolder::Earlier earlier) {
  const int lock = lock_mark(folder, 0);
  remove_unfinished(folder);
  if (earlier == ResultFolder::Earlier::drop) {
    empty_bin(bin_results(folder));
  } else {
    const fs::path previous = previous_name(folder);
    make_folder(previous);
    const int previous_lock = lock_mark(previous, O_CREAT);  // or refuses: a run goes on in there
    write_mark(previous_lock, previous);
    keep_results(folder, previous);
    ::close(previous_lock);
  }
  ::close(lock);
}

}  // namespace

bool ResultFolder::is_ours(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / mark_name, ignored);
}

ResultFolder ResultFolder::create(const fs::path& folder, Earlier earlier) {
  const fs::path path = behind_link(without_slash(folder));
  refuse_foreign(path);
  if (earlier == Earlier::keep) refuse_foreign(previous_name(path));
  if (is_ours(path)) clear_place(path, earlier);
  make_folder(path);
  ResultFolder result(path, lock_mark(path, O_CREAT));
  write_mark(result.lock_, path);
  make_folder(path / "frames");
  return result;
}

ResultFolder ResultFolder::reopen(const fs::path& folder) {
  const fs::path path = without_slash(folder);
  if (!is_ours(path)) throw FileError("\"" + path.string() + "\" is not a results folder of talus: no " + mark_name);
  ResultFolder result(path, lock_mark(path, 0));
  make_folder(path / "frames");
  for (const fs::path& part : {path, path / "frames", path / "checkpoints"}) remove_unfinished(part);
  return result;
}

ResultFolder::~ResultFolder() {
  if (lock_ >= 0) ::close(lock_);
}

ResultFolder::ResultFolder(ResultFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

fs::path ResultFolder::frame(const std::string& name, int number) const {
  constexpr int digits = 6;  // fixed width keeps the files in order
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return path_ / "frames" / (name + "_" + text + ".vtp");
}

void ResultFolder::remove_frames_from(int number, const std::string& extension) const {
  std::error_code status;
  std::vector<fs::path> later;
  for (const auto& entry : fs::directory_iterator(path_ / "frames", status)) {
    const std::string name = entry.path().stem().string();
    const std::string digits = name.substr(name.rfind('_') + 1);
    int found = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
    if (is_number && found >= number && entry.path().extension() == extension) later.push_back(entry.path());
  }
  for (const fs::path& frame : later) {
    if (!fs::remove(frame, status) && status) throw_file_error("remove", frame, status.value());
  }
}

fs::path ResultFolder::checkpoints() const {
  make_folder(path_ / "checkpoints");
  return path_ / "checkpoints";
}

}  // namespace talus
