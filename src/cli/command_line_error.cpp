#include "command_line_error.hpp"

#include <algorithm>

#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus::cli {
namespace {

/// The subcommand that the first word names; null when it names none.
const CLI::App* command_of(const CLI::App& app, const std::vector<std::string>& words) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const auto found = std::ranges::find_if(
      commands, [&](const CLI::App* command) { return !words.empty() && command->get_name() == words.front(); });
  return found == commands.end() ? nullptr : *found;
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return "unknown command " + json::quote(word) + suggestion(word, Words(names.begin(), names.end()));
}

/// "-q" and "--quiet" of every option.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string unexpected(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) {
    const bool one_case = command.get_name() == "run" || command.get_name() == "validate";
    return json::quote(word) + " is one word too many" +
           (one_case ? ": talus takes one case at a time, and changes to it as --set variable=value" : "");
  }
  const std::string option = word.substr(0, word.find('='));
  const std::vector<std::string> names = option_names(command);
  return "unknown option " + json::quote(option) + suggestion(option, Words(names.begin(), names.end()));
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::Error& error, const std::vector<std::string>& words) {
  const CLI::App* command = command_of(app, words);
  if (command == nullptr) {
    if (words.empty()) return "talus needs a command; \"talus --help\" lists them";
    const bool option = words.front().starts_with('-');
    return (option ? unexpected(app, words.front()) : unknown_command(app, words.front())) +
           "\n\"talus --help\" lists the commands";
  }
  const std::string help = "\n\"talus " + command->get_name() + " --help\" explains the command";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const auto rest = app.remaining(true);
    if (!rest.empty()) return "talus " + command->get_name() + ": " + unexpected(*command, rest.front()) + help;
  }
  return "talus " + command->get_name() + ": " + error.what() + help;
}

}  // namespace talus::cli
