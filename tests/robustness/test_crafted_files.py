"""A sample of the thousands of crafted files of `benchmarks/crafted_files.py`. Every reader reports an error or reads
correctly.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

import crafted_files  # noqa: E402  # after the search path is set

SAMPLED = {
    "results of bouncing_ball": (24, ("info", "page", "python", "export")),
    "a linearization": (90, ("info", "page", "python", "export")),
    "a study": (24, ("info", "python", "deck")),
    "a shard of a study": (24, ("collect", "status", "resume")),
    "a killed run": (24, ("info", "python")),
}
"""The interval of variants that are tried with fast readers."""


@pytest.fixture(scope="module")
def subjects(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crafted")
    return {subject.name: subject for subject in crafted_files.subjects(folder, SAMPLED)}


@pytest.mark.parametrize("name", SAMPLED)
def test_no_file_is_a_defect(name, subjects, tmp_path):
    subject = subjects[name]
    every, quick = SAMPLED[name]
    variants = crafted_files.variants_of(subject.file, set())[::every]
    assert len(variants) > 5
    faults = []
    counts = crafted_files.trials(
        subject._replace(readers={reader: subject.readers[reader] for reader in quick}),
        variants,
        tmp_path,
        faults.append,
    )
    assert not [fault[1:4] for fault in faults], faults[0].words
    assert counts["refused"] > len(variants) // 4
    assert counts["answered"] > 0
