#include "talus/sim/case_reader.hpp"

#include "case_checks.hpp"
#include "talus/core/describe_keys.hpp"
#include "talus/core/read_options.hpp"

namespace talus {

CaseFile read_case_file(const CaseSource& source) {
  ErrorList errors;
  CaseFile file{.source = source, .description = {}, .text = compose_case(source, errors)};
  file.description = read_options<Case>(file.text, errors);
  check_case(file.description, file.text, errors);
  errors.throw_if_any();
  return file;
}

Case read_case(const std::filesystem::path& path, const std::vector<std::string>& sets) {
  return read_case_file({.path = path, .sets = sets}).description;
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
