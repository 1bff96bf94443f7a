"""From the checked description and the resolved geometry to the compiled model."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.parser.description.described import Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.functions.encode import FUNCTION_KINDS, encode_functions
from rbsolve.solver.integrators.tableaux import is_adaptive
from rbsolve.solver.model import forces
from rbsolve.solver.model.arrays import Bodies, Floats, Model, State
from rbsolve.solver.model.bodies import MassProperties, Placement, bodies_of, mass_properties, place
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.method import Overrides, choose_method
from rbsolve.solver.model.schedule import make_schedule


def compile_model(
    description: Description, geometry: ResolvedGeometry, diagnostics: Diagnostics, overrides: Overrides
) -> CompiledModel | None:
    """The model of a deck, ready to run; None when the deck has errors or no analysis (reported)."""
    properties = {
        block.name: mass_properties(block, diagnostics) for block in description.all_of("MASS_PROPERTY")
    }
    functions, function_index = encode_functions(description.all_of(*FUNCTION_KINDS), diagnostics)
    analyses = list(description.all_of("ANALYSIS"))
    if diagnostics.has_errors or not analyses:
        return None
    analysis = analyses[0]
    has_joints = any(kind.endswith("_JOINT") and objects for kind, objects in description.objects.items())
    method = choose_method(description, analysis, overrides, has_joints, diagnostics)
    if method is None:
        return None
    schedule = make_schedule(analysis, overrides.step, overrides.t_end, is_adaptive(method.options), diagnostics)
    blocks = list(description.all_of("RIGID_BODY"))
    if not blocks:
        message = "there is no body to move: the model has no @RIGID_BODY_DEFINITION"
        diagnostics.error(Code.MISSING_KEYWORD, message, analysis.span)
    if schedule is None or not blocks:
        return None
    masses = [properties[block["MASS_PROPERTY_NAME"]] for block in blocks]
    known = [mass for mass in masses if mass is not None]
    placements = [place(block, mass, geometry) for block, mass in zip(blocks, known, strict=True)]
    anatomy = _anatomy(description, geometry, placements, function_index)
    model = Model(
        bodies=_bodies([block.get("FORMULATION", method.formulation) for block in blocks], known),
        gravity=forces.gravity(description),
        functions=functions,
        loads=forces.loads(description, anatomy),
        springs=forces.springs(description, anatomy),
        bushings=forces.bushings(description, anatomy),
    )
    return CompiledModel(
        model=model,
        initial=_initial_state(placements),
        reference_x=anatomy.reference_x,
        reference_R=anatomy.reference_R,
        body_index=anatomy.index,
        schedule=schedule,
        method=method,
        geometry=geometry,
        description=description,
        moving_frames=anatomy.moving_frames,
    )


def _anatomy(
    description: Description, geometry: ResolvedGeometry, placements: list[Placement], functions: dict[str, int]
) -> forces.Anatomy:
    index = bodies_of(description)
    reference_x = np.array([*(p.reference_x for p in placements), np.zeros(3)])
    reference_R = np.array([*(p.reference_R for p in placements), np.eye(3)])
    moving_frames: dict[str, tuple[int, Floats, Floats]] = {}
    for block in description.all_of("MOVING_FRAME"):
        body = index[block["CONNECTED_TO_BODY"]]
        frame = geometry.frames[block.name]
        R_BI = reference_R[body].T
        moving_frames[block.name] = (body, R_BI @ (frame[:3, 3] - reference_x[body]), R_BI @ frame[:3, :3])
    return forces.Anatomy(index, reference_x, reference_R, geometry, moving_frames, functions)


def _bodies(formulations: list[str], masses: list[MassProperties]) -> Bodies:
    return Bodies(
        mass=np.array([mass.mass for mass in masses]),
        centre=np.array([mass.centre for mass in masses]),
        inertia=np.array([mass.inertia for mass in masses]),
        inverse_inertia=np.array([mass.inverse_inertia for mass in masses]),
        formulation=np.array([getattr(Formulation, name, -1) for name in formulations], dtype=np.int64),
    )


def _initial_state(placements: list[Placement]) -> State:
    n = len(placements) + 1
    R = np.array([*(p.R for p in placements), np.eye(3)])
    return State(
        x=np.array([*(p.x for p in placements), np.zeros(3)]),
        e=euler_parameters_from_matrix(R),
        R=R,
        u=np.array([*(p.u for p in placements), np.zeros(3)]),
        w=np.array([*(p.w for p in placements), np.zeros(3)]),
        force=np.zeros((n, 3)),
        moment=np.zeros((n, 3)),
    )
