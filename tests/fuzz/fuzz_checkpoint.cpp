// Any bytes as a checkpoint, and its sections as state. The first byte decides whether checksums are made to fit, so
// that what lies behind them is reached.
#include "fuzz/target.hpp"
#include "talus/core/archive.hpp"
#include "talus/output/checkpoint_file.hpp"

#include <optional>
#include <vector>

namespace talus::fuzz {
namespace {

void take_up(std::vector<Archive::Section> sections) {
  if (sections.empty()) return;
  const std::string name = sections.front().name;
  Archive archive(std::move(sections));
  archive.section(name);
  double number = 0;
  std::string text;
  std::vector<double> numbers;
  std::vector<bool> flags;
  std::optional<int> maybe;
  std::vector<int> three(3);
  archive("number", number);
  archive("text", text);
  archive("numbers", numbers);
  archive("flags", flags);
  archive("maybe", maybe);
  archive.fixed("three", three);
  archive.finish();
}

}  // namespace

void take(const std::string& bytes) {
  if (!bytes.empty() && bytes.front() == '+') return take_up({{"all", bytes.substr(1)}});
  take_up(checkpoint_sections(bytes, "input"));
}

}  // namespace talus::fuzz
