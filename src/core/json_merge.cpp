#include "talus/core/json_merge.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/core/nearest_file.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

/// One name for all ways to a file; the path as it stands where the system knows none, such as for one that is too
/// long.
fs::path one_name(const fs::path& path) {
  std::error_code none;
  fs::path name = fs::weakly_canonical(path, none);
  return none ? path : name;
}

/// Loads files and what they build on; `open_` are the files on the way here, to notice a cycle.
class Loader {
 public:
  explicit Loader(ErrorList& errors) : errors_(errors) {}

  void expand_file(json::Value& root, const fs::path& path) {
    open_.push_back(one_name(path));
    expand(root, path.parent_path(), "");
    build_on("extends", root, path.parent_path(), "");
    open_.pop_back();
  }

 private:
  ErrorList& errors_;
  std::vector<fs::path> open_;

  void expand(json::Value& value, const fs::path& folder, const std::string& pointer) {
    if (auto* items = value.array()) {
      for (std::size_t i = 0; i < items->size(); ++i)
        expand((*items)[i], folder, json::join(pointer, std::to_string(i)));
    } else if (auto* members = value.object()) {
      for (json::Member& member : *members) expand(member.value, folder, json::join(pointer, member.key));
      build_on("include", value, folder, pointer);
    }
  }

  /// Puts the files that `key` names below the object.
  void build_on(const char* key, json::Value& object, const fs::path& folder, const std::string& pointer) {
    if (!object.find(key)) return;
    const json::Value named = json::take(object, key);
    json::Value base = json::object();
    base.place = object.place;
    for (const json::Value& file : named.array() ? *named.array() : json::Array{named}) {
      merge(base, open(file, folder, json::join(pointer, key)));
    }
    merge(base, object);
    object = std::move(base);
  }

  json::Value open(const json::Value& file, const fs::path& folder, const std::string& pointer) {
    json::Value nothing = json::object();
    const std::string* name = file.string();
    if (!name) {
      errors_.add(Fault::bad_extends, file.place, pointer,
                  "expected the path of a file, or a list of paths, found " + std::string(file.kind()));
      return nothing;
    }
    const fs::path path = folder / *name;
    if (std::ranges::find(open_, one_name(path)) != open_.end()) {
      errors_.add(Fault::cyclic_extends, file.place, pointer, json::quote(*name) + " builds on itself" + chain());
      return nothing;
    }
    std::error_code none;
    if (!fs::exists(path, none)) {
      throw FileError(issue_text(Fault::no_file, file.place, pointer,
                                 "there is no file " + json::quote(path.string()) + file_suggestion(path, open_)));
    }
    json::Value root = json::parse_file(path, errors_);
    expand_file(root, path);
    if (root.object()) return root;
    errors_.add(Fault::bad_extends, root.place, "", "expected an object { … }, found " + std::string(root.kind()));
    return nothing;
  }

  [[nodiscard]] std::string chain() const {
    std::string out;
    for (const fs::path& path : open_) out += (out.empty() ? ": " : " -> ") + path.filename().string();
    return out;
  }
};

}  // namespace

void merge(json::Value& target, const json::Value& patch) {
  if (!patch.object()) {
    target = patch;
    return;
  }
  if (!target.object()) target = json::object();
  target.place = patch.place;
  for (const json::Member& member : *patch.object()) {
    if (member.value.is_null()) {
      json::take(target, member.key);
      continue;
    }
    if (!target.find(member.key)) target.object()->push_back({member.key, {}, member.place});
    json::Member& slot = *target.find(member.key);
    slot.place = member.place;
    merge(slot.value, member.value);
  }
}

void add_bases(json::Value& root, const fs::path& path, ErrorList& errors) { Loader(errors).expand_file(root, path); }

}  // namespace talus
