"""The decks for recording kernels contain every kind of force, function, signal and other elements."""

from __future__ import annotations

from functools import cache

import pytest

from rbsolve.kernels import __main__ as kernels_main
from rbsolve.kernels import harvest, recipes
from rbsolve.kernels.__main__ import main
from rbsolve.kernels.harvest import Misfit, absent_kernels
from rbsolve.kernels.recipes import Recipe, candidates, decks, recipes_to_check, record, recorded_recipes
from rbsolve.kernels.variants import TEXTS
from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import check_deck
from rbsolve.solver.compiler.entries import NoCompiler
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.joints.couplings.registry import COUPLINGS
from rbsolve.solver.signals.registry import SIGNAL_KINDS
from rbsolve.validation.solving import folder_of_decks


@cache
def models():
    found = []
    for name, text in TEXTS.items():
        checked = check_deck(text)
        assert not checked.has_errors, (name, [finding.message for finding in checked.diagnostics])
        found.append(checked.compiled.model)
    return found


def codes(of):
    return {int(code) for model in models() for code in of(model)}


def test_every_variant_is_a_deck_without_warnings_of_what_has_no_effect():
    for name, text in TEXTS.items():
        findings = check_deck(text).diagnostics
        assert not [f for f in findings if f.severity is not Severity.NOTE and f.code == "no-effect"], name


def test_every_kind_of_force_is_in_one():
    assert {kind.name for kind in KINDS if any(kind.count(model) for model in models())} == {k.name for k in KINDS}


def test_every_kind_of_signal_is_in_one():
    assert codes(lambda model: model.signals.kind) == set(range(len(SIGNAL_KINDS)))


def test_every_kind_of_function_is_in_one():
    assert codes(lambda model: model.functions.kind) >= set(range(len(FUNCTION_TYPES)))


def test_every_kind_of_coupling_is_in_a_deck():
    found = set()
    for name in decks():
        checked = check_deck(folder_of_decks() / name)
        found |= {int(kind) for kind in checked.compiled.model.joints.kind}
    assert found >= {int(coupling.kind) for coupling in COUPLINGS}


def test_the_list_has_every_deck_and_nothing_that_is_no_candidate():
    listed = recorded_recipes()
    assert {Recipe(name) for name in (*decks(), *TEXTS)} <= set(listed)
    assert set(listed) <= set(candidates())
    assert len(set(listed)) == len(listed)


def test_what_is_recorded_is_what_is_not_in_the_list_by_itself(tmp_path, monkeypatch):
    before = recorded_recipes()
    monkeypatch.setattr(recipes, "RECIPES", tmp_path / "recipes.json")
    record([*before, Recipe(decks()[0], "GENERALIZED_ALPHA", "LIE_SE3")])
    assert set(recorded_recipes()) == {*before, Recipe(decks()[0], "GENERALIZED_ALPHA", "LIE_SE3")}
    record([])
    assert {Recipe(name) for name in (*decks(), *TEXTS)} <= set(recorded_recipes())


@pytest.mark.parametrize("recipe", [Recipe("a.deck"), Recipe("b", "RK", "F", (("X", 1), ("Y", "Z")), True, "STATIC")])
def test_a_recipe_is_read_as_it_was_written(recipe):
    assert Recipe.from_json(recipe.as_json()) == recipe


def test_a_kernel_that_an_installation_lacks_is_named_with_its_run(monkeypatch):
    """If a method does not support a deck, no kernel is reported as missing."""

    def run(recipe):
        if recipe.deck == "unfit":
            raise Misfit
        if recipe.deck == "relay":
            raise NoCompiler("find_switch")
        return frozenset()

    monkeypatch.setattr(harvest, "run", run)
    assert [*absent_kernels(map(Recipe, ("complete", "unfit", "relay")))] == [Recipe("relay")]


def test_a_check_fails_if_a_run_of_the_list_needs_a_missing_kernel(monkeypatch, capsys):
    listed = [each for each in recorded_recipes() if not each.is_of_deck]
    assert {*listed, *map(Recipe, TEXTS)} <= set(recipes_to_check())

    def run(recipe):
        if recipe in missing:
            raise NoCompiler("advance")
        return frozenset()

    monkeypatch.setattr(harvest, "run", run)
    monkeypatch.setattr(kernels_main, "find_spec", lambda name: None)
    missing = []
    assert main(["check"]) == 0
    missing = listed[-1:]
    assert main(["check"]) == 1
    assert listed[-1].deck in capsys.readouterr().err


def test_an_environment_that_compiles_cannot_check_a_wheel(capsys):
    assert main(["check"]) == 2
    assert "compiles missing kernels" in capsys.readouterr().err
