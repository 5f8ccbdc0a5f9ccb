// talus: the command line.
#include "cli/commands.hpp"

#include "talus/core/error.hpp"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  CLI::App app{"talus: contact between deformable solids and granular bodies", "talus"};
  app.require_subcommand(1);
  app.set_version_flag("--version", TALUS_VERSION);
  int exit_code = 0;
  talus::cli::add_commands(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::Error& error) {
    app.exit(error);
    return static_cast<int>(talus::ExitCode::command_line);
  } catch (const talus::Error& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    std::cerr << "out of memory: use a larger spacing, or a machine with more memory\n";
    return static_cast<int>(talus::ExitCode::simulation_failed);
  } catch (const std::exception& error) {
    std::cerr << "internal error: " << error.what() << "\nThis is a defect of talus; please report it with the case.\n";
    return static_cast<int>(talus::ExitCode::internal);
  }
}
