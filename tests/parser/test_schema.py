"""The table of blocks is complete and consistent, and generated files agree with it."""

import json
import re
from pathlib import Path

import pytest
from readings import read_description

from rbsolve.language.diagnostics import Code
from rbsolve.language.table import FAMILIES, Type
from rbsolve.parser.schema import dymore, dymore_page, integrators, reference, sensors, textmate
from rbsolve.parser.schema.json_schema import json_schema
from rbsolve.parser.schema.reference import FOLDER, page_of, reference_pages
from rbsolve.parser.schema.registry import ALL_BLOCKS, BY_DEFINITION, BY_NAME_KEYWORD, OBJECT_BLOCKS, TOP_LEVEL
from rbsolve.parser.schema.wrappers import WRAPPERS

ROOT = Path(__file__).parents[2]

# The contract is typed by hand. It maps the keyword of an object's name to the other keywords of the block.
DRIVEN = "INITIAL_COORDINATE INITIAL_RATE SPRING DAMPER ACTUATOR SIGNAL_NAME FRICTION FRICTION_FORCE FRICTION_VELOCITY"
JOINT = "CONNECTED_TO_BODIES AT_POINT TRIAD_NAME"
CONTRACT = {
    "POINT": "COORDINATES IS_DEFINED_IN_FRAME",
    "TRIAD": "ORIENTATION_DEFINITION_TYPE ORIENTATION_E1 ORIENTATION_E2 ORIENTATION_E3 POINT1_NAME POINT2_NAME "
    "POINT3_NAME AXIS_NUMBER EULER_ANGLES_313 EULER_ANGLES_323 EULER_ANGLES_321 EULER_ANGLES_312 EULER_ANGLES_123 "
    "ROTATION_VECTOR EULER_PARAMETERS DIRECTION_COSINES IS_DEFINED_IN_FRAME",
    "FIXED_FRAME": "POINT1_NAME POINT2_NAME POINT3_NAME TRIAD_NAME",
    "MOVING_FRAME": "CONNECTED_TO_BODY POINT_NAME TRIAD_NAME IS_DEFINED_IN_FRAME MEAN_OF_BODIES "
    "DISPLACEMENT_FUNCTIONS ROTATION_SEQUENCE ROTATION_FUNCTIONS",
    "MASS_PROPERTY": "MASS CENTRE_OF_MASS_LOCATION CENTRE_OF_MASS MOMENTS_OF_INERTIA PRODUCTS_OF_INERTIA INERTIA_REFERENCE_POINT "
    "MASS_MATRIX",
    "RIGID_BODY": "FRAME_NAME AT_POINT POINT1_NAME POINT2_NAME POINT3_NAME TRIAD_NAME INITIAL_FRAME_NAME MASS_PROPERTY_NAME MASS "
    "CENTRE_OF_MASS_LOCATION CENTRE_OF_MASS MOMENTS_OF_INERTIA PRODUCTS_OF_INERTIA INERTIA_REFERENCE_POINT MASS_MATRIX DENSITY "
    "INITIAL_VELOCITY INITIAL_VELOCITY_POINT "
    "INITIAL_ANGULAR_VELOCITY INITIAL_UNIFIED_VELOCITIES VELOCITIES_RESOLVED_IN FORMULATION",
    "RIGID_JOINT": JOINT,
    "REVOLUTE_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_ROTATION",
    "PRISMATIC_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_DISPLACEMENT",
    "CYLINDRICAL_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_ROTATION PRESCRIBED_DISPLACEMENT",
    "SCREW_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_ROTATION PITCH",
    "SPHERICAL_JOINT": f"{JOINT} {DRIVEN} PRESCRIBED_ROTATION",
    "UNIVERSAL_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_ROTATION",
    "CONSTANT_VELOCITY_JOINT": f"{JOINT} {DRIVEN} PRESCRIBED_ROTATION",
    "PLANAR_JOINT": f"{JOINT} {DRIVEN} STOPS PRESCRIBED_ROTATION PRESCRIBED_DISPLACEMENT",
    "JOINT_CONTROLLER": "JOINT_NAME PROPORTIONAL_GAIN DERIVATIVE_GAIN REFERENCE_FUNCTION_NAME "
    "FEEDFORWARD_FUNCTION_NAME SIGNAL_NAME TORQUE_LIMIT",
    "PRESCRIBED_MOTION": "CONNECTED_TO_BODY FRAME_NAME DISPLACEMENT_FUNCTIONS ROTATION_SEQUENCE ROTATION_FUNCTIONS",
    "GRAVITY": "GRAVITY_VECTOR",
    "DEAD_LOAD": "CONNECTED_TO_BODY AT_POINT APPLIED_FORCES APPLIED_MOMENTS TRIAD_NAME FRAME_NAME FOLLOWER_FORCE_FLAG "
    "SCALING_FACTOR FUNCTION_1D_NAME TIME_FUNCTION_NAME SIGNAL_NAME FORCE_FUNCTIONS MOMENT_FUNCTIONS",
    "SPRING_DAMPER": "CONNECTED_TO_BODIES POINT1_NAME POINT2_NAME STIFFNESS DAMPING REST_LENGTH FORCE_FUNCTION_NAME "
    "SIGNAL_NAME STIFFNESS_SIGNAL_NAME",
    "BUSHING": "CONNECTED_TO_BODIES AT_POINT TRIAD_NAME STIFFNESS DAMPING ROTATIONAL_STIFFNESS ROTATIONAL_DAMPING",
    "CONTACT_MATERIAL": "STIFFNESS EXPONENT RESTITUTION RESTITUTION_VELOCITY FRICTION_COEFFICIENTS TRANSITION_VELOCITY STICTION "
    "ROLLING_RESISTANCE",
    "CONTACT": "CONNECTED_TO_BODIES CONTACT_SHAPES AGAINST CONTACT_MATERIAL_NAME "
    "STIFFNESS EXPONENT RESTITUTION RESTITUTION_VELOCITY FRICTION_COEFFICIENTS "
    "TRANSITION_VELOCITY STICTION ROLLING_RESISTANCE",
    "GEAR": "JOINT_NAMES RATIO COORDINATE_NUMBERS",
    "ROLLING_DISC": "CONNECTED_TO_BODIES POINT1_NAME POINT2_NAME TRIAD_NAME RADIUS",
    "POINT_ON_CURVE": "CONNECTED_TO_BODIES POINT1_NAME POINT2_NAME TRIAD_NAME CURVE_POINTS CLOSED",
    "GENERAL_BUSHING": "CONNECTED_TO_BODIES AT_POINT TRIAD_NAME STIFFNESS_MATRIX DAMPING_MATRIX FORCE_FUNCTIONS MOMENT_FUNCTIONS",
    "ROD": "CONNECTED_TO_BODIES POINT1_NAME POINT2_NAME LENGTH",
    "TORSION_SPRING": "CONNECTED_TO_BODIES TRIAD_NAME STIFFNESS DAMPING REST_ANGLE MOMENT_FUNCTION_NAME",
    "FUNCTION_1D": "FUNCTION_1D_TYPE START_TIME END_TIME VALUE COEFFICIENTS HARMONIC TABLE_ENTRIES TABLE_FILE INTERPOLATION RANGE "
    "EXPRESSION START_VALUE END_VALUE DURATION",
    "TIME_FUNCTION": "TIME_FUNCTION_TYPE TABLE_ENTRIES TABLE_FILE INTERPOLATION START_TIME END_TIME",
    "ANALYSIS": "ANALYSIS_TYPE SIMULATION_TIME_RANGE START_FROM TIME_STEP_SIZE OUTPUT_STEP_SIZE ARCHIVAL_FREQUENCY ASSEMBLE "
    "TIME_INTEGRATOR_NAME",
    "TIME_INTEGRATOR": "INTEGRATOR_TYPE FORMULATION TABLEAU RELATIVE_TOLERANCE ABSOLUTE_TOLERANCE SPECTRAL_RADIUS "
    "NEWTON TANGENT_OPERATOR TANGENT_STIFFNESS LOCAL_ERROR_TOLERANCE MAXIMUM_NUMBER_OF_ITERATIONS NUMBER_OF_STAGES "
    "PROJECTION PROJECTION_LENGTHS PROJECTION_SCALE PROJECTION_POINTS PROJECTION_DIRECTIONS INERTIA_REPRESENTATION INERTIA_PARAMETER",
    "SENSOR": "SENSOR_TYPE OBJECT_NAME SIGNAL_NAME POINT_NAME TRIAD_NAME FRAME_NAME VIEWED_BY RESOLVED_IN ABOUT ROTATION_PARAMETERS "
    "ANGLE_UNIT CHANGE",
    "EVENT": "SIGNAL_NAME THRESHOLD DIRECTION TERMINATE",
    "SIGNAL": "SIGNAL_TYPE MEASURE FUNCTION_1D_NAME EXPRESSION INPUT GAIN INITIAL_VALUE TIME_CONSTANT NUMERATOR DENOMINATOR "
    "PROPORTIONAL_GAIN INTEGRAL_GAIN DERIVATIVE_GAIN DERIVATIVE_TIME LIMITS OUTPUT_LIMITS INPUT_VALUES SECOND_INPUT_VALUES "
    "OUTPUT_VALUES TABLE_ENTRIES TABLE_FILE INTERPOLATION SAMPLE_TIME THRESHOLDS DELAY_TIME PADE_ORDER UNIT",
    "SHAPE": "SHAPE_TYPE CONNECTED_TO_BODY AT_POINT TRIAD_NAME DIMENSIONS POINTS FILE_NAME COLOUR DENSITY OPACITY",
}
CHOICES = {
    (
        "TRIAD",
        "ORIENTATION_DEFINITION_TYPE",
    ): "VECTORS_E2_E3 POINTS_P1_P2_P3 VECTOR_E1 VECTOR_E2 VECTOR_E3 POINTS_P1_P2 "
    "EULER_ANGLES_313 EULER_ANGLES_323 EULER_ANGLES_321 EULER_ANGLES_312 EULER_ANGLES_123 ROTATION_VECTOR "
    "EULER_PARAMETERS DIRECTION_COSINES",
    ("MASS_PROPERTY", "INERTIA_REFERENCE_POINT"): "CENTRE_OF_MASS BODY_ORIGIN",
    ("RIGID_BODY", "INITIAL_VELOCITY_POINT"): "CENTRE_OF_MASS BODY_ORIGIN",
    ("RIGID_BODY", "VELOCITIES_RESOLVED_IN"): "INERTIAL BODY",
    ("FUNCTION_1D", "FUNCTION_1D_TYPE"): "CONSTANT POLYNOMIAL HARMONIC TABULATED CHEBYSHEV EXPRESSION "
    "CONSTANT_ACCELERATION_PROFILE STEP",
    ("FUNCTION_1D", "INTERPOLATION"): "LINEAR CUBIC",
    ("SHAPE", "SHAPE_TYPE"): "BOX CYLINDER CAPSULE SPHERE CONE ELLIPSOID RING PLANE LINE MESH",
    ("ANALYSIS", "ANALYSIS_TYPE"): "DYNAMIC KINEMATIC STATIC",
    ("TIME_INTEGRATOR", "TABLEAU"): "EULER HEUN RK33 RK44 RK67 ODE23 DOPRI5 DOP853 CG3 CG4 CF3 CF4",
    ("TIME_INTEGRATOR", "NEWTON"): "FULL MODIFIED",
    ("TIME_INTEGRATOR", "PROJECTION"): "HEXAHEDRON TETRAHEDRON CUSTOM",
    ("TIME_INTEGRATOR", "INERTIA_REPRESENTATION"): "ALPHA GAMMA",
    (
        "TIME_INTEGRATOR",
        "FORMULATION",
    ): "LIE_R3_SO3 LIE_R3_SO3_LEFT LIE_SE3 LIE_R3_S3 UNIFIED_VELOCITIES CARDAN_ANGLES_1 CARDAN_ANGLES_2 "
    "EULER_PARAMETERS_1 EULER_PARAMETERS_2 MINIMAL_COORDINATES QUATERNION_HAMILTONIAN",
    ("SENSOR", "ROTATION_PARAMETERS"): "ROTATION_MATRIX EULER_ANGLES_313 EULER_ANGLES_323 EULER_ANGLES_321 "
    "EULER_ANGLES_312 EULER_ANGLES_123 EULER_PARAMETERS ROTATION_VECTOR",
    (
        "SENSOR",
        "SENSOR_TYPE",
    ): "POSITION DISPLACEMENT ORIENTATION ROTATION CONFIGURATION MOTION_PARAMETERS MOTION_TENSOR VELOCITY "
    "ACCELERATION ANGULAR_VELOCITY ANGULAR_ACCELERATION UNIFIED_VELOCITIES PROJECTION_MATRIX "
    "PROJECTION_DETERMINANT PROJECTION_CONDITION LINEAR_MOMENTUM ANGULAR_MOMENTUM "
    "KINETIC_ENERGY POTENTIAL_ENERGY TOTAL_ENERGY RELATIVE_ROTATION RELATIVE_DISPLACEMENT RELATIVE_ROTATION_RATE "
    "RELATIVE_DISPLACEMENT_RATE RELATIVE_ROTATION_ACCELERATION RELATIVE_DISPLACEMENT_ACCELERATION REACTION_FORCE "
    "REACTION_MOMENT DRIVE_FORCE PRESCRIBED_FORCE SPECIFIC_FORCE ELONGATION ELONGATION_RATE FORCE PENETRATION SLIDING_VELOCITY "
    "ROLLING_MOMENT "
    "CONSTRAINT_VIOLATION "
    "ROTATION_DETERMINANT_ERROR UNIT_NORM_ERROR STEP_SIZE NEWTON_ITERATIONS SIGNAL",
    (
        "SIGNAL",
        "SIGNAL_TYPE",
    ): "MEASURE FUNCTION_1D EXPRESSION INTEGRATOR FIRST_ORDER_LAG TRANSFER_FUNCTION PID DELAY LOOKUP_TABLE "
    "SAMPLE_AND_HOLD HYSTERESIS EXTERNAL",
    ("EVENT", "DIRECTION"): "RISING FALLING BOTH",
    ("SIGNAL", "INTERPOLATION"): "LINEAR CUBIC",
}
FORMULATIONS = {
    "EXPLICIT_RUNGE_KUTTA": "LIE_R3_SO3 LIE_R3_SO3_LEFT LIE_SE3 LIE_R3_S3 UNIFIED_VELOCITIES CARDAN_ANGLES_1 CARDAN_ANGLES_2 "
    "EULER_PARAMETERS_1 MINIMAL_COORDINATES",
    "GENERALIZED_ALPHA": "LIE_R3_SO3 LIE_R3_SO3_LEFT LIE_SE3 UNIFIED_VELOCITIES CARDAN_ANGLES_1 CARDAN_ANGLES_2 EULER_PARAMETERS_2 "
    "MINIMAL_COORDINATES",
    "IMPLICIT_MIDPOINT": "QUATERNION_HAMILTONIAN",
    "ENERGY_MOMENTUM": "QUATERNION_HAMILTONIAN",
    "LOBATTO_IIIA_B": "QUATERNION_HAMILTONIAN",
    "GAUSS_LOBATTO": "QUATERNION_HAMILTONIAN",
}
blocks = pytest.mark.parametrize("block", ALL_BLOCKS, ids=lambda block: block.definition)


def block_named(name):
    return BY_DEFINITION[f"{name}_DEFINITION"]


def test_every_block_of_the_contract_is_there():
    assert {block.name_keyword for block in OBJECT_BLOCKS} == {f"{name}_NAME" for name in CONTRACT}
    assert set(BY_DEFINITION) == {f"{name}_DEFINITION" for name in CONTRACT}


@pytest.mark.parametrize("name", CONTRACT)
def test_every_keyword_of_the_contract_is_there(name):
    assert {keyword.name for keyword in block_named(name).keywords} == set(CONTRACT[name].split())


@pytest.mark.parametrize(("name", "keyword"), CHOICES)
def test_every_choice_of_the_contract_is_there(name, keyword):
    assert set(block_named(name).keyword(keyword).choices) == set(CHOICES[name, keyword].split())


def test_every_formulation_of_an_integrator_is_there():
    assert {name: set(f) for name, f in integrators.FORMULATIONS_OF.items()} == {
        name: set(f.split()) for name, f in FORMULATIONS.items()
    }


@blocks
def test_block_is_consistent(block):
    names = [keyword.name for keyword in block.keywords]
    assert len(set(names)) == len(names)
    known = set(names)
    for keyword in block.keywords:
        assert keyword.meaning.endswith((".", "of 1.")), keyword.name
        assert set(keyword.excludes) <= known
        assert (keyword.type is Type.REFERENCE) == bool(keyword.target)
        assert not keyword.target or keyword.target in FAMILIES
        assert (keyword.type in (Type.CHOICE, Type.FLAG)) == bool(keyword.choices)
        assert keyword.type is not Type.CHOICE or keyword.default in (None, *keyword.choices)
        assert not keyword.synonym_of or keyword.synonym_of in known
        assert not (keyword.required and keyword.default is not None)
    assert {name for group in block.one_of for name in group} <= known
    if block.variants:
        assert block.variants.governed <= known
        assert {variant.choice for variant in block.variants.table} == set(
            block.keyword(block.variants.selector).choices
        )
        defaults = {name for variant in block.variants.table for name in variant.defaults}
        assert defaults <= block.variants.governed | known


def test_tables_of_integrators_agree():
    assert set(integrators.FORMULATION_MEANINGS) == set(integrators.ALL_FORMULATIONS)
    assert {variant.choice for variant in integrators.TYPES.table} == set(integrators.FORMULATIONS_OF)
    for formulation, options in integrators.FORMULATION_OPTIONS.items():
        assert set(integrators.FORMULATION_DEFAULTS[formulation]) <= set(options)


def test_sensors_measure_known_families():
    assert {target for sensor in sensors.SENSOR_TYPES for target in sensor.objects} <= set(FAMILIES)


def test_each_block_of_dymore_is_of_one_sort():
    ours = {*TOP_LEVEL} - {*WRAPPERS}
    assert ours >= dymore.SAME_BLOCKS.keys()
    assert not dymore.UNSUPPORTED & {*TOP_LEVEL}
    assert not dymore.OUT.keys() & dymore.INSTEAD.keys()


def test_what_is_advised_in_place_of_dymores_words_exists():
    """Each `@KEYWORD` in the advice exists. The keywords that the advice replaces do not exist."""
    ours = {*TOP_LEVEL, *BY_NAME_KEYWORD} | {keyword.name for block in ALL_BLOCKS for keyword in block.keywords}
    advice = " ".join((*dymore.SAME_BLOCKS.values(), *dymore.INSTEAD.values(), *dymore.KEYWORDS.values()))
    assert [word for word in re.findall(r"@([A-Z0-9_]+)", advice) if word not in ours] == []
    assert not dymore.KEYWORDS.keys() & ours


def test_examples_together_are_one_deck_without_findings():
    description, diagnostics = read_description("\n".join(block.example for block in ALL_BLOCKS))
    assert [f"{finding.span} {finding.message}" for finding in diagnostics] == []
    kinds = {block.kind for block in OBJECT_BLOCKS}
    assert {kind for kind, objects in description.objects.items() if objects} == kinds


@blocks
def test_example_alone_lacks_nothing_but_what_it_names(block):
    _, diagnostics = read_description(block.example)
    named = {Code.UNRESOLVED_REFERENCE, Code.UNDECLARED_PARAMETER, Code.UNUSED_OBJECT}
    assert [finding.message for finding in diagnostics if finding.code not in named] == []


def test_reference_is_up_to_date():
    pages = reference_pages()
    assert {page: (ROOT / page).read_text(encoding="utf-8") for page in pages} == pages, (
        "run: python -m rbsolve.parser.schema.reference"
    )
    assert {ROOT / page for page in pages if page.parent == FOLDER} == set((ROOT / FOLDER).iterdir())
    assert (ROOT / dymore_page.PAGE).read_text(encoding="utf-8") == dymore_page.dymore_words()


@blocks
def test_reference_shows_every_keyword_and_choice(block):
    pages = reference_pages()
    page, whole = pages[page_of(block.section)], "".join(pages.values())
    assert [keyword.name for keyword in block.keywords if f"@{keyword.name}" not in page] == []
    assert [choice for keyword in block.keywords for choice in keyword.choices if choice not in whole] == []


def test_json_schema_is_closed_and_its_references_exist():
    schema = json.loads(json.dumps(json_schema()))
    references = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    assert references == set(schema["$defs"]) == {*CONTRACT, "REPEAT", "TEMPLATE", "INSTANCE"}
    assert all(definition["additionalProperties"] is False for definition in schema["$defs"].values())
    for name, keywords in CONTRACT.items():
        assert set(schema["$defs"][name]["properties"]) == {*keywords.split(), "COMMENTS"}


BALL = {"SHAPE_TYPE": "SPHERE", "DIMENSIONS": [0.1]}
GOOD = {
    "POINT_DEFINITION": {"P": {"COORDINATES": [1, "2*#L", 3]}, "Q": {"COORDINATES": "#c"}},
    "SHAPE_DEFINITION": {"ball": BALL},
    "FUNCTION_1D_DEFINITION": {"f": {"EXPRESSION": "t"}},
    "REPEAT": [
        {
            "RANGE": ["i", 1, "#N"],
            "CONTENTS": {
                "POINT_DEFINITION": {"P_#i": {"COORDINATES": ["#i", 0, 0]}},
                "SENSOR_DEFINITION": {"at_#(mod(i, N) + 1)": {"SENSOR_TYPE": "POSITION", "OBJECT_NAME": "b_#(i - 1)"}},
                "REPEAT": [{"RANGE": ["j", 0, "#i"], "CONTENTS": {"SHAPE_DEFINITION": {"ball_#i_#j": BALL}}}],
                "INSTANCE_DEFINITION": {"arm_#i": {"TEMPLATE_NAME": "arm", "PARAMETER": [["azimuth", "#i*2*pi/3"]]}},
            },
        }
    ],
    "TEMPLATE_DEFINITION": {
        "arm": {
            "PARAMETER": ["azimuth", ["length", 2], ["hub", "GROUND"]],
            "POINT_DEFINITION": {"tip_#instance": {"COORDINATES": ["#length*cos(#azimuth)", 0, 0]}},
        }
    },
}
BAD = [
    {"REPEAT": {"RANGE": ["i", 1, 2], "CONTENTS": {}}},
    {"REPEAT": [{"RANGE": ["i", 1], "CONTENTS": {}}]},
    {"REPEAT": [{"RANGE": ["i", 1, 2], "CONTENTS": {"POINTS_DEFINITION": {}}}]},
    {"REPEAT": [{"RANGE": ["i", 1, 2], "CONTENTS": {"TEMPLATE_DEFINITION": {}}}]},
    {"TEMPLATE_DEFINITION": {"arm": {"POINT_DEFINITION": {"P": {}}}}},
    {"INSTANCE_DEFINITION": {"north": {"PARAMETER": [["azimuth", 1]]}}},
    {"POINTS_DEFINITION": {}},
    {"POINT_DEFINITION": {"P": {}}},
    {"POINT_DEFINITION": {"P": {"COORDINATES": [1, 2]}}},
    {"POINT_DEFINITION": {"P Q": {"COORDINATES": [1, 2, 3]}}},
    {"MASS_PROPERTY_DEFINITION": {"m": {"MASS": -1, "MOMENTS_OF_INERTIA": [1, 1, 1]}}},
    {"SENSOR_DEFINITION": {"s": {"SENSOR_TYPE": "POSITIONS"}}},
    {"TRIAD_DEFINITION": {"T": {"ORIENTATION_DEFINITION_TYPE": "VECTOR_E3"}}},
    {"SHAPE_DEFINITION": {"ball": BALL | {"FILE_NAME": "ball.obj"}}},  # a keyword of another type
]


def test_json_schema_accepts_good_decks_and_rejects_bad_ones():
    jsonschema = pytest.importorskip("jsonschema")
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(GOOD)
    assert [deck for deck in BAD if validator.is_valid(deck)] == []


EXCLUDED = [
    ("FIXED_FRAME_DEFINITION", {"POINT1_NAME": "O", "POINT3_NAME": "P"}, {"POINT1_NAME": "O", "TRIAD_NAME": "T"}),
    ("MASS_PROPERTY_DEFINITION", {"MASS": 1, "MOMENTS_OF_INERTIA": [1, 1, 1]}, {"MASS_MATRIX": [1.0] * 36}),
]


@pytest.mark.parametrize(("definition", "one", "other"), EXCLUDED)
def test_json_schema_rejects_keywords_that_exclude_each_other(definition, one, other):
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json_schema())
    assert validator.is_valid({definition: {"N": one}})
    assert validator.is_valid({definition: {"N": other}})
    assert not validator.is_valid({definition: {"N": one | other}})


@pytest.mark.parametrize("given", [[], ["there"]])
def test_the_reference_is_written_into_the_given_folder_or_the_current_one(tmp_path, monkeypatch, given):
    folder = tmp_path.joinpath(*given)
    for file in (dymore_page.PAGE, textmate.FILE):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["reference", *given])
    reference.main()
    for page, text in reference_pages().items():
        assert (folder / page).read_text(encoding="utf-8") == text
    assert json.loads((folder / textmate.FILE).read_text(encoding="utf-8")) == textmate.grammar()
