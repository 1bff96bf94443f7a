"""Defines processor levels, for which shared libraries of kernels are built, and finds the levels that this machine
supports.

A level is the instruction set of a generation of processors. The names come from LLVM and from the x86-64 ABI.
"""

from __future__ import annotations

import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Level(NamedTuple):
    """An instruction set."""

    name: str
    """LLVM's name of the processor, which is also in the name of the library."""
    needs: frozenset[str]
    """The required features, by their names in /proc/cpuinfo."""


_V2 = frozenset({"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"})
_V3 = _V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
X86 = (Level("x86-64-v3", _V3), Level("x86-64-v2", _V2))
ARM = (Level("generic", frozenset()),)


def architecture() -> str:
    """Return the family of this machine's processor, which is `x86_64`, `aarch64`, or another name from the system."""
    machine = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)


def levels_of(architecture: str) -> tuple[Level, ...]:
    """Return the levels of an architecture, with the best level first. The tuple is empty if no library is built for
    the architecture.
    """
    return {"x86_64": X86, "aarch64": ARM}.get(architecture, ())


def levels_for(features: frozenset[str], levels: tuple[Level, ...]) -> tuple[str, ...]:
    """Return the names of the levels that a processor with these features can run, with the best level first."""
    return tuple(level.name for level in levels if level.needs <= features)


@cache
def levels_here() -> tuple[str, ...]:
    """Return the names of the levels that this machine can run, with the best level first."""
    return levels_for(_features(), levels_of(architecture()))


def _features() -> frozenset[str]:
    """Return the features of this processor. The set is empty if the system does not report features."""
    if sys.platform == "darwin":  # the features of every Mac with an Intel processor, and of Rosetta
        return _V2
    return _flags(Path("/proc/cpuinfo"))


def _flags(cpuinfo: Path) -> frozenset[str]:
    """Return the flags of the first processor. All other processors have the same flags."""
    with suppress(OSError), cpuinfo.open() as lines:
        for line in lines:
            if line.startswith("flags"):
                return frozenset(line.partition(":")[2].split())
    return frozenset()
