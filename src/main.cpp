// talus: the command line.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/command_line_error.hpp"
#include "cli/commands.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

namespace {

constexpr const char* help_footer =
    "A first run:\n"
    "  talus new block.json && talus run block.json\n\n"
    "\"talus COMMAND --help\" explains a command, \"talus list\" shows what a case can name.\n";

/// Large arrays that are given back stay with the program and serve the next frame, the next list. glibc would hand
/// them to the system each time and have every page of the next one cleared: a million grains wait five times as long
/// for their frame.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);         // none apart from the heap, where they could only go back
  mallopt(M_TRIM_THRESHOLD, -1);  // and the heap stays as large as it has been
#endif
}

int fail(talus::ExitCode code, const std::string& message) {
  std::cout.flush();
  std::cerr << message << '\n';
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  talus::open_standard_descriptors();
  keep_freed_memory();
  talus::outlive_size_limits();
  CLI::App app{"talus: contact between deformable solids and granular bodies", "talus"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "talus " TALUS_VERSION);
  app.footer(help_footer);
  int exit_code = 0;
  talus::cli::add_commands(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& done) {
    return app.exit(done);  // --help and --version
  } catch (const CLI::Error& error) {
    return fail(talus::ExitCode::command_line, talus::cli::explain(app, error, {argv + 1, argv + argc}));
  } catch (const talus::Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::filesystem::filesystem_error& error) {  // such as a name that is too long
    return fail(talus::ExitCode::file, error.what());
  } catch (const std::bad_alloc&) {
    return fail(talus::ExitCode::simulation_failed,
                "out of memory: use a larger spacing, or a machine with more memory");
  } catch (const std::exception& error) {
    return fail(talus::ExitCode::internal, std::string("internal error: ") + error.what() +
                                               "\nThis is a defect of talus; please report it with the case.");
  }
}
