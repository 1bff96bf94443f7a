"""A block or a ball on a floor with stiction."""

G, K, BRISTLE = 9.81, 1e6, 2e5


BLOCK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{{inertia}}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0, 0, {height}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{F}} @INITIAL_VELOCITY {{{velocity}}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{gravity}}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }}
    @SHAPE_NAME {{s}} {{ @SHAPE_TYPE {shape} @CONNECTED_TO_BODY {{b}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @CONTACT_SHAPES {{floor, s}} @STIFFNESS {{1e6}}
    @EXPONENT {{1}} @RESTITUTION {{0.3}} @FRICTION_COEFFICIENTS {{{friction}}} @STICTION {{{stiction}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{2e-5}} @OUTPUT_STEP_SIZE {{2e-4}}
    @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{DISPLACEMENT}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
"""


FLAT, BALL = "{BOX} @DIMENSIONS {2, 2, 0.002}", "{SPHERE} @DIMENSIONS {0.1}"


def deck(**changes):
    wanted = {
        "inertia": "1e3, 1e3, 1e3",  # while it slides, the body does not tilt
        "height": 0.001 - G / (4 * K),
        "velocity": "0, 0, 0",
        "gravity": f"0, 0, {-G}",
        "shape": FLAT,
        "friction": "0.5",
        "stiction": f"{BRISTLE}, 0",
        "end": 0.05,
    }
    return BLOCK.format(**wanted | changes)
