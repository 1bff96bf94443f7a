"""Parts of a comparison on given cases: the advice, the picture, and references that cannot be used."""

from __future__ import annotations

import json
import math
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest
from compared_box import DECK

from rbsolve.compare import plot, study
from rbsolve.compare import reference as references
from rbsolve.compare.methods import ComparedMethod, methods_of
from rbsolve.compare.reference import Reference, Setting
from rbsolve.compare.report import advice
from rbsolve.compare.running import SensorRows
from rbsolve.compare.study import Case, Comparison, run_study
from rbsolve.language.diagnostics import DeckError, Diagnostics
from rbsolve.pipeline import Options
from rbsolve.solver.model.outcome import Outcome

RK44, HEUN, DOP853 = methods_of(["RK44", "HEUN", "DOP853"], [])


def cases(method, errors, seconds=1e-3):
    """Return cases whose steps are halved from case to case, from 0.1 s."""
    return [Case(method, 0.1 / 2**k, Outcome.COMPLETE, e, {}, 100, 0, 0, seconds, 0.0) for k, e in enumerate(errors)]


def comparison(*of_methods):
    return Comparison("box.deck", ("w",), "reference", tuple(case for some in of_methods for case in some), (), 1.0)


@pytest.mark.parametrize(
    ("some", "accuracy", "told"),
    [
        ((cases(RK44, [math.inf]),), None, "No case reached the end time: use smaller steps or another integrator."),
        ((), 1e-3, "No case reached the end time: use smaller steps or another integrator."),
        (
            (cases(RK44, [1e-3, 2e-5]), cases(HEUN, [4e-4, 3e-5])),
            1e-5,
            f"No case is as accurate as 1.0e-05; the closest is {RK44.label} with an error of 2.0e-05: add smaller steps.",
        ),
        (
            (cases(RK44, [1e-3, 1e-5]), cases(HEUN, [math.inf])),
            None,
            f"Cheapest at an error of 1.0e-05: {RK44.label} 1 ms of CPU time.",
        ),
        (
            (cases(RK44, [1e-3]), cases(HEUN, [1e-3], 4e-3), cases(DOP853, [math.inf])),
            None,
            f"Cheapest at an error of 1.0e-03, which all completed methods reach: {RK44.label} 1 ms, {HEUN.label} 4 ms "
            f"of CPU time; {RK44.label} is 4 times faster than {HEUN.label}.",
        ),
    ],
)
def test_the_advice(some, accuracy, told):
    assert advice(comparison(*some), accuracy) == told


@pytest.fixture
def drawn(tmp_path, monkeypatch):
    """Return a function that draws a comparison, and returns the axes of the errors over the steps and over the time."""
    figures = []

    class Kept(plot.Figure):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            figures.append(self)

    monkeypatch.setattr(plot, "Figure", Kept)

    def draw(*some):
        plot.work_precision(comparison(*some), tmp_path / "o.png")
        assert (tmp_path / "o.png").stat().st_size > 1000
        return figures[-1].axes

    return draw


def test_methods_without_an_error_are_not_drawn(drawn):
    """Errors of zero and of runs that failed have no place on a logarithmic axis."""
    left, right = drawn(cases(RK44, [1e-2, 1e-2 / 16]), cases(HEUN, [0.0, math.inf]), cases(DOP853, [math.inf, 1e-5]))
    assert [line.get_label() for line in right.get_lines()] == [RK44.label, DOP853.label]
    first, second, slope = left.get_lines()
    assert (first.get_label(), second.get_label()) == (f"{RK44.label} (order 4.0)", DOP853.label)
    assert second.get_xydata().tolist() == [[0.05, 1e-5]]
    np.testing.assert_allclose(slope.get_xydata(), [[0.1, 0.4e-2], [0.05, 0.4e-2 / 16]])  # parallel to the errors
    assert left.texts[0].get_text() == "slope 4"
    assert left.get_xticks().tolist() == [0.05, 0.1]


@pytest.mark.parametrize("count", [8, 9])
def test_up_to_eight_steps_are_labels(drawn, count):
    left, _ = drawn(cases(RK44, [0.5**k for k in range(count)]))
    labels = [label.get_text() for label in left.get_xticklabels()]
    assert ("0.00078125" in labels) == (count == 8)


def test_results_without_rows_are_no_reference(monkeypatch):
    class Empty(dict):
        sensors = MappingProxyType({"w": SimpleNamespace(components=("w1",))})
        row_count = 0

    monkeypatch.setattr(references.Results, "open", lambda path: nullcontext(Empty(w=np.empty((0, 1)))))
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        references.given_reference(Path("o.h5"), [])
    assert str(refused.value) == "o.h5 has no rows"


@pytest.mark.parametrize(
    ("deck", "theirs", "own", "told"),
    [
        ("deck", {}, {}, None),
        ("other", {}, {}, "another deck"),
        ("deck", {"k": "5"}, {"k": 5.0}, None),
        ("deck", {"v": "1, 2"}, {"v": "1, 2"}, None),
        ("deck", {"v": "1, 2"}, {"v": "1, 3"}, "other values of #v"),
        ("deck", {"k": "5", "v": "1, 2"}, {"k": 6, "m": 1.0, "v": "1, 2"}, "other values of #k, #m"),
    ],
)
def test_results_of_another_model_are_told(monkeypatch, deck, theirs, own, told):
    attributes = {"overrides": json.dumps({"parameters": theirs})}
    found = SimpleNamespace(file=SimpleNamespace(attrs=attributes), deck=deck)
    monkeypatch.setattr(references.Results, "open", lambda path: nullcontext(found))
    assert references.other_model_of(Path("o.h5"), "deck", own) == told


SETTING = Setting(Path("box.deck"), Options(), ["w"], 0.1)
ROWS = SensorRows(np.array([0.0, 1.0]), {"w": np.array([[0.0], [2.0]])})


def compiled(**method):
    return None, SimpleNamespace(method=SimpleNamespace(**{"formulation": "LIE_SE3", "is_adaptive": False, **method}))


def test_a_named_reference_that_fails_is_an_error(monkeypatch):
    monkeypatch.setattr(references, "check_for", lambda *_: compiled())
    monkeypatch.setattr(references, "_run", lambda setting, candidate: f"it ended with {candidate.method.formulation}")
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        references.reference_by(SETTING, RK44, 0.25)
    label = ComparedMethod(RK44.integrator, RK44.variant, "LIE_SE3").label
    assert str(refused.value) == (f"the reference run by {label} with a step of 0.25 s failed: it ended with LIE_SE3")


def test_candidates_that_do_not_fit_the_deck_are_passed_over(monkeypatch):
    candidates = [SimpleNamespace(label="R0", coarse=None), SimpleNamespace(label="R1", coarse=None)]
    monkeypatch.setattr(references, "_candidates", lambda *_: candidates)

    def doubt(setting, candidate):
        if candidate.label == "R0":
            raise DeckError(Diagnostics())
        return Reference(ROWS, label=candidate.label)

    monkeypatch.setattr(references, "_doubt", doubt)
    found = references.best_reference(SETTING, [])
    assert (found.label, found.replaced) == ("R1", ())
    del candidates[1]
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        references.best_reference(SETTING, [])
    assert str(refused.value) == "no suitable reference method was found: give a method or results"


@pytest.mark.parametrize(
    ("fitting", "adaptive", "expected"),
    [
        # DOP853 with half the smallest step, DOP853 with tolerances, and the method with an eighth of the step
        ({"LIE_R3_SO3", "HEUN"}, set(), [("DOP853", 0.05, False), ("DOP853", 0.05, True), ("HEUN", 0.0125, False)]),
        ({"MINIMAL_COORDINATES"}, set(), [("DOP853", 0.05, False), ("DOP853", 0.05, True)]),
        ({"LIE_R3_SO3"}, {"DOP853"}, [("DOP853", 0.05, True)]),
        ({"HEUN"}, {"HEUN"}, [("HEUN", 0.0125, False)]),
        (set(), set(), []),
    ],
)
def test_the_candidates_for_a_reference(monkeypatch, fitting, adaptive, expected):
    def check(deck, method, step, options):
        if not {method.variant, method.formulation} & fitting:
            raise DeckError(Diagnostics())
        return compiled(is_adaptive=method.variant in adaptive, keywords={"RELATIVE_TOLERANCE": 1e-6})

    monkeypatch.setattr(references, "check_for", check)
    found = list(references._candidates(SETTING, [RK44, HEUN]))
    assert [(one.method.variant, one.step, one.is_bounded) for one in found] == expected
    for one in found:
        if one.method.variant == "HEUN" and adaptive:
            assert dict(one.method.settings) == {"RELATIVE_TOLERANCE": "1e-10"}
            assert dict(one.coarse.settings) == {"RELATIVE_TOLERANCE": "1e-09"}


def test_a_reference_has_the_sensors_of_the_comparison(tmp_path):
    deck = tmp_path / "box.deck"
    deck.write_text(DECK)
    reference = Reference(SensorRows(np.array([1.0]), {"other": np.zeros((1, 3))}), label="o.h5")
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        run_study(deck, [RK44], [0.1], ["w"], Options(), reference)
    assert str(refused.value) == "the reference (o.h5) has no sensor w"


@pytest.mark.parametrize(("of_deck", "spacing"), [(0.5, 0.5), (None, 0.2)])
def test_the_output_interval_of_the_deck_is_used_if_it_fits_the_steps(monkeypatch, of_deck, spacing):
    def check(deck, method, step, options):
        assert (step, options.ends_only) == (0.1, False)
        if of_deck is None:
            raise DeckError(Diagnostics())
        return None, SimpleNamespace(schedule=SimpleNamespace(spacing=of_deck))

    monkeypatch.setattr(study, "check_for", check)
    monkeypatch.setattr(study, "common_spacing", lambda own, steps: own or max(steps))
    found = study._with_rows(Path("box.deck"), (RK44, [0.2, 0.1]), [0.2, 0.1], Options(ends_only=True))
    assert (found.output_step, found.ends_only) == (spacing, False)


def test_a_method_that_is_named_twice_is_compared_once(monkeypatch):
    monkeypatch.setattr(study, "check_for", lambda deck, method, step, options: compiled())
    fitting, misfits = study._usable_methods(Path("box.deck"), [RK44, RK44, HEUN], [0.2, 0.1], Options())
    assert [(method.variant, method.formulation, steps) for method, steps in fitting] == [
        ("RK44", "LIE_SE3", [0.2, 0.1]),
        ("HEUN", "LIE_SE3", [0.2, 0.1]),
    ]
    assert misfits == []
