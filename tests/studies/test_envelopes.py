"""Envelopes of studies that store no histories: in shards, in study.h5, in pictures, and after cases were reused."""

from __future__ import annotations

import h5py
import numpy as np
import pytest

import rbsolve as package
from rbsolve.ensemble.quantiles import LEVELS
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import envelopes
from rbsolve.studies.collecting.envelopes import envelope
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.running.shard_envelopes import is_merged
from rbsolve.studies.running.supervisor import Supervisor

SPINS = "spin=0.5:6:12"


@pytest.fixture(scope="module")
def whole(tmp_path_factory, deck_text):
    """Return a study with all histories. A mass of -1 makes a case fail."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "stone.deck").write_text(deck_text)
    arguments = ["sweep", str(folder / "stone.deck"), "-p", SPINS, "-p", "mass=2,-1", "-q", "-j", "1"]
    assert package.cli.main([*arguments, "-o", str(folder / "study")]) == 3
    return folder / "study"


def quantiles_by_numpy(whole, name):
    with StudyResults.open(whole / "study.h5") as study:
        rows = study[name][study.status == "complete"]
        assert len(rows) == 12
        return np.quantile(rows, LEVELS, axis=0), study.time


def test_a_study_stores_quantiles_instead_of_histories(whole, deck, rbsolve, tmp_path):
    some = tmp_path / "some"
    asked = ("sweep", deck, "-p", SPINS, "-p", "mass=2,-1", "-q", "-j", 1, "--keep", "turning,envelopes", "-o", some)
    assert rbsolve(*asked) == 3
    expected, time = quantiles_by_numpy(whole, "height")
    with StudyResults.open(some / "study.h5") as study:
        assert list(study) == ["turning"]
        assert study.envelopes == study.summarized == ["height"]
        found = study.envelope("height")
        np.testing.assert_array_equal(found.quantiles, expected)
        assert found.time.tobytes() == time.tobytes()
        assert found.cases.tolist() == [12] * 11
        assert (found.rank_error, found.levels) == (0, LEVELS)
        stored = study.file["envelopes/height"]
        assert dict(stored.attrs)["method"] == "exact"
        assert dict(stored.attrs)["units"] == "m"
        assert [stored["quantiles"].dims[k][0].name for k in range(2)] == ["/quantile", "/envelope_time"]
        assert stored["cases"].dims[0][0].name == "/envelope_time"
        # The envelope of a sensor with histories is computed from them.
        kept = envelope(study, "turning", 1, LEVELS)
        np.testing.assert_allclose(kept.quantiles, quantiles_by_numpy(whole, "turning")[0][..., 1])
        one = envelope(study, "height", 2, [0.95, 0.5])
        np.testing.assert_array_equal(one.quantiles, expected[[4, 2], :, 2])
        with pytest.raises(ScalarError, match=r"the quantile 0\.1 of height was not stored"):
            envelope(study, "height", 2, [0.1])
        with pytest.raises(ScalarError, match="histories of heigth were not stored"):
            envelope(study, "heigth", 2, [0.5])
    with h5py.File(next((some / "shards").glob("*.h5"))) as shard:
        assert list(shard["sensors"]) == ["turning"]
        assert list(shard["envelopes"]) == ["height"]
    assert rbsolve("plot", some / "study.h5", "height", "--envelope", "-q", "-o", tmp_path / "a.svg") == 0
    assert rbsolve("plot", some / "study.h5", "--envelope", "-q", "-o", tmp_path / "b.svg") == 0
    assert "height" in (tmp_path / "b.svg").read_text()


def test_without_envelopes_a_message_names_the_option(deck, rbsolve, capsys, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", SPINS, "-q", "-j", 1, "--keep", "none", "-o", study) == 0
    with StudyResults.open(study / "study.h5") as found:
        assert found.envelopes == []
        with pytest.raises(KeyError, match="there is no envelope height"):
            found.envelope("height")
    assert rbsolve("plot", study / "study.h5", "height", "--envelope", "-o", tmp_path / "a.svg") == 2
    assert "--keep envelopes" in capsys.readouterr().err


MANY = np.random.default_rng(2).permutation(np.linspace(0.5, 6.0, 3000))
"""More cases than a shard can store without merging their values."""


@pytest.fixture(scope="module")
def turning(deck_text):
    """Return the histories (3000, 11, 3) of the cases of MANY."""
    return package.solve_many(deck_text, {"spin": MANY}, threads=1, sensors=["turning"])["turning"]


@pytest.fixture
def long_chunks(monkeypatch):
    """Solve 1,000 cases for each shard, however fast the machine is."""
    monkeypatch.setattr(Supervisor, "_size", lambda self, lease: 1000)


def merged_shards(study):
    found = []
    for path in (study / "shards").glob("*.h5"):
        with h5py.File(path) as shard:
            found += [path] if is_merged(shard) else []
    return found


def are_within(found, rows):
    """Return whether the quantiles of an envelope are within its bound for the rows (cases, n, k)."""
    exact, last = np.sort(rows, axis=0), len(rows) - 1
    answers = []
    for level, values in zip(LEVELS, found.quantiles, strict=True):
        low = exact[max(0, int(np.floor(level * last)) - found.rank_error)]
        high = exact[min(last, int(np.ceil(level * last)) + found.rank_error)]
        answers.append(((low <= values) & (values <= high)).all())
    return all(answers)


def solve(deck, spins, folder, **options):
    study = package.Study.submit(deck, {"spin": spins}, folder, keep=["envelopes"], **options)
    assert study.resume(jobs=1).state == "complete"
    return folder


def envelope_in(folder):
    with StudyResults.open(folder / "study.h5") as study:
        assert (study.status == "complete").all()
        return study.envelope("turning")


def test_many_cases_state_their_bound(turning, long_chunks, deck, rbsolve, monkeypatch, tmp_path):
    study = solve(deck, MANY, tmp_path / "s")
    assert merged_shards(study)
    found = envelope_in(study)
    assert 0 < found.rank_error < 30
    assert are_within(found, turning)
    with StudyResults.open(study / "study.h5") as results:
        assert "Manku" in results.file["envelopes/turning"].attrs["method"]
    # The values at one time after the other give the same quantiles.
    monkeypatch.setattr(envelopes, "BLOCK_BYTES", 1.0)
    (study / "study.h5").unlink()
    assert rbsolve("collect", study, "-q") == 0
    np.testing.assert_array_equal(envelope_in(study).quantiles, found.quantiles)
    picture = tmp_path / "a.svg"
    assert rbsolve("plot", study / "study.h5", "turning.3", "--envelope", "-q", "-o", picture) == 0
    assert "levels within" in picture.read_text()


def test_reused_cases_have_a_part_in_the_envelope(turning, deck, tmp_path):
    study, chosen = tmp_path / "s", [1, 3, 3, 7]
    solve(deck, MANY[:6], study)
    solve(deck, MANY[chosen], study, replace_cases=True)
    assert [*(study / "shards").glob("kept-*.h5")]
    found = envelope_in(study)
    np.testing.assert_array_equal(found.quantiles, np.quantile(turning[chosen], LEVELS, axis=0))
    assert found.cases.tolist() == [4] * 11


def test_cases_with_merged_values_are_solved_again(turning, long_chunks, deck, tmp_path):
    """Single cases cannot be taken from merged values."""
    study = solve(deck, MANY, tmp_path / "s")
    assert merged_shards(study)
    solve(deck, MANY[::8], study, replace_cases=True)
    assert not merged_shards(study)
    found = envelope_in(study)
    np.testing.assert_array_equal(found.quantiles, np.quantile(turning[::8], LEVELS, axis=0))


@pytest.mark.parametrize("count", [20, 3000])
def test_merged_studies_have_one_envelope(count, turning, long_chunks, deck, rbsolve, tmp_path):
    parts = [solve(deck, MANY[cases], tmp_path / name) for name, cases in (("a", slice(8)), ("b", slice(8, count)))]
    whole = tmp_path / "c"
    assert rbsolve("merge", *parts, "-o", whole, "-q") == 0
    assert bool(merged_shards(whole)) == (count == 3000)
    assert rbsolve("collect", whole, "-q") == 0
    found = envelope_in(whole)
    assert found.cases.tolist() == [count] * 11
    assert are_within(found, turning[:count])
    assert (found.rank_error == 0) == (count == 20)


def test_other_envelopes_are_solved_again(deck, rbsolve, capsys, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-j", 1, "--keep", "none", "-o", study) == 0
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-j", 1, "--keep", "envelopes", "-o", study) == 0
    assert "other sensors are kept" in capsys.readouterr().err
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-j", 1, "--keep", "envelopes", "-o", study) == 0
    assert "2 cases already done" in capsys.readouterr().err


def test_a_script_that_solves_cases_gives_their_values(deck, tmp_path):
    study = package.Study.submit(deck, {"spin": [1.0, 2.0, 4.0]}, tmp_path / "s", keep=["envelopes"])
    rows = []
    for case in study.ask(3):
        result = package.solve(deck, case.parameters)
        rows.append(result["turning"])
        study.tell(case, result)
    with study.results() as found:
        np.testing.assert_array_equal(found.envelope("turning").quantiles, np.quantile(rows, LEVELS, axis=0))


@pytest.mark.parametrize(("keep", "stores"), [("none", False), ("height", True)])
def test_scalars_alone_need_no_output_times_of_each_case(keep, stores, deck, rbsolve, tmp_path):
    """The output times differ between cases. They are stored only beside histories."""
    assert rbsolve("sweep", deck, "-p", "end=0.1,0.095,0.05", "-q", "-j", 1, "--keep", keep, "-o", tmp_path / "s") == 0
    with StudyResults.open(tmp_path / "s" / "study.h5") as study:
        assert ("times" in study.file) == stores
        assert study.rows.tolist() == [11, 11, 6]
