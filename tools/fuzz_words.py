"""Words for the fuzzer, as a dictionary of libFuzzer: all that a case can say, from the schema that the option tables make."""
import json
import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "cases" / "talus.schema.json"
OTHERS = ['"extends"', '"include"', '"variables"', '"expression"', '"choose"', '"$mu"', "e+308", "e-324", "-0", "1e9",
          "mm", "GPa", "kg/m^3", "m/s^2", "deg", "%", "//", "/*", "*/", "\\u0000", "solid", "facet normal", "outer loop",
          "vertex", "endloop", "endfacet", "endsolid", "x,y,z,volume", "talus checkpoint", "sqrt(", "min(", "t < 1 ? 1 : 0"]


def words(value):
    """Keys and words of all objects below a part of the schema."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "properties":
                yield from (f'"{name}"' for name in item)
            if key in ("enum", "const"):
                yield from (f'"{word}"' for word in (item if key == "enum" else [item]) if isinstance(word, str))
            yield from words(item)
    elif isinstance(value, list):
        for item in value:
            yield from words(item)


def quoted(word):
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


if __name__ == "__main__":
    for word in sorted({*words(json.loads(SCHEMA.read_text())), *OTHERS}):
        print(quoted(word))
