"""Processor time and memory for reading and for checking 100,000 deck lines: `python benchmarks/bench_parser.py`.

Each deck is measured in a separate process. The goals are less than 2 s for reading, and less than 5 s and 1 GiB for
reading and checking.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable

LINES = 100_000


def one_keyword_a_line() -> str:
    lines = (
        f"  @POINT_NAME {{P{k}}} {{\n    @COORDINATES {{{k}.0, 2.5e-3, -3.0}}\n"
        "    @IS_DEFINED_IN_FRAME {INERTIAL}\n  }\n"
        for k in range(LINES // 4)
    )
    return "@POINT_DEFINITION {\n" + "".join(lines) + "}\n"


def one_object_a_line() -> str:
    lines = (
        f"  @POINT_NAME {{P{k}}} {{ @COORDINATES {{{k}.0, 2.0, 3.0}} @IS_DEFINED_IN_FRAME {{INERTIAL}} }}\n"
        for k in range(LINES)
    )
    return "@POINT_DEFINITION {\n" + "".join(lines) + "}\n"


def expressions() -> str:
    lines = (
        f"  @POINT_NAME {{P{k}}} {{\n    @COORDINATES {{2*{k}, sqrt(2)/2, atan2(1, 2)}} ! comment\n"
        f"    @COMMENTS {{anything, {k}}}\n  }}\n"
        for k in range(LINES // 4)
    )
    return "@POINT_DEFINITION {\n" + "".join(lines) + "}\n"


def chain_of_frames() -> str:
    lines = ["@POINT_DEFINITION { @POINT_NAME {P0} { @COORDINATES {0.0, 0.0, 0.0} } }", "@TRIAD_DEFINITION {"]
    lines += [
        f"@TRIAD_NAME {{T{k}}} {{ @EULER_ANGLES_321 {{0.1, 0.2, 0.3}} @IS_DEFINED_IN_FRAME {{F{k - 1}}} }}"
        if k
        else "@TRIAD_NAME {T0} { @EULER_ANGLES_321 {0.1, 0.2, 0.3} }"
        for k in range(LINES // 2)
    ]
    lines += ["}", "@FIXED_FRAME_DEFINITION {"]
    lines += [f"@FIXED_FRAME_NAME {{F{k}}} {{ @POINT1_NAME {{P0}} @TRIAD_NAME {{T{k}}} }}" for k in range(LINES // 2)]
    return "\n".join([*lines, "}", ""])


def mistakes() -> str:
    return one_keyword_a_line().replace("2.5e-3,", "2.5e-3", LINES // 2)


def measure(make: Callable[[], str], results: multiprocessing.SimpleQueue[tuple[float, float, float, int]]) -> None:
    from rbsolve.language.diagnostics import Diagnostics, Source
    from rbsolve.language.syntax import read_tree
    from rbsolve.pipeline import check_deck

    text = make()
    read_tree(Source("warm", "@A {1}"), Diagnostics())
    start = time.process_time()
    read_tree(Source("a.deck", text), Diagnostics())
    read = time.process_time() - start
    start = time.process_time()
    findings = len(check_deck(text).diagnostics)
    check = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    results.put((read, check, memory, findings))


def main() -> None:
    print(f"{'deck':<22}{'read [s]':>10}{'check [s]':>11}{'peak [MiB]':>12}{'findings':>10}")
    context = multiprocessing.get_context("spawn")
    for make in (one_keyword_a_line, one_object_a_line, expressions, chain_of_frames, mistakes):
        results = context.SimpleQueue()
        process = context.Process(target=measure, args=(make, results))
        process.start()
        process.join()
        if process.exitcode:
            raise SystemExit(f"{make.__name__} failed")
        read, check, memory, findings = results.get()
        print(f"{make.__name__.replace('_', ' '):<22}{read:>10.2f}{check:>11.2f}{memory:>12.0f}{findings:>10}")


if __name__ == "__main__":
    main()
