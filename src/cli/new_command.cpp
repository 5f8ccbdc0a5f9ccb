// talus new: a first case to change.
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "starter_case.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

namespace talus::cli {
namespace {

namespace fs = std::filesystem;

void write_starter(const fs::path& path) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path, ignored))) {
    throw FileError("\"" + path.string() + "\" exists already and is left as it is; choose another name");
  }
  write_file(path, starter_case);
  print("wrote " + path.string() + "; run it with\n  talus run " + path.string() + "\n");
}

}  // namespace

void add_new(CLI::App& app) {
  auto* command = app.add_subcommand("new", "writes a commented case to start from: a block that slides to rest");
  auto path = std::make_shared<fs::path>("sliding_block.json");
  command->add_option("file", *path, "default: sliding_block.json; a file that exists is never replaced")
      ->option_text("[FILE]");
  command->callback([path] { write_starter(*path); });
}

}  // namespace talus::cli
