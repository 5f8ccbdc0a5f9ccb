#include "talus/sim/case_reader.hpp"

#include "case_checks.hpp"
#include "talus/core/describe_keys.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/core/read_options.hpp"

namespace talus {

namespace {

CaseFile read_and_check(const CaseSource& source, ErrorList& errors) {
  CaseFile file{.source = source, .description = {}, .text = compose_case(source, errors)};
  file.description = read_options<Case>(file.text, errors);
  check_case(file.description, file.text, errors);
  return file;
}

/// Of the short form that nobody has asked for: a slip in it should not wait until somebody does. Arguments of --set
/// may rule it out by themselves, which is no fault of the case: it must be valid with them or without.
void check_short_form(CaseSource source, ErrorList& errors) {
  source.short_form = true;
  ErrorList with_sets, without;
  (void)read_and_check(source, with_sets);
  if (with_sets.empty()) return;
  if (!source.sets.empty()) {
    source.sets.clear();
    (void)read_and_check(source, without);
    if (without.empty()) return;
  }
  errors.add_new(with_sets, " (in the short form)");
}

}  // namespace

CaseFile read_case_file(CaseSource source) {
  ErrorList errors;
  if (!source.text) source.text = json::read_text(source.path);  // once, for the short form as well
  CaseFile file = read_and_check(source, errors);
  if (file.text.has_short_form && !source.short_form) check_short_form(source, errors);
  errors.throw_if_any();
  return file;
}

Case read_case(const std::filesystem::path& path, const std::vector<std::string>& sets) {
  return read_case_file({.path = path, .sets = sets}).description;
}

bool ends_early(const CaseFile& file) {
  const json::Place end = json::locate(file.text.root, "/time/end");
  const bool is_given_end = end.line == 0 || end.argument != nullptr;
  return file.source.short_form || is_given_end || file.source.path.filename() == "case.resolved.json";
}

std::string resolved_case(const CaseFile& file) { return json::dump(resolved(file.description, file.text.variables)); }

CaseError error_at(const CaseFile& file, Fault fault, const std::string& pointer, const std::string& sentence) {
  ErrorList errors;
  errors.add(fault, json::locate(file.text.root, pointer), pointer, sentence);
  return CaseError(errors.text());
}

std::string case_schema() { return json::dump(schema_of<Case>("talus case")); }

std::vector<EntryText> case_entries() { return describe_entries<Case>(); }

std::vector<KeyText> case_keys() { return describe_keys<Case>(); }

}  // namespace talus
