"""`rbsolve sensitivity` in a terminal: its files, its messages, and its exit codes."""

import math

import pytest
from swinging import DECK

import rbsolve


@pytest.fixture
def stand(folder):
    """Return a folder with two decks, one of which has an error."""
    (folder / "swing.deck").write_text(DECK)
    (folder / "wrong.deck").write_text(DECK.replace("@MASS", "@MASSE"))
    return folder


def test_a_table_and_a_file(stand, here):
    done = here(
        "sensitivity", "swing.deck", "-p", "L,#c", "-p", "idle", "--of", "final(angle)", "--of", "rms(angle)/#L"
    )
    assert done.returncode == 0
    assert "warning[unused-parameter]: design parameter #idle: nothing in the deck uses idle" in done.stderr
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["scalar", "value", "by", "derivative", "error", "relative"]
    assert len(lines) == 4
    relative = [abs(float(line.split()[-1])) for line in lines]
    assert relative == sorted(relative, reverse=True)
    with rbsolve.open_results(stand / "swing_sensitivity.h5") as results:
        gradient = results.gradient("rms(angle)/#L")
        value = results.scalar("rms(angle)/#L")
        (line,) = (line for line in lines if line.startswith("rms") and " L " in line)
        numbers = line.split()
        assert float(numbers[-3]) == pytest.approx(gradient["L"], rel=1e-7)
        assert float(numbers[-1]) == pytest.approx(
            gradient["L"] * results.file["sensitivities/L"].attrs["value"] / value, rel=1e-3
        )
        assert "derivatives" in here("info", "swing_sensitivity.h5").stdout
        assert math.isfinite(results.gradient("final(angle)")["c"])


def test_a_scalar_after_the_end_of_the_run_is_told(stand, here):
    done = here("sensitivity", "swing.deck", "-p", "L", "--of", "final(angle)", "--of", "at(9,angle)", "--t-end", "0.1")
    assert done.returncode == 2
    assert "scalar `at(9,angle)` has no value in this run, whose rows are from 0 s to 0.1 s" in done.stderr
    assert done.stdout.splitlines()[1].startswith("final(angle)")


def test_values_and_quiet(stand, here):
    done = here("sensitivity", "swing.deck", "-p", "L", "--set", "L=1.7", "--t-end", "0.1", "-q", "-o", "x.h5")
    assert (done.returncode, done.stderr) == (0, "")
    with rbsolve.open_results(stand / "x.h5") as results:
        assert results.file["sensitivities/L"].attrs["value"] == 1.7
        assert results.time[-1] == 0.1


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("wrong.deck", "-p", "L"), 1, "MASSE"),
        (("swing.deck", "-p", "LL"), 2, "did you mean"),
        (("swing.deck", "-p", "L", "--of", "max(angel)"), 2, "there is no sensor angel: did you mean angle"),
        (
            ("swing.deck", "-p", "L", "--method", "adjoin"),
            2,
            "--method adjoin: the methods are auto, tangent, difference, adjoint",
        ),
        (("swing.deck",), 2, "-p"),
        (("swing.deck", "-p", "L", "-o", "swing.deck"), 4, "would overwrite the deck"),
    ],
)
def test_exit_codes(stand, here, arguments, code, message):
    done = here("sensitivity", *arguments)
    assert done.returncode == code
    assert message in done.stderr
