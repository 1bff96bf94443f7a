"""A deck of a body that rests on another body or on the ground, with its closed forms."""

G, K, N, MASS, RADIUS, HEIGHT = 9.81, 1e7, 1.5, 2.0, 0.1, 0.3
ACROSS, ABOUT = MASS * (3.0 * RADIUS**2 + HEIGHT**2) / 12.0, 0.5 * MASS * RADIUS**2
POINTS = 4
"""Points of a round face: its disc, and three more."""
FIXED = ("{GENERALIZED_ALPHA}", 2e-4)
EXPLICIT = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", 2e-5)
ADAPTIVE = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-11}", 1e-4)
BRICK = "{BOX} @DIMENSIONS {0.6, 0.6, 0.2}"
FLOOR, CAN = "{PLANE}", f"{{CYLINDER}} @DIMENSIONS {{{RADIUS}, {HEIGHT}}}"
LAW = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.5}"
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{{place}}} @MASS {{{mass}}}
  @MOMENTS_OF_INERTIA {{{across}, {across}, {about}}} {motion} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{lower}} {{ @SHAPE_TYPE {lower} }}
  @SHAPE_NAME {{upper}} {{ @SHAPE_TYPE {upper} @CONNECTED_TO_BODY {{b}} @AT_POINT {{{place}}} {axes} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{lower, upper}} @STIFFNESS {{{stiffness}}} {law} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
  @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{turn}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
  @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
  @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
{more}
"""


def depth_of(points):
    """Return the depth at which points with equal loads bear the weight."""
    return (MASS * G / (points * K)) ** (1.0 / N)


def deck(method, **changes):
    """Return a can that stands on a plane, at its depth of rest."""
    wanted = {
        "place": f"0, 0, {HEIGHT / 2 - depth_of(POINTS)}",
        "mass": MASS,
        "across": ACROSS,
        "about": ABOUT,
        "motion": "",
        "axes": "",
        "lower": FLOOR,
        "upper": CAN,
        "stiffness": K,
        "law": LAW,
        "method": method[0],
        "step": method[1],
        "end": 0.5,
        "more": "",
    }
    return DECK.format(**wanted | changes)


def write_cuboid(path, a, b, c):
    """Write a box as a mesh of twelve triangles."""
    signs = [(-0.5, 0.5)] * 3
    corners = [f"v {a * x} {b * y} {c * z}" for x in signs[0] for y in signs[1] for z in signs[2]]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    path.write_text("\n".join([*corners, *("f " + " ".join(str(k + 1) for k in quad) for quad in quads)]))
