"""Lists the blocks and keywords of Dymore: supported, renamed, and out of scope.

The text for a word is the hint of its diagnostic, and its row in docs/dymore-words.md. The words in `SEEN` occur in the
decks of perryjohnson/spardesign and perryjohnson/biplaneblade on GitHub. The other words could not be compared with a
deck of Dymore.
"""

from __future__ import annotations

from collections.abc import Mapping

MASTER_BLOCKS = {
    "MODEL_DEFINITION": "this block is optional, because all supported blocks can also be at top level",
    "PROCESS_CONTROL_DEFINITION": "ignored with a note; times and steps are in `@ANALYSIS_DEFINITION`",
    "CREATE_FINITE_ELEMENT_MODEL": "ignored with a note",
    "FINITE_ELEMENT_ANALYSIS": "ignored with a note; times and steps are in `@ANALYSIS_DEFINITION`",
    "POST_PROCESSING_ANALYSIS": "ignored with a note; `rbsolve plot` and `rbsolve view` draw results",
}
"Dymore's five master blocks."

SAME_BLOCKS: Mapping[str, str] = {
    "POINT_DEFINITION": "",
    "TRIAD_DEFINITION": "",
    "FIXED_FRAME_DEFINITION": "",
    "MOVING_FRAME_DEFINITION": "",
    "MASS_PROPERTY_DEFINITION": "",
    "RIGID_BODY_DEFINITION": "bodies have frames, not vertices or edges",
    "REVOLUTE_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "PRISMATIC_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "CYLINDRICAL_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "SCREW_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "PLANAR_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "SPHERICAL_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "UNIVERSAL_JOINT_DEFINITION": "`@CONNECTED_TO_BODIES` replaces the vertices",
    "DEAD_LOAD_DEFINITION": "`@CONNECTED_TO_BODY` and `@AT_POINT` replace the vertex",
    "GRAVITY_DEFINITION": "",
    "FUNCTION_1D_DEFINITION": "",
    "TIME_FUNCTION_DEFINITION": "",
    "SENSOR_DEFINITION": "objects are bodies, joints, forces, frames, points, or `SYSTEM`",
    "SHAPE_DEFINITION": "shapes of bodies; shapes of sections along a curve are out of scope",
    "DESIGN_PARAMETERS_DEFINITION": "",
    "INCLUDE_COMMAND": "",
}
"""Blocks that have the same name in rbsolve, and how they differ."""

_BEAMS = "beams, cables, plates and shells"
_AIR = "aerodynamics"
_CURVES = "curves, surfaces and their meshes"
_MODES = "flexible bodies and their modes"
_HYDRAULICS = "hydraulics"
_FINITE_ELEMENTS = "finite element models"
_SPECIAL = "interfaces to other programs"

_OUT_OF_SCOPE: Mapping[str, str] = {
    _BEAMS: """BEAM BEAM_PROPERTY CABLE CABLE_PROPERTY DISTRIBUTED_LOAD DISTRIBUTED_SPRING EDGE_LOAD MATERIAL MATERIAL_PROPERTY MEMBRANE
        PLATE PLATE_PROPERTY PRESSURE PROFILE SECTION SECTION_BUILDER SHELL SHELL_PROPERTY SLIDING_JOINT SURFACE_LOAD""",
    _AIR: """AIRFOIL AIRSTATION AIRTABLE AERODYNAMIC_INTERFACE AERODYNAMIC_INTERFACE_CONTROL AERODYNAMIC_STATION COMPOUND_AIRTABLE
        ENVIRONMENT FREE_STREAM INFLOW INTERNAL_FLOW LIFTING_LINE ROTOR TRIM_CONTROL VORTEX_WAKE WAKE""",
    _CURVES: """CURVE CURVE_MESH_PARAMETERS CURVILINEAR_COORDINATE MESH_PARAMETERS NURBS ORIENTATION_DISTRIBUTION SURFACE
        SURFACE_MESH_PARAMETERS TRIAD_FIELD""",
    _MODES: "FLEXIBLE_BODY MODAL_ELEMENT MODAL_SUPER_ELEMENT SUPER_ELEMENT",
    _HYDRAULICS: "HYDRAULIC_ACTUATOR HYDRAULIC_CHAMBER HYDRAULIC_ORIFICE",
    _FINITE_ELEMENTS: "ASSEMBLY EDGE NODE LINE_OF_ACTION",
    _SPECIAL: "EXTERNAL_MODULE FEM_MODULE STATE_SPACE",
}

_CONTACTS = "`@CONTACT_DEFINITION`, or `@STOPS` of a joint"
_SPRINGS = "`@SPRING_DAMPER_DEFINITION`, `@TORSION_SPRING_DEFINITION`, or `@SPRING` and `@DAMPER` of a joint"
_BUSHING = "`@BUSHING_DEFINITION`"
_FRICTION = "`@FRICTION` or `@FRICTION_FORCE` of a joint, `@FRICTION_COEFFICIENTS` of a contact"
_FUNCTION = "`@FUNCTION_1D_DEFINITION`"
_LOOKS = "`@COLOUR` and `@OPACITY` of a `@SHAPE_DEFINITION`"
_STEPS = "`@TIME_STEP_SIZE` of `@ANALYSIS_DEFINITION`, tolerances of `@TIME_INTEGRATOR_DEFINITION`"
_DRAWING = "`rbsolve plot` and `rbsolve view`"
_START = "`@INITIAL_VELOCITY` and `@INITIAL_ANGULAR_VELOCITY` of a body, `@INITIAL_COORDINATE` and `@INITIAL_RATE` of a joint"
_POINT_MASS = "`@MASS_PROPERTY_DEFINITION`"

_MODEL_ELSEWHERE: Mapping[str, str] = {
    "ACTUATOR": "`@ACTUATOR` of a joint, or `@SIGNAL_NAME` of a force",
    "BACKLASH": "`@STOPS` of a joint",
    "BACKLASH_PROPERTY": "`@STOPS` of a joint",
    "BOUNDARY_CONDITION": "a joint to `GROUND`, for example `@RIGID_JOINT_DEFINITION`",
    "CLEARANCE_JOINT": _CONTACTS,
    "CONTACT_PROPERTY": "`@CONTACT_MATERIAL_DEFINITION`",
    "CONTROL": "`@JOINT_CONTROLLER_DEFINITION`, or `@SIGNAL_DEFINITION`",
    "CURVE_JOINT": "`@POINT_ON_CURVE_DEFINITION`",
    "CURVE_SLIDING_JOINT": "`@POINT_ON_CURVE_DEFINITION`",
    "DAMPER": _SPRINGS,
    "DAMPER_PROPERTY": _SPRINGS,
    "DATA_TABLE": "`@TABLE_ENTRIES` or `@TABLE_FILE` of `@FUNCTION_1D_DEFINITION`",
    "DISPLACEMENT_CONSTRAINT": "`@PRESCRIBED_DISPLACEMENT` of a joint",
    "ELASTIC_ELEMENT": _BUSHING,
    "FLEXIBLE_JOINT": _BUSHING,
    "FLEXIBLE_JOINT_PROPERTY": _BUSHING,
    "FLOATING_FRAME": "`@MOVING_FRAME_DEFINITION`",
    "FORCE_ELEMENT": _SPRINGS,
    "FRICTION": _FRICTION,
    "FRICTION_PROPERTY": _FRICTION,
    "GEAR_JOINT": "`@GEAR_DEFINITION`",
    "GENERALIZED_FORCE": "`@DEAD_LOAD_DEFINITION`, or `@ACTUATOR` of a joint",
    "GRAPHICAL_PARAMETERS": _LOOKS,
    "IMAGE": _LOOKS,
    "INITIAL_CONDITIONS": _START,
    "LUMPED_MASS": _POINT_MASS,
    "PRESCRIBED_DISPLACEMENT": "`@PRESCRIBED_DISPLACEMENT` of a joint",
    "PRESCRIBED_ROTATION": "`@PRESCRIBED_ROTATION` of a joint",
    "RELATIVE_DISPLACEMENT": "a sensor of `@SENSOR_TYPE {RELATIVE_DISPLACEMENT}`",
    "RELATIVE_ROTATION": "a sensor of `@SENSOR_TYPE {RELATIVE_ROTATION}`",
    "RIGID_BODY_MASS": _POINT_MASS,
    "RIGID_CONNECTION": "`@RIGID_JOINT_DEFINITION`",
    "RIGID_ROTATION": "`@PRESCRIBED_ROTATION` of a joint to `GROUND`",
    "ROLLING_JOINT": "`@ROLLING_DISC_DEFINITION`",
    "SCHEDULE": f"{_FUNCTION}: use the name of the function where Dymore names the schedule",
    "SPRING": _SPRINGS,
    "SPRING_PROPERTY": _SPRINGS,
    "SURVEY": "`@SENSOR_DEFINITION`",
    "TABULATED_FUNCTION": _FUNCTION,
    "UNILATERAL_CONTACT": _CONTACTS,
    "UNIVERSAL_FLEXIBLE_JOINT": f"`@UNIVERSAL_JOINT_DEFINITION` with {_BUSHING}",
    "USER_FUNCTION": f"{_FUNCTION} with `@EXPRESSION`",
    "VERTEX": "`@POINT_DEFINITION`; bodies, joints and loads refer to points and frames instead of vertices",
    "VISUALIZATION_PARAMETERS": _LOOKS,
    "WHEEL": "`@ROLLING_DISC_DEFINITION`, or a `@CONTACT_DEFINITION` of a shape",
}

_CONTROL: Mapping[str, str] = {
    "CFM_CONTROL_PARAMETERS": "not needed, because rbsolve has no mesh",
    "EIGEN_ANALYSIS_DEFINITION": "`rbsolve linearize`",
    "FEM_CONTROL_PARAMETERS": "`@SIMULATION_TIME_RANGE` of `@ANALYSIS_DEFINITION`",
    "GRAPHICS_CONTROL_PARAMETERS": _DRAWING,
    "INITIAL_CONDITION_DEFINITION": _START,
    "PLOTTING_CONTROL_PARAMETERS": _DRAWING,
    "PLOTTING_CONTROL_PARAMETERS_DEFINITION": _DRAWING,
    "SIGNAL_PROCESSING_ANALYSIS": "`rbsolve plot`, or Python with the results file",
    "STATIC_ANALYSIS_CONTROL_DEFINITION": "`@ANALYSIS_TYPE {STATIC}` of `@ANALYSIS_DEFINITION`",
    "STEP_CONTROL_PARAMETERS": _STEPS,
    "STEP_SIZE_CONTROL_DEFINITION": _STEPS,
    "TIME_STEP_SIZE_CONTROL_DEFINITION": _STEPS,
    "VIEW_PARAMETERS_DEFINITION": "`rbsolve view`",
}
"""Blocks in Dymore's other master blocks. They are ignored there."""

OUT: Mapping[str, str] = {
    f"{word}_DEFINITION": topic for topic, listed in _OUT_OF_SCOPE.items() for word in listed.split()
}
"""Blocks that are out of scope, and the topics of these blocks."""

INSTEAD: Mapping[str, str] = {f"{word}_DEFINITION": here for word, here in _MODEL_ELSEWHERE.items()} | dict(_CONTROL)
"""Blocks whose counterparts in rbsolve have other names, with these names."""

UNSUPPORTED = frozenset((*OUT, *INSTEAD))
"""All of Dymore's blocks that are not supported."""
IN_MODEL = UNSUPPORTED - _CONTROL.keys()
"""Blocks of a model, which are reported inside any master block. Other blocks are reported only outside of ignored
blocks.
"""

# Keywords that show that an object is an object of Dymore, for blocks that both languages have. For example, Dymore's
# shapes are sections along curves.
MARKS_OF_DYMORE = {"SHAPE_DEFINITION": ("COORDINATE_TYPE", "ETA_COORDINATE")}

_BODIES = "`@CONNECTED_TO_BODIES` and points"
_BODY = "`@CONNECTED_TO_BODY` and `@AT_POINT`"
KEYWORDS: Mapping[str, str] = {
    "COLOR_FOR_CONFIGURATION": "`@COLOUR` of a shape",
    "CONNECTED_TO_EDGE": _BODY,
    "CONNECTED_TO_EDGES": _BODIES,
    "CONNECTED_TO_VERTEX": _BODY,
    "CONNECTED_TO_VERTICES": _BODIES,
    "CONVERGENCE_TOLERANCE": "`@RELATIVE_TOLERANCE` and `@ABSOLUTE_TOLERANCE` of a time integrator",
    "DESIGN_PARAMETERS_FILE_NAME": "`@INCLUDE_COMMAND`, or `rbsolve -p NAME=VALUE`",
    "FACTORIZATION_STRATEGY": "not needed, because the model determines it",
    "FIGURES_PATH": "`--output` of `rbsolve plot`",
    "GYROSCOPIC_TERMS": "not needed, because these terms are always included",
    "MASS_PER_UNIT_SPAN": "`@MASS` of a mass property",
    "MAXIMUM_NUMBER_OF_REJECT": "not needed: if a step is rejected too often, the run ends with a reason",
    "MAXIMUM_NUMBER_OF_TIME_STEPS": "not needed: `@SIMULATION_TIME_RANGE` determines the end of a run",
    "NUMBER_OF_EIGENVALUES": "not needed: `rbsolve linearize` computes all eigenvalues",
    "REUSE_NUMBER": "`@NEWTON {MODIFIED}` of a time integrator",
    "SURVEY_NAME": "`@SENSOR_NAME` in `@SENSOR_DEFINITION`",
    "SURVEY_TYPE": "`@SENSOR_TYPE`",
    "TIME_STEP_SIZE_RANGE": "not needed: tolerances determine adaptive steps",
    "UNIT_SYSTEM": "not needed: all numbers are in SI units",
    "VERTEX_NAME": "`@POINT_NAME` in `@POINT_DEFINITION`",
}
"""Keywords whose counterparts in rbsolve have other names, with these names."""

_SEEN = """
    BEAM_DEFINITION BEAM_PROPERTY_DEFINITION BOUNDARY_CONDITION_DEFINITION CFM_CONTROL_PARAMETERS COLOR_FOR_CONFIGURATION
    CONNECTED_TO_VERTEX CONNECTED_TO_VERTICES CONVERGENCE_TOLERANCE CREATE_FINITE_ELEMENT_MODEL CURVE_DEFINITION
    CURVE_MESH_PARAMETERS_DEFINITION DATA_TABLE_DEFINITION DEAD_LOAD_DEFINITION DESIGN_PARAMETERS_DEFINITION
    DESIGN_PARAMETERS_FILE_NAME EDGE_DEFINITION EDGE_LOAD_DEFINITION FACTORIZATION_STRATEGY FEM_CONTROL_PARAMETERS FIGURES_PATH
    FINITE_ELEMENT_ANALYSIS GRAPHICAL_PARAMETERS_DEFINITION GRAPHICS_CONTROL_PARAMETERS GYROSCOPIC_TERMS INCLUDE_COMMAND
    INITIAL_CONDITION_DEFINITION MASS_PER_UNIT_SPAN MAXIMUM_NUMBER_OF_REJECT MAXIMUM_NUMBER_OF_TIME_STEPS MODEL_DEFINITION
    NUMBER_OF_EIGENVALUES ORIENTATION_DISTRIBUTION_DEFINITION PLOTTING_CONTROL_PARAMETERS POINT_DEFINITION POST_PROCESSING_ANALYSIS
    PROCESS_CONTROL_DEFINITION REUSE_NUMBER SHAPE_DEFINITION SIGNAL_PROCESSING_ANALYSIS STEP_CONTROL_PARAMETERS SURVEY_DEFINITION
    SURVEY_NAME SURVEY_TYPE TIME_FUNCTION_DEFINITION TIME_STEP_SIZE_RANGE TRIAD_DEFINITION UNIT_SYSTEM VERTEX_DEFINITION VERTEX_NAME
    VIEW_PARAMETERS_DEFINITION
"""
SEEN = frozenset(_SEEN.split())
"""The words that occur in public decks."""

ONLY_RIGID = "rbsolve solves only rigid-body models; remove the block"


def advice(block: str) -> str:
    """Return the advice of messages about an unsupported block."""
    here = INSTEAD.get(block)
    if block in MARKS_OF_DYMORE:
        return "Dymore's shapes are sections along a curve; rbsolve's shapes are parts of rigid bodies: remove these objects"
    if here is None:
        return f"{OUT[block]} are out of scope: {ONLY_RIGID}" if block in OUT else ONLY_RIGID
    return f"here: {here}"
