#include "talus/output/pvd.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "talus/output/atomic_file.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

/// Undoes escape_markup().
std::string plain(std::string text) {
  constexpr std::pair<const char*, char> marks[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&amp;", '&'}};
  for (const auto& [mark, character] : marks) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; ++at) {
      text.replace(at, std::string_view(mark).size(), 1, character);
    }
  }
  return text;
}

/// Value of ` name="…"` in one line of our own writing; empty when it is not there.
std::string attribute(const std::string& line, const std::string& name) {
  const std::string key = " " + name + "=\"";
  const std::size_t begin = line.find(key);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + key.size();
  return plain(line.substr(from, line.find('"', from) - from));
}

}  // namespace

PvdSeries PvdSeries::continue_from(const std::filesystem::path& path, Real last_time) {
  PvdSeries series(path);
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("<DataSet ") == std::string::npos) continue;
    const Real time = std::strtod(attribute(line, "timestep").c_str(), nullptr);
    if (time <= last_time) series.frames_.push_back({time, attribute(line, "name"), attribute(line, "file")});
  }
  return series;
}

void PvdSeries::state(Archive& a) {
  std::uint64_t count = frames_.size();
  a("data sets", count);
  if (!a.reads()) return;
  frames_.clear();
  if (count > 0) frames_ = continue_from(path_, infinity).frames_;
  if (frames_.size() < count) {
    throw FileError("\"" + path_.string() + "\" lists only " + std::to_string(frames_.size()) + " data sets of " +
                    std::to_string(count) + " that there were");
  }
  frames_.resize(count);
  write();
}

void PvdSeries::add(Real time, const std::string& part, const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(path_).parent_path();
  const auto relative =
      std::filesystem::absolute(file).lexically_normal().lexically_relative(folder.lexically_normal());
  frames_.push_back({time, part, relative.generic_string()});
}

std::size_t PvdSeries::missing() const {
  const auto is_gone = [&](const Frame& frame) {
    std::error_code none;
    return !std::filesystem::exists(path_.parent_path() / frame.file, none);
  };
  return static_cast<std::size_t>(std::ranges::count_if(frames_, is_gone));
}

void PvdSeries::write() const {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  int part_number = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    part_number = i > 0 && frames_[i - 1].time == frame.time ? part_number + 1 : 0;
    text += "    <DataSet timestep=\"" + exact_number(frame.time) + "\" part=\"" + std::to_string(part_number) + "\"";
    if (!frame.part.empty()) text += " name=\"" + escape_markup(frame.part) + "\"";
    text += " file=\"" + escape_markup(frame.file) + "\"/>\n";
  }
  write_file(path_, text + "  </Collection>\n</VTKFile>\n");
}

}  // namespace talus
