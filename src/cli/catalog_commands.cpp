// talus list, describe, schema and version: what a case can say.
#include <algorithm>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "talus/core/error.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/run_report.hpp"

namespace talus::cli {
namespace {

/// The entries of one family, or all of them when no family is named.
std::vector<EntryText> entries_of(const std::string& family) {
  const std::vector<EntryText> all = case_entries();
  if (family.empty()) return all;
  std::vector<EntryText> chosen;
  Words families;
  for (const EntryText& entry : all) {
    if (entry.family == family) chosen.push_back(entry);
    if (std::ranges::find(families, entry.family) == families.end()) families.push_back(entry.family);
  }
  if (!chosen.empty()) return chosen;
  throw Error(ExitCode::command_line, "there is no family \"" + family + "\"" + suggestion(family, families));
}

/// The keys at the root, then every entry.
std::string all_names() {
  return "case: its keys (\"talus describe case\" tells more)\n" + root_overview(case_keys()) + "\n" +
         overview(case_entries());
}

}  // namespace

void add_list(CLI::App& app) {
  auto* command = app.add_subcommand("list", "lists every law, shape, boundary, … that a case can name");
  auto family = std::make_shared<std::string>();
  command->add_option("family", *family, "only this family, such as \"material\"")->option_text("[FAMILY]");
  command->callback([family] { print(overview(entries_of(*family))); });
}

void add_describe(CLI::App& app) {
  auto* command = app.add_subcommand(
      "describe", "explains a key of a case, or an entry of the list: formula, options, units, defaults");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "a key such as \"contacts\", an entry such as \"hencky_j2\", or a pointer")
      ->option_text("[NAME]");
  command->footer(
      "Without a name it lists the keys at the root of a case, and all entries. A key that stands at several places\n"
      "has a pointer for each, in which \"*\" is any name or number:\n"
      "  talus describe case                  the keys at the root, with units and defaults\n"
      "  talus describe '/bodies/*/motion'    one place only\n");
  command->callback([name] { print(name->empty() ? all_names() : description(case_entries(), case_keys(), *name)); });
}

void add_schema(CLI::App& app) {
  auto* command = app.add_subcommand("schema", "prints the JSON Schema of a case, for editors");
  command->footer(
      "Save it and name it in the first line of a case, and the editor completes keys and shows units:\n"
      "  talus schema > talus.schema.json      { \"$schema\": \"talus.schema.json\", …\n");
  command->callback([] { print(case_schema()); });
}

void add_version(CLI::App& app) {
  auto* command = app.add_subcommand("version", "prints the version");
  command->callback([] {
    std::string text;
    for (const auto& [part, version] : version_facts()) text += part + " " + version + "\n";
    print(text);
  });
}

}  // namespace talus::cli
