// Something in a case that shows only when it is built.
#pragma once

#include <string>
#include <utility>

#include "talus/core/error.hpp"
#include "talus/core/error_list.hpp"

namespace talus {

/// With the JSON pointer of its place.
struct CaseIssue : CaseError {
  CaseIssue(Fault f, std::string where, const std::string& sentence)
      : CaseError(sentence), fault(f), pointer(std::move(where)) {}
  Fault fault;
  std::string pointer;
};

/// The same of a file that the case names and that cannot be read.
struct FileIssue : FileError {
  FileIssue(std::string where, const std::string& sentence) : FileError(sentence), pointer(std::move(where)) {}
  std::string pointer;
};

/// Turns what something that is built complains about into a complaint with its place.
template <class Build>
auto at_place(const std::string& pointer, Fault fault, Build&& build) {
  try {
    return build();
  } catch (const CaseIssue&) {
    throw;
  } catch (const FileIssue&) {
    throw;
  } catch (const CaseError& error) {
    throw CaseIssue(fault, pointer, error.what());
  } catch (const FileError& error) {
    throw FileIssue(pointer, error.what());
  }
}

}  // namespace talus
