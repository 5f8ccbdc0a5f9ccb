#include "talus/output/log.hpp"

#include <cerrno>
#include <utility>

#include "talus/output/atomic_file.hpp"

namespace talus {

void Log::open(const std::filesystem::path& path, bool append) {
  path_ = path;
  file_.reset(std::fopen(path.c_str(), append ? "abe" : "wbe"));
  if (!file_) throw_file_error("create", path, errno);
  flush();
}

void Log::line(std::string_view text) { (buffer_ += text) += '\n'; }

void Log::warning(std::string_view text) {
  warnings_.emplace_back(text);
  line("warning: " + warnings_.back());
}

void Log::state(Archive& a) {
  std::uint64_t count = warnings_.size();
  a("warnings", count);
  for (std::uint64_t k = 0; k < count; ++k) {
    if (k == warnings_.size()) warnings_.emplace_back();
    a("warning", warnings_[k]);
  }
}

void Log::flush() {
  if (!file_) return;
  const std::string waiting = std::exchange(buffer_, {});
  const bool written = std::fwrite(waiting.data(), 1, waiting.size(), file_.get()) == waiting.size();
  if (!written || std::fflush(file_.get()) != 0) throw_file_error("write", path_, errno);
}

Log::~Log() {
  try {
    flush();
  } catch (const std::exception&) {
    // The last flush() of a run that ends well reports it; here another error is already under way.
  }
}

}  // namespace talus
