// Case files in and out: reading with every check that needs no particles, the resolved echo, the schema, and what
// `talus list` and `talus describe` know. Only the source behind this header instantiates the codecs of Case.
#pragma once

#include <string>
#include <vector>

#include "talus/core/describe_key_text.hpp"
#include "talus/core/error.hpp"
#include "talus/core/json_compose.hpp"
#include "talus/sim/case.hpp"
#include "talus/sim/case_issue.hpp"

namespace talus {

/// A case with the text that it came from, so that later checks can point into the file.
struct CaseFile {
  CaseSource source;
  Case description;
  CaseText text;
};

/// Reads and checks a case, its short form as well; keeps the text of its file. Throws CaseError with all that is wrong
/// at once, FileError for a missing file.
[[nodiscard]] CaseFile read_case_file(CaseSource source);

[[nodiscard]] Case read_case(const std::filesystem::path& path, const std::vector<std::string>& sets = {});

/// Whether a run of it was told to end before the case is over: by its short form, or an end from the command line. The
/// echo of a run does not say, and may.
[[nodiscard]] bool ends_early(const CaseFile& file);

/// What `case.resolved.json` holds: every option in SI, itself a case that gives the same run.
[[nodiscard]] std::string resolved_case(const CaseFile& file);

/// A complaint about a value of this case, in the format of the reader: place, number, pointer, sentence.
[[nodiscard]] CaseError error_at(const CaseFile& file, Fault fault, const std::string& pointer,
                                 const std::string& sentence);

/// Calls build() and gives its complaints their place in the case file.
template <class Build>
auto located(const CaseFile& file, Build&& build) {
  try {
    return build();
  } catch (const CaseIssue& issue) {
    throw error_at(file, issue.fault, issue.pointer, issue.what());
  } catch (const FileIssue& issue) {
    throw FileError(error_at(file, Fault::no_file, issue.pointer, issue.what()).what());
  } catch (const LostFormula& lost) {
    throw error_at(file, Fault::bad_formula, lost.place, lost.sentence + ", where the run begins");
  }
}

/// The JSON Schema (draft-07) of a case file.
[[nodiscard]] std::string case_schema();

/// Every law, shape, kernel, boundary, … that a case can name.
[[nodiscard]] std::vector<EntryText> case_entries();

/// Every key of a case.
[[nodiscard]] std::vector<KeyText> case_keys();

}  // namespace talus
