// A checkpoint whose checksums are right and whose contents somebody has changed: it is refused in words, or the run
// goes on, or stops in words. The first byte chooses a case; what follows are changes, each of a section, a width, a
// place and a value, to what a genuine run has left.
#include "fuzz/state_cases.hpp"
#include "fuzz/target.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/error.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/simulation.hpp"

#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

namespace talus::fuzz {
namespace {

constexpr int steps_before = 30, steps_after = 3;

struct Genuine {
  Case description;
  std::vector<Archive::Section> sections;
};

void go_on(Simulation& simulation, int steps) {
  for (int k = 0; k < steps && !simulation.finished(); ++k) {
    simulation.step(simulation.segment_end());
    simulation.check_health();
  }
}

/// What a run of the case has left after some steps. A case that does not get there is no case for this.
Genuine genuine(std::string_view text) {
  try {
    const MemoryFile file{std::string(text)};
    Case description = read_case_file({file.path()}).description;
    Simulation simulation(build_model(description));
    go_on(simulation, steps_before);
    Archive archive;
    simulation.state(archive);
    return {std::move(description), archive.sections()};
  } catch (const Error& error) {
    throw std::logic_error(error.what());
  }
}

const std::vector<Genuine>& all_genuine() {
  static const std::vector<Genuine> all = [] {
    std::vector<Genuine> made;
    for (const std::string_view text : state_cases) made.push_back(genuine(text));
    return made;
  }();
  return all;
}

/// Changes one number of 1, 2, 4 or 8 bytes; places and sections go round.
struct Edit {
  std::uint8_t section, width;
  std::uint32_t place;
  std::uint64_t value;

  static constexpr std::size_t bytes = 14;
  explicit Edit(const char* from) {
    std::memcpy(&section, from, sizeof section);
    std::memcpy(&width, from + 1, sizeof width);
    std::memcpy(&place, from + 2, sizeof place);
    std::memcpy(&value, from + 6, sizeof value);
  }
  void apply(std::vector<Archive::Section>& sections) const {
    std::string& text = sections[section % sections.size()].bytes;
    const std::size_t size = std::size_t(1) << (width % 4);
    if (text.size() < size) return;
    std::memcpy(text.data() + place % (text.size() - size + 1), &value, size);
  }
};

}  // namespace

void take(const std::string& bytes) {
  if (bytes.empty()) return;
  const Genuine& from = all_genuine()[static_cast<unsigned char>(bytes.front()) % all_genuine().size()];
  std::vector<Archive::Section> sections = from.sections;
  for (std::size_t at = 1; at + Edit::bytes <= bytes.size(); at += Edit::bytes) Edit(bytes.data() + at).apply(sections);
  Simulation simulation(build_model(from.description));
  Archive archive(std::move(sections));
  simulation.state(archive);
  archive.finish();
  go_on(simulation, steps_after);
  simulation.mark_contacts();
}

}  // namespace talus::fuzz
