// One entry of /contacts for many pairs of bodies.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/written_case.hpp"
#include "talus/contact/waiting_contact.hpp"
#include "talus/core/archive.hpp"
#include "talus/sim/run_report.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

std::string block(int number, const std::string& place, const std::string& velocity = "[0, 0]") {
  return "\"block" + std::to_string(number) + R"(": {"solver": "tlsph", "material": "soft", "spacing": 0.1,
      "shape": {"model": "block", "size": [0.4, 0.4]}, "position": )" +
         place + ", \"velocity\": " + velocity + "}";
}

const std::string shots =
    R"("shots": {"solver": "dem", "material": "soft", "grains": {"model": "spheres",
      "list": [{"centre": [0, 0.5], "radius": 0.1}, {"centre": [0.21, 0.5], "radius": 0.1}]}, "velocity": [0, -5]})";
const std::string floor =
    R"("floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, -0.3], "normal": [0, 1]}})";

/// Three blocks, the third of which comes from afar, two grains and a wall.
std::string scene(const std::string& contacts, const std::string& bodies) {
  return R"({"talus": 1, "title": "many", "dimension": 2, "time": {"end": "0.1 s"}, "gravity": [0, -9.81],
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3}},
  "bodies": {)" +
         bodies + R"(}, "contacts": [)" + contacts + "]}";
}
std::string scene(const std::string& contacts) {
  return scene(contacts, block(1, "[0, 0]") + ", " + block(2, "[0.41, 0.02]", "[-2, 0]") + ", " + shots + ", " + floor +
                             ", " + block(3, "[2, 0]", "[-40, 0]"));
}

std::string entry(const std::string& between, const std::string& laws) {
  return "{\"between\": " + between + ", " + laws + "}";
}

const std::string spring = R"("normal": {"model": "linear_spring", "k": 1e5, "restitution": 0.5})";
const std::string rough = spring + R"(, "tangential": {"model": "coulomb_spring", "mu": 0.3, "ratio": 0.5})";
const std::string field = R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.2})";

std::uint64_t hash_after(const std::string& text, int steps) {
  Simulation s = simulate_written(text);
  for (int k = 0; k < steps; ++k) s.step(1);
  return s.state_hash();
}

const WaitingContact* waiting(const Simulation& s, const std::string& a, const std::string& b) {
  for (const auto& contact : s.model().contacts) {
    if (contact->a().name == a && contact->b().name == b) return dynamic_cast<const WaitingContact*>(contact.get());
  }
  return nullptr;
}

std::string entry_for(const Case& c, const std::string& a, const std::string& b) {
  const ContactSpec* found = contact_entry(c, a, b);
  return found == nullptr ? "none" : contact_pointer(c, *found);
}

}  // namespace

TEST_CASE("an entry for many pairs does what entries for each of them do, to the bit") {
  const std::string listed = entry(R"(["block1", "block2"])", rough) + ", " + entry(R"(["block1", "shots"])", rough) +
                             ", " + entry(R"(["block1", "floor"])", rough) + ", " +
                             entry(R"(["block1", "block3"])", rough) + ", " + entry(R"(["block2", "shots"])", rough) +
                             ", " + entry(R"(["block2", "floor"])", rough) + ", " +
                             entry(R"(["block2", "block3"])", rough) + ", " + entry(R"(["shots", "shots"])", rough) +
                             ", " + entry(R"(["shots", "floor"])", rough) + ", " +
                             entry(R"(["shots", "block3"])", rough) + ", " + entry(R"(["floor", "block3"])", rough);
  const std::uint64_t hash = hash_after(scene(listed), 150);
  CHECK(hash_after(scene(entry(R"(["*", "*"])", rough)), 150) == hash);
  CHECK(hash_after(scene(entry(R"(["*", "*"])", spring)), 150) != hash);

  const std::string some = entry(R"(["block2", "block3"])", field) + ", " + entry(R"(["block1", "floor"])", rough) +
                           ", " + entry(R"(["block2", "floor"])", rough) + ", " +
                           entry(R"(["block3", "floor"])", rough);
  const std::string others = entry(R"(["block1", "block2"])", field) + ", " + entry(R"(["block1", "block3"])", field) +
                             ", " + entry(R"(["*", "shots"])", spring);
  CHECK(hash_after(scene(some + ", " + others), 150) ==
        hash_after(scene(entry(R"(["block2", "block3"])", field) + ", " + entry(R"(["block*", "floor"])", rough) +
                         ", " + entry(R"(["block*", "b*"])", field) + ", " + entry(R"(["shots", "*"])", spring)),
                   150));
}

TEST_CASE("the narrowest entry counts, and a solid touches itself only where its name is written twice") {
  const Case c = read_written(scene(entry(R"(["*", "*"])", rough) + ", " + entry(R"(["block*", "block*"])", field) +
                                    ", " + entry(R"(["block1", "block*"])", spring) + ", " +
                                    entry(R"(["block3", "block1"])", R"("normal": "none")") + ", " +
                                    entry(R"(["block3", "block3"])", spring)))
                     .description;
  CHECK(entry_for(c, "block2", "block3") == "/contacts/1");
  CHECK(entry_for(c, "block3", "block2") == "/contacts/1");
  CHECK(entry_for(c, "block1", "block2") == "/contacts/2");
  CHECK(entry_for(c, "block1", "block3") == "/contacts/3");
  CHECK(entry_for(c, "block3", "block3") == "/contacts/4");
  CHECK(entry_for(c, "block1", "block1") == "none");
  CHECK(entry_for(c, "shots", "shots") == "/contacts/0");
  CHECK(entry_for(c, "floor", "block2") == "/contacts/0");
  CHECK(entry_for(c, "floor", "floor") == "none");
  const std::vector<ContactPair> pairs = contact_pairs(c);
  CHECK(pairs.size() ==
        12);  // six of grains, three of blocks and floor, three of blocks, one of them with none, and 3-3
  for (const auto& [a, b, k] : pairs) CHECK(entry_for(c, a, b) == "/contacts/" + std::to_string(k));
  const std::string text = resolved_case(read_written(scene(entry(R"(["*", "*"])", rough))));
  CHECK(text.find(R"("between": ["*", "*"])") != std::string::npos);
}

TEST_CASE("entries that stand for nothing, or as much for a pair as others do, are refused") {
  struct Refused {
    std::string entries, answer;
  };
  const std::string all = entry(R"(["*", "*"])", rough);
  const std::vector<Refused> rows{
      {entry(R"(["blok*", "*"])", rough),
       "at /contacts/0/between/0\n      there is no body whose name is like \"blok*\"; did you mean \"block*\"?"},
      {entry(R"(["block1", "*x"])", rough),
       "like \"*x\"; expected \"block1\", \"block2\", \"shots\", \"floor\" or \"block3\""},
      {entry(R"(["blok1", "*"])", rough), "there is no body \"blok1\"; did you mean \"block1\"?"},
      {all + ", " + entry(R"(["floor", "fl*"])", spring),
       "at /contacts/1/between\n      [\"floor\", \"fl*\"] stands for no pair of bodies: a solid touches itself only"},
      {all + ", " + entry(R"(["block1*", "bl*1"])", spring), "stands for no pair"},
      {all + ", " + all, "at /contacts/1/between\n      these pairs of bodies have an entry already, /contacts/0"},
      {entry(R"(["block*", "*"])", rough) + ", " + entry(R"(["*", "shots"])", rough) + ", " +
           entry(R"(["*", "block*"])", rough),
       "at /contacts/2/between\n      these pairs of bodies have an entry already, /contacts/0"},
      {all + ", " + entry(R"(["block*", "*"])", rough) + ", " + entry(R"(["*", "floor"])", rough),
       "at /contacts/2/between\n      \"block1\" and \"floor\", and 2 more pairs, fit both this and /contacts/1, "
       "[\"block*\", \"*\"], and neither of the two is the narrower one: add an entry for [\"block*\", \"floor\"]"},
      {all + ", " + entry(R"(["*1", "block*"])", rough) + ", " + entry(R"(["b*", "*2"])", rough),
       "add an entry for [\"block1\", \"block2\"]"},
      {all + ", " + entry(R"(["block*", "block*"])", R"("normal": "penalty")"),
       "at /contacts/1/normal/model\n      \"penalty\" is no normal contact law of solids; there is"},
      {entry(R"(["*", "*"])", field),
       "at /contacts/0/normal/model\n      for \"block1\" and \"shots\", and 4 more pairs, \"field_barrier\" is no "
       "normal "
       "contact law of grains; there is"},
      {entry(R"(["block*", "*"])", rough), "grains of \"shots\" meet each other, \"shots\" and \"floor\" can meet"}};
  for (const auto& [entries, answer] : rows) {
    const std::string found = complaint_about(scene(entries));
    CAPTURE(found);
    CHECK(found.find(answer) != std::string::npos);
  }
  CHECK(complaint_about(scene(all + ", " + entry(R"(["block*", "*"])", rough) + ", " +
                              entry(R"(["*", "floor"])", rough) + ", " + entry(R"(["block*", "floor"])", rough)))
            .empty());
  const std::string starred = complaint_about(scene(all, R"("a*": )" + block(1, "[0, 0]").substr(10)));
  CAPTURE(starred);
  CHECK(starred.find("at /bodies/a*\n      a body cannot have a \"*\" in its name") != std::string::npos);
}

TEST_CASE("bodies that are far apart have no contact before they come near") {
  const std::string text = scene(entry(R"(["*", "*"])", rough));
  Simulation s = simulate_written(text);
  CHECK(waiting(s, "block1", "block2") == nullptr);  // made at once
  REQUIRE(waiting(s, "block2", "block3") != nullptr);
  s.step(1);
  CHECK_FALSE(waiting(s, "block2", "block3")->is_made());
  Archive early;
  s.state(early);
  while (waiting(s, "block2", "block3")->loaded() == 0 && s.time() < 0.05) s.step(1);
  CHECK(waiting(s, "block2", "block3")->is_made());
  CHECK(waiting(s, "block2", "block3")->loaded() > 0);
  const auto steps = s.steps();
  Archive late;
  s.state(late);

  for (const Archive* before : {&early, &late}) {
    Archive archive(before->sections());
    Simulation again = simulate_written(text);
    again.state(archive);
    archive.finish();
    CHECK(waiting(again, "block2", "block3")->is_made() == (before == &late));
    while (again.steps() < steps + 50) again.step(1);
    Simulation whole = simulate_written(text);
    while (whole.steps() < steps + 50) whole.step(1);
    CHECK(again.state_hash() == whole.state_hash());
    CHECK(again.ledger()[Channel::sliding] == whole.ledger()[Channel::sliding]);
  }
}

TEST_CASE("the header tells of all pairs of an entry in one line") {
  const CaseFile file = read_written(scene(entry(R"(["*", "*"])", rough) + ", " + entry(R"(["shots", "*"])", spring)));
  Simulation s(build_model(file.description));
  std::string contacts;
  for (const auto& [title, text] : run_facts(file, s, "")) {
    if (title.starts_with("contact")) contacts += title + ": " + text.substr(0, 33) + "\n";
  }
  CHECK(contacts ==
        "contact * - *: 3 pairs, such as block1 - block2:\n"
        "contact * - *: 3 pairs, such as block1 - floor: \n"
        "contact shots - shots: linear_spring, frictionless; k 1e\n"
        "contact shots - floor: linear_spring, frictionless; k 1e\n"
        "contact shots - *: 3 pairs, such as shots - block1: \n");
}

}  // namespace talus
