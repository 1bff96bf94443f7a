"""The place and the test of each equation of Dymore's manual."""

from __future__ import annotations

from claims import Equation
from seed_002_equations import BRANCHES, FIRST, SEQUENCES

TRIADS, FRAMES, ANGLES = (f"geometry/test_{name}.py" for name in ("triads", "frames", "rotation_parameters"))
OBSERVER, MOTION, RESOLVE = (f"geometry/test_{name}.py" for name in ("observer", "motion_parameters", "resolve"))
ONE_VECTOR = f"{TRIADS}::test_one_vector_by_the_printed_euler_parameters"
MATRIX, BACK = (
    f"{TRIADS}::test_euler_angles_agree_with_scipy",
    f"{ANGLES}::test_singular_and_almost_singular_cases_rebuild_the_matrix",
)
IN_TRIADS, IN_ANGLES, IN_FRAMES = "`geometry/triads.py`", "`geometry/rotation_parameters.py`", "`geometry/frames.py`"
HYPOT = "phi3 = 0 only if both arguments are zero"
EQUATIONS = (
    Equation("(1)", "position of a point", "`@COORDINATES`", f"{RESOLVE}::test_four_levels_with_every_kind_of_frame"),
    Equation(
        "(2)-(4)",
        "direction cosines",
        f"{IN_TRIADS}, `@DIRECTION_COSINES`",
        f"{TRIADS}::test_direction_cosines_with_few_digits_are_the_nearest_rotation",
    ),
    Equation(
        "(5)-(7)",
        "triad of two vectors",
        f"{IN_TRIADS}, `@ORIENTATION_E2`, `@ORIENTATION_E3`",
        f"{TRIADS}::test_two_vectors",
        "our copy lacks the cross products of (7) and of condition (2)",
        "(5)-(7)",
    ),
    Equation(
        "(8)-(10)",
        "triad of three points",
        f"{IN_TRIADS}, `@POINT1_NAME` to `@POINT3_NAME`",
        f"{TRIADS}::test_three_points",
        "our copy lacks the cross product of (10)",
        "(8)-(10)",
    ),
    Equation(
        "(11)",
        "rotation matrix of Euler parameters",
        IN_ANGLES,
        f"{ANGLES}::test_euler_parameters_agree_with_scipy",
        "",
        "(11)",
    ),
    *(
        Equation(
            f"({number - 1}), {name}" if is_positive else name,
            f"triad of a vector along e{axis}, n{axis} {'> 0' if is_positive else '<= 0'}",
            f"{IN_TRIADS}, `VECTOR_E{axis}`",
            ONE_VECTOR,
            "the text before (15) names the first column; the second column is correct"
            if (axis, is_positive) == (2, True)
            else "",
            name,
        )
        for (axis, is_positive), (name, _) in BRANCHES.items()
        for number in (int(name[1:-1]),)
    ),
    Equation(
        "2.4",
        "triad of two points",
        "`geometry/definitions.py`, `@AXIS_NUMBER`",
        f"{RESOLVE}::test_line_of_two_points_gives_an_axis_by_the_rule_of_the_frame",
        "the manual does not say which axis is along the line; `@AXIS_NUMBER` selects it",
    ),
    *(
        Equation(
            FIRST[s],
            f"matrix of Euler angles {s}",
            f"{IN_TRIADS}, `@EULER_ANGLES_{s}`",
            MATRIX,
            "",
            f"{FIRST[s]}, here",
            f"{FIRST[s]}, printed",
        )
        for s in SEQUENCES
    ),
    Equation(
        "(22)-(24)",
        "Euler angles 3-1-3 from a matrix",
        IN_ANGLES,
        BACK,
        HYPOT,
        "inverse 313, here",
        "inverse 313, printed",
    ),
    Equation(
        "(26)-(28)",
        "Euler angles 3-2-3 from a matrix",
        IN_ANGLES,
        BACK,
        f"phi1 = atan2(-D11 S3 - D12 C3, D21 S3 + D22 C3); (28) repeats (24), and gives atan2(S1 C2, C1 C2). In (26) {HYPOT}",
        "inverse 323, here",
        "inverse 323, printed",
    ),
    Equation(
        "(30)-(32)",
        "Euler angles 3-2-1 from a matrix",
        IN_ANGLES,
        BACK,
        f"{HYPOT}; phi1 = atan2(D13 S3 - D12 C3, D22 C3 - D23 S3) is valid in the singular case too",
        "inverse 321, here",
        "inverse 321, printed",
    ),
    Equation(
        "(34)-(36)",
        "Euler angles 3-1-2 from a matrix",
        IN_ANGLES,
        BACK,
        f"{HYPOT}; phi1 = atan2(D21 C3 + D23 S3, D11 C3 + D13 S3) is valid in the singular case too",
        "inverse 312, here",
        "inverse 312, printed",
    ),
    Equation(
        "(37)-(39)",
        "frame of two points and a vector n3",
        f"{IN_FRAMES}",
        f"{FRAMES}::test_two_points_and_one_triad_as_printed",
        "n3 determines e2, and the final n3 is perpendicular to e3",
        "(37)-(39)",
    ),
    Equation("(40)-(42)", "frame of three points", IN_FRAMES, f"{FRAMES}::test_three_points", "", "(40)-(42)"),
    Equation(
        "(43), (44)",
        "inertial from relative definition",
        f"{IN_FRAMES}, `@IS_DEFINED_IN_FRAME`",
        f"{RESOLVE}::test_four_levels_with_every_kind_of_frame",
        "",
        "(43), (44)",
    ),
    Equation(
        "(45), (46)",
        "composition of motions, Euler motion parameters",
        "`geometry/motion_parameters.py`, `MOTION_PARAMETERS`",
        f"{MOTION}::test_position_is_twice_the_first_half_times_the_conjugate_of_the_second",
        "the manual does not define A and B, which are products of quaternions from the left and from the right",
        "(45)",
    ),
    Equation(
        "(47a), (47b)",
        "composition of motions, displacement and rotation",
        "`geometry/motion_parameters.py`",
        f"{MOTION}::test_position_is_on_the_left",
        "",
        "(47)",
    ),
    Equation(
        "(48), (49)",
        "relative from inertial definition",
        "`geometry/observer.py`",
        f"{OBSERVER}::test_fixed_frame_resolves_in_its_axes",
        "",
        "(48), (49)",
    ),
    Equation(
        "(50a), (50b)",
        "composition of motions by motion parameters",
        "`geometry/motion_parameters.py`",
        f"{MOTION}::test_the_two_constraints",
        "the dagger transposes blocks, not the matrix",
        "(50)",
    ),
    Equation(
        "section 5",
        "recursive definition",
        "`geometry/resolve.py`",
        f"{RESOLVE}::test_a_long_chain_needs_no_recursion",
        "rbsolve uses a graph instead of repeated loops, and resolves each entity once",
    ),
    Equation(
        "(51), (52)",
        "configuration seen by a moving observer",
        "`geometry/observer.py`, `POSITION`, `ORIENTATION`",
        f"{OBSERVER}::test_moving_observer",
        "in (52), R_E is the rotation since the start; in 6.1, R_E is the total rotation",
        "(51), (52)",
    ),
    Equation(
        "(53)",
        "displacement seen by a moving observer",
        "`DISPLACEMENT`",
        "solver/sensors/test_sensors_seen.py::test_sensor_matches_differentiated_positions",
        "",
        "(53)",
    ),
    Equation(
        "(54)",
        "change in orientation seen by a moving observer",
        "`geometry/observer.py`, `ROTATION`",
        f"{OBSERVER}::test_moving_observer",
        "",
        "(54)",
    ),
    Equation(
        "end of 6.3",
        "change of motion by motion parameters",
        "`geometry/observer.py`, `MOTION_TENSOR`, `MOTION_PARAMETERS`, `@CHANGE`",
        f"{OBSERVER}::test_change_of_motion_is_the_quotient_of_motion_tensors",
        "the printed g is B; the rotation of the change is (54), but its displacement r - Q r0 is not (53)",
        "6.3, here",
    ),
    Equation(
        "(55)",
        "velocity seen by a moving observer",
        "`geometry/observer.py`, `VELOCITY`",
        f"{OBSERVER}::test_moving_observer",
        "the bracket is the relative position, (x_B0 + u_B) - (x_E0 + u_E)",
        "(55), here",
        "(55), printed",
    ),
    Equation(
        "before (56)",
        "axial of the change in orientation",
        "`geometry/observer.py`",
        f"{OBSERVER}::test_moving_observer",
        "the formula is axial(Q' Q^T); the printed formula lacks the dot",
        "(56), here",
        "before (56), printed",
    ),
    Equation(
        "(56)",
        "angular velocity seen by a moving observer",
        "`geometry/observer.py`, `ANGULAR_VELOCITY`",
        f"{OBSERVER}::test_moving_observer",
        "",
        "(56), here",
        "(56), printed",
    ),
    Equation(
        "(not in the manual)",
        "accelerations seen by a moving observer",
        "`geometry/observer.py`, `ACCELERATION`, `ANGULAR_ACCELERATION`",
        f"{OBSERVER}::test_moving_observer",
        "derived: the derivatives of (55) and (56)",
        "accelerations",
    ),
)
