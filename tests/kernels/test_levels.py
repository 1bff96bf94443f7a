"""The libraries of kernels that a processor can run."""

from __future__ import annotations

import pytest

from rbsolve.solver.compiler import levels
from rbsolve.solver.compiler.levels import ARM, X86, levels_for, levels_of

# The first entries are flags of /proc/cpuinfo. The last entry is the level according to glibc's `ld.so --help`.
NEHALEM = "fpu sse sse2 ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm pni"
HASWELL = f"{NEHALEM} avx avx2 bmi1 bmi2 f16c fma abm movbe xsave"
IVY_BRIDGE = f"{NEHALEM} avx f16c xsave"
CORE2 = "fpu sse sse2 ssse3 cx16 lahf_lm pni"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (HASWELL, ("x86-64-v3", "x86-64-v2")),
        (IVY_BRIDGE, ("x86-64-v2",)),
        (NEHALEM, ("x86-64-v2",)),
        (CORE2, ()),
        ("", ()),
    ],
)
def test_the_best_level_comes_first(flags, expected):
    assert levels_for(frozenset(flags.split()), X86) == expected


def test_every_arm_of_64_bits_has_the_one_level():
    assert levels_for(frozenset(), ARM) == ("generic",)


def test_other_architectures_have_none():
    assert levels_of("riscv64") == ()


def test_flags_are_those_of_the_first_processor(tmp_path):
    text = "processor\t: 0\nflags\t\t: fpu sse avx2\n\nprocessor\t: 1\nflags\t\t: fpu\n"
    (tmp_path / "cpuinfo").write_text(text)
    assert levels._flags(tmp_path / "cpuinfo") == {"fpu", "sse", "avx2"}
    assert levels._flags(tmp_path / "missing") == frozenset()
