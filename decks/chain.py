"""Write the deck of a hanging chain: `python decks/chain.py 100 --joint SPHERICAL -o chain.deck`.

Links of length 0.1 m and mass 1 kg hang from the origin along -z. Gravity has a sideways component, so the links swing.
Hinges turn about y. The benchmarks use this chain to measure the cost per step of tree algorithms and sparse solvers.
"""

from __future__ import annotations

import argparse
import sys

LENGTH = 0.1
HEAD = """! Chain of {n} links on {kind} joints, written by decks/chain.py.
!
! Expected: the joints are closed to round-off; one hinge gives a pendulum, and two hinges give a double pendulum.

@TRIAD_DEFINITION {{ @TRIAD_NAME {{hinge}} {{ @ORIENTATION_E2 {{0, 0, 1}} @ORIENTATION_E3 {{0, 1, 0}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{link}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1e-3, 1e-3, 1e-4}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{field}} {{ @GRAVITY_VECTOR {{2, 0, -9.81}} }} }}
@ANALYSIS_DEFINITION {{
  @ANALYSIS_NAME {{swing}} {{
    @SIMULATION_TIME_RANGE {{0, {t_end}}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{{output}}} @TIME_INTEGRATOR_NAME {{method}}
  }}
}}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{method}} {{ @INTEGRATOR_TYPE {{{integrator}}} @FORMULATION {{{formulation}}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{tip}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{link{n}}} @POINT_NAME {{P{n}}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
  @SENSOR_NAME {{support}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{J1}} }}
}}
"""
LINK = """@POINT_DEFINITION {{
  @POINT_NAME {{P{i}}} {{ @COORDINATES {{0, 0, {end:.12g}}} }}
  @POINT_NAME {{C{i}}} {{ @COORDINATES {{0, 0, {middle:.12g}}} }}
}}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{C{i}}} {{ @POINT1_NAME {{C{i}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{link{i}}} {{ @FRAME_NAME {{C{i}}} @MASS_PROPERTY_NAME {{link}} }} }}
@{kind}_JOINT_DEFINITION {{
  @{kind}_JOINT_NAME {{J{i}}} {{
    @CONNECTED_TO_BODIES {{{parent}, link{i}}} @AT_POINT {{P{previous}}} @TRIAD_NAME {{hinge}}
  }}
}}
"""


def chain_deck(
    n: int,
    kind: str = "REVOLUTE",
    integrator: str = "GENERALIZED_ALPHA",
    formulation: str = "LIE_R3_SO3",
    t_end: float = 1.0,
    output: float = 0.01,
) -> str:
    """The text of a deck with `n` links on joints of a `kind`, REVOLUTE (about y) or SPHERICAL."""
    head = HEAD.format(n=n, kind=kind, integrator=integrator, formulation=formulation, t_end=t_end, output=output)
    parts = [head, "@POINT_DEFINITION { @POINT_NAME {P0} { @COORDINATES {0, 0, 0} } }\n"]
    for i in range(1, n + 1):
        parent = f"link{i - 1}" if i > 1 else "GROUND"
        end, middle = -LENGTH * i, -LENGTH * (i - 0.5)
        parts.append(LINK.format(i=i, previous=i - 1, parent=parent, end=end, middle=middle, kind=kind))
    return "".join(parts)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, help="number of links")
    parser.add_argument("--joint", choices=["REVOLUTE", "SPHERICAL"], default="REVOLUTE")
    parser.add_argument("--integrator", default="GENERALIZED_ALPHA")
    parser.add_argument("--formulation", default="LIE_R3_SO3")
    parser.add_argument("-o", "--output", help="deck to write; default: standard output")
    arguments = parser.parse_args()
    text = chain_deck(arguments.n, arguments.joint, arguments.integrator, arguments.formulation)
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
