// The characters of a JSON text one by one, with their place; white space and comments; and how to complain.
#pragma once

#include <string>
#include <string_view>

#include "talus/core/error_list.hpp"
#include "talus/core/json_value.hpp"

namespace talus::json {

/// Letters, digits and "_": what a bare word is made of.
constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& name, ErrorList& errors);

 protected:
  [[nodiscard]] Place here() const { return {file_, line_, column_}; }
  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::string_view text(std::size_t from, std::size_t count) const { return text_.substr(from, count); }
  [[nodiscard]] ErrorList& errors() { return errors_; }

  char next();
  void skip_space();  ///< and comments

  /// The run of word characters that starts here, without passing it.
  [[nodiscard]] std::string_view word_ahead() const;
  /// What stands here, for a message: a whole word, or one character.
  [[nodiscard]] std::string found() const;

  /// Binary files are told from text before anything else, so that the message says what is wrong.
  void check_encoding();

  [[noreturn]] void fail_at(const Place& place, const std::string& sentence, Fault fault = Fault::syntax);
  [[noreturn]] void fail(const std::string& sentence) { fail_at(here(), sentence); }

 private:
  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  ErrorList& errors_;
  std::size_t position_ = 0;
  int line_ = 1;
  int column_ = 1;

  void skip_block_comment();
};

}  // namespace talus::json
