"""Settings of the command line and of scripts that override a deck. The tests use short names and options of
integrators, parameters, and different orders of words.
"""

import pytest

import rbsolve
from rbsolve.cli import main
from rbsolve.cli.options import natural_number
from rbsolve.language.diagnostics import Moved
from rbsolve.parser.description import method_options
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, TABLEAUX
from rbsolve.pipeline import Options, check_deck

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#length} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#mass} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {spin} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} }
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} @POINT_NAME {#length, 0, 0} }
}
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "box.deck"
    path.write_text(DECK)
    return path


def method_of(**options):
    checked = check_deck(DECK, Options(**options))
    assert not checked.has_errors, [finding.message for finding in checked.diagnostics]
    return checked.compiled.method


@pytest.mark.parametrize(
    ("name", "integrator", "options"),
    [
        ("RK67", "EXPLICIT_RUNGE_KUTTA", {"TABLEAU": "RK67"}),
        ("LOBATTO_IIIA_B:3", "LOBATTO_IIIA_B", {"NUMBER_OF_STAGES": 3}),
        ("GENERALIZED_ALPHA:NEWTON=MODIFIED", "GENERALIZED_ALPHA", {"NEWTON": "MODIFIED"}),
    ],
)
def test_an_integrator_by_a_short_name(name, integrator, options):
    method = method_of(integrator=name)
    assert method.integrator == integrator
    assert options.items() <= method.keywords.items()


@pytest.mark.parametrize("name", [*FORMULATIONS_OF, *TABLEAUX])
def test_every_integrator_by_its_name_alone(name):
    integrator, settings = method_options.method_of(
        name
    )  # the part of the command line that is evaluated before any file is read
    assert name in (integrator, settings.get("TABLEAU"))
    assert method_of(integrator=name).integrator == integrator


@pytest.mark.parametrize("value", ["0.8", 0.8])
def test_options_as_text_and_as_numbers(value):
    method = method_of(integrator="GENERALIZED_ALPHA", method_options={"SPECTRAL_RADIUS": value})
    assert method.options.spectral_radius == 0.8


def test_the_place_of_a_copied_deck_is_not_an_option_in_a_file():
    """The folders exist only on this machine, and a results file records the options for other machines too."""
    assert Options(t_end=2.0, moved=Moved("/before", "/now")).as_json() == {"t_end": 2.0}


def test_options_of_every_type():
    given = {"TANGENT_OPERATOR": False, "MAXIMUM_NUMBER_OF_ITERATIONS": 7, "relative_tolerance": "2*1e-9"}
    options = method_of(integrator="GENERALIZED_ALPHA", method_options=given).options
    assert (options.tangent_operator, options.newton.iterations) == (False, 7)
    assert options.newton.relative == 2e-9
    lengths = method_of(formulation="UNIFIED_VELOCITIES", method_options={"PROJECTION_LENGTHS": (1, 2, 3)})
    assert lengths.projection.lengths == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"SPECTRAL_RADIUS": 7}, "invalid-value"),
        ({"SPECTRAL_RADIUM": 0.7}, "unknown-keyword"),
        ({"TABLEAU": "RK44"}, "conflicting-keywords"),
    ],
)
def test_wrong_options_are_findings(options, code):
    checked = check_deck(DECK, Options(integrator="GENERALIZED_ALPHA", method_options=options))
    assert [finding.code for finding in checked.diagnostics] == [code]


def test_options_on_the_command_line_and_in_a_script_give_the_same_results(deck):
    output = deck.with_suffix(".h5")
    arguments = [
        "--integrator",
        "dopri5",
        "--option",
        "RELATIVE_TOLERANCE=1e-4",
        "--option",
        "@ABSOLUTE_TOLERANCE=1e-6",
    ]
    assert main([str(deck), *arguments, "-o", str(output), "--quiet"]) == 0
    options = {"RELATIVE_TOLERANCE": 1e-4, "ABSOLUTE_TOLERANCE": 1e-6}
    solved = rbsolve.solve(str(deck), integrator="DOPRI5", options=options)
    with rbsolve.open_results(output) as results:
        assert (results["spin"] == solved["spin"]).all()
        with pytest.raises(KeyError, match="did you mean spin"):
            results["spni"]
    assert len(solved.time) == 1001  # adaptive steps produce about a thousand rows


def test_words_of_a_list_may_follow_an_option(deck, capsys):
    results, picture = deck.with_suffix(".h5"), deck.with_suffix(".png")
    assert main([str(deck), "--quiet"]) == 0
    assert main(["plot", str(results), "-o", str(picture), "spin"]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["plot", "-o", str(picture), str(results), "spni"]) == 2
    assert "did you mean spin" in capsys.readouterr().err
    assert main(["plot", str(results), "--colour", "red"]) == 2
    assert main(["check", str(deck), "-p", "mass=2", "missing.deck"]) == 4


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("mas=3", "did you mean `mass`?"),
        ("L9=", "the parameters of the deck are length, mass"),
        ("mass=", "the parameter #mass has no value"),
    ],
)
def test_parameters_that_are_none(deck, capsys, argument, said):
    assert main(["check", str(deck), "-p", argument]) == 1
    assert said in capsys.readouterr().err


def test_a_path_may_contain_an_at_sign(tmp_path, deck):
    folder = tmp_path / "runs@1"
    folder.mkdir()
    (folder / "box.deck").write_text(DECK.replace("MASS {#mass}", "MASS {-#mass}"))
    assert [finding.code for finding in rbsolve.check(str(folder / "box.deck"))] == ["invalid-value"]
    with pytest.raises(OSError, match="nowhere"):
        rbsolve.check("runs@2/nowhere.deck")
    assert [finding.code for finding in rbsolve.check("@GRAVITI_DEFINITION { }")] == ["unknown-keyword"]


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("1e3", 1000), ("9007199254740993", 2**53 + 1)])
def test_a_whole_number_is_the_one_that_was_written(text, value):
    assert natural_number(text) == value
