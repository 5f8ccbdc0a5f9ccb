#include "commands.hpp"

namespace talus::cli {

void add_commands(CLI::App& app, int& exit_code) {
  add_new(app);
  add_validate(app);
  add_run(app, exit_code);
  add_resume(app, exit_code);
  add_sweep(app, exit_code);
  add_info(app);
  add_compare(app, exit_code);
  add_report(app);
  add_bench(app);
  add_list(app);
  add_describe(app);
  add_schema(app);
  add_version(app);
}

}  // namespace talus::cli
