#!/usr/bin/env python3
"""Checks that each header compiles alone.

A header that is the first include of a source is proven by the build, so only the others are compiled here. Those that
reach talus/core/types.hpp share a precompiled Eigen, which is most of their cost; it hides nothing, since
types.hpp gives them all of Eigen anyway. Usage: check_headers.py COMPILER WORK_FOLDER [FLAG ...]
"""
import concurrent.futures
import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"(talus/[^"]+)"', re.MULTILINE)
JOBS = 2


@functools.cache
def includes(path):
    return [ROOT / "include" / name for name in INCLUDE.findall(path.read_text())] if path.is_file() else []


def reaches(path, goal, seen):
    if path == goal:
        return True
    seen.add(path)
    return any(reaches(p, goal, seen) for p in includes(path) if p not in seen)


def first_include(source):
    found = re.search(r'^\s*#\s*include\s*["<]([^">]+)', source.read_text(), re.MULTILINE)
    return ROOT / "include" / found[1] if found else None


def main():
    compiler, work, flags = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    base = [compiler, "-std=c++20", "-fopenmp", "-w", f"-I{ROOT / 'include'}", *flags]
    work.mkdir(parents=True, exist_ok=True)
    (work / "eigen.hpp").write_text("#include <Eigen/Dense>\n")
    subprocess.run([*base, "-x", "c++-header", work / "eigen.hpp", "-o", work / "eigen.hpp.gch"], check=True)

    proven = {first_include(source) for source in (ROOT / "src").rglob("*.cpp")}
    headers = sorted(set((ROOT / "include").rglob("*.hpp")) - proven)
    types = ROOT / "include/talus/core/types.hpp"

    def compile_alone(header):
        eigen = ["-include", work / "eigen.hpp"] if reaches(header, types, set()) else []
        done = subprocess.run([*base, *eigen, "-fsyntax-only", "-x", "c++", header], capture_output=True, text=True)
        return header, done.returncode, done.stderr

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        failed = [(h, text) for h, code, text in pool.map(compile_alone, headers) if code != 0]
    for header, text in failed:
        print(f"{header.relative_to(ROOT)} does not compile alone:\n{text}")
    print(f"{len(headers) - len(failed)} headers compile alone, {len(failed)} do not, "
          f"{len(proven)} are the first include of a source")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
