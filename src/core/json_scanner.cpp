#include "json_scanner.hpp"

#include "talus/core/error.hpp"
#include "talus/core/utf8.hpp"

namespace talus::json {
namespace {

std::string describe_byte(char c) {
  constexpr std::string_view hex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 0x20 && byte < 0x7f) return quote(std::string(1, c));
  return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
}

}  // namespace

Scanner::Scanner(std::string_view text, const std::string& name, ErrorList& errors)
    : text_(text), file_(std::make_shared<const std::string>(name)), errors_(errors) {
  if (text_.starts_with(utf8::byte_order_mark)) text_.remove_prefix(utf8::byte_order_mark.size());
}

char Scanner::next() {
  const char c = text_[position_++];
  if (c == '\n') {
    ++line_;
    column_ = 1;
  } else if (!utf8::is_continuation(c)) {
    ++column_;
  }
  return c;
}

void Scanner::skip_space() {
  while (!at_end()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      next();
    } else if (c == '/' && peek(1) == '/') {
      while (!at_end() && peek() != '\n') next();
    } else if (c == '/' && peek(1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Scanner::skip_block_comment() {
  const Place start = here();
  next(), next();
  while (!at_end() && !(peek() == '*' && peek(1) == '/')) next();
  if (at_end()) fail_at(start, "this comment has no end */");
  next(), next();
}

std::string_view Scanner::word_ahead() const {
  std::size_t end = position_;
  while (end < text_.size() && is_word_character(text_[end])) ++end;
  return text_.substr(position_, end - position_);
}

std::string Scanner::found() const {
  if (at_end()) return "the end of the file";
  const std::string_view word = word_ahead();
  return word.empty() ? describe_byte(peek()) : quote(word);
}

void Scanner::check_encoding() {
  Scanner scan = *this;
  while (!scan.at_end()) {
    const std::size_t length = utf8::character_length(text_.substr(scan.position_));
    const char c = scan.peek();
    if (length == 0 || c == '\0') {
      fail_at(scan.here(), describe_byte(c) + " is not UTF-8 text; a case is a text file in JSON", Fault::not_text);
    }
    for (std::size_t i = 0; i < length; ++i) scan.next();
  }
}

void Scanner::fail_at(const Place& place, const std::string& sentence, Fault fault) {
  errors_.add(fault, place, "", sentence);
  throw CaseError(errors_.text());
}

}  // namespace talus::json
