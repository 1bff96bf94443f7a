"""Exact derivatives of the applied forces for Newton's matrix.

`gain[link]` (6, 12) is the derivative of the wrench on the link's first body (force, inertial; moment, body axes) by the motion of its
second: dx of the origin (inertial), dpsi (increment of the rotation on the right, body axes), du and dw. A force F at the point c
of a body has the moment c x R^T F, so that d(moment) = c x (R^T dF + R^T F x dpsi).
"""

from __future__ import annotations

from rbsolve.geometry import so3
from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    skew,
    subtract,
    transpose,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.forces import bushing, spring_damper
from rbsolve.solver.forces.wrench import material_point, relative, row3, row9
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine

FORCE, MOMENT = 0, 3
X, PSI, U, W = 0, 3, 6, 9

_deformation = bushing.deformation
_tension = spring_damper.tension


@subroutine
def unit_vector(j):  # type: ignore[no-untyped-def]
    """The unit vector `j`."""
    return (1.0 if j == 0 else 0.0, 1.0 if j == 1 else 0.0, 1.0 if j == 2 else 0.0)


@subroutine
def _outer(a, b):  # type: ignore[no-untyped-def]
    """a b^T."""
    return (
        a[0] * b[0],
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1],
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2],
    )


@subroutine
def _add_block(gain, link, row, column, factor, block):  # type: ignore[no-untyped-def]
    """Add a 3x3 matrix."""
    if link < 0:
        return
    for i in range(3):
        for j in range(3):
            gain[link, row + i, column + j] += factor * block[3 * i + j]


@subroutine
def _add_column(gain, link, row, column, value):  # type: ignore[no-untyped-def]
    """Add a vector to a column."""
    if link < 0:
        return
    for i in range(3):
        gain[link, row + i, column] += value[i]


@subroutine
def _add_turning(gain, link, R, arm, force, moment):  # type: ignore[no-untyped-def]
    """The rotation of a body under a force (inertial, at `arm` in body axes) and a moment (inertial) that stay what they are."""
    force_B, moment_B = transpose_vector(R, force), transpose_vector(R, moment)
    _add_block(gain, link, MOMENT, PSI, 1.0, matrix_product(skew(arm), skew(force_B)))
    _add_block(gain, link, MOMENT, PSI, 1.0, skew(moment_B))


@subroutine
def _add_dependence(gain, link, sign, R, arm, A, B, R_s, point, swing):  # type: ignore[no-untyped-def]
    """A force `sign (A dp + B dv)` at `arm` of a body with rotation R, where `point` of a body with rotation R_s moves by dp and dv.

    `swing` is w x point of that body: dp = dx - R c~ dpsi, dv = du - R (w x c)~ dpsi - R c~ dw.
    """
    lever = matrix_product(skew(arm), transpose(R))
    by_psi = matrix_product(A, matrix_product(R_s, skew(point)))
    by_swing = matrix_product(B, matrix_product(R_s, skew(swing)))
    by_w = matrix_product(B, matrix_product(R_s, skew(point)))
    _add_both(gain, link, X, sign, A, lever)
    _add_both(gain, link, PSI, -sign, by_psi, lever)
    _add_both(gain, link, PSI, -sign, by_swing, lever)
    _add_both(gain, link, U, sign, B, lever)
    _add_both(gain, link, W, -sign, by_w, lever)


@subroutine
def _add_both(gain, link, column, factor, block, lever):  # type: ignore[no-untyped-def]
    """A block of the force, and of its moment."""
    _add_block(gain, link, FORCE, column, factor, block)
    _add_block(gain, link, MOMENT, column, factor, matrix_product(lever, block))


@subroutine
def _gravity(model, state, gain):  # type: ignore[no-untyped-def]
    g = (model.gravity[0], model.gravity[1], model.gravity[2])
    for b in range(model.bodies.mass.shape[0]):
        weight = scale(model.bodies.mass[b], g)
        _add_turning(gain, b, row9(state.R, b), row3(model.bodies.centre, b), weight, (0.0, 0.0, 0.0))


@subroutine
def _loads(model, t, state, links, gain):  # type: ignore[no-untyped-def]
    loads = model.loads
    for i in range(loads.body.shape[0]):
        factor = 1.0
        if loads.function[i] >= 0:
            factor = function_value(model.functions, loads.function[i], t)[0]
        b, a = loads.body[i], loads.axes_body[i]
        own, other = links.loads[i, 0], links.loads[i, 1]
        R_IB, R_IA = row9(state.R, b), row9(state.R, a)
        force, moment = scale(factor, row3(loads.force, i)), scale(factor, row3(loads.moment, i))
        point = row3(loads.point, i)
        _add_turning(gain, own, R_IB, point, matrix_vector(R_IA, force), matrix_vector(R_IA, moment))
        # d(R_IA f) = -R_IA f~ dpsi of the body that carries the axes
        lever = matrix_product(skew(point), transpose(R_IB))
        _add_both(gain, other, PSI, -1.0, matrix_product(R_IA, skew(force)), lever)
        turned = matrix_product(R_IA, skew(moment))
        _add_block(gain, other, MOMENT, PSI, -1.0, transpose_product(R_IB, turned))


@subroutine
def _spring_slopes(model, i, state):  # type: ignore[no-untyped-def]
    """Force on body 0 and its derivatives A (by the line from point 0 to point 1) and B (by its rate)."""
    springs = model.springs
    force, elongation, n, _, _ = _tension(model, i, state)
    length = elongation + springs.rest_length[i]
    if length <= 0.0:
        zero = (0.0, 0.0, 0.0)
        return zero, _outer(zero, zero), _outer(zero, zero)
    stiffness = springs.stiffness[i]
    if springs.function[i] >= 0:
        stiffness = function_value(model.functions, springs.function[i], elongation)[1]
    _, _, v0 = material_point(state, springs.body0[i], row3(springs.point0, i))
    _, _, v1 = material_point(state, springs.body1[i], row3(springs.point1, i))
    rate = relative(v0, v1)
    along = dot(n, rate)
    across = force / length
    A = _outer(n, add(scale(stiffness - across, n), scale(springs.damping[i] / length, subtract(rate, scale(along, n)))))
    A = (A[0] + across, A[1], A[2], A[3], A[4] + across, A[5], A[6], A[7], A[8] + across)
    return scale(force, n), A, _outer(n, scale(springs.damping[i], n))


@subroutine
def _springs(model, state, links, gain):  # type: ignore[no-untyped-def]
    springs = model.springs
    none = (0.0, 0.0, 0.0)
    for i in range(springs.body0.shape[0]):
        force, A, B = _spring_slopes(model, i, state)
        for row in range(2):
            b = springs.body0[i] if row == 0 else springs.body1[i]
            arm = row3(springs.point0, i) if row == 0 else row3(springs.point1, i)
            R = row9(state.R, b)
            sign = 1.0 if row == 0 else -1.0
            _add_turning(gain, links.springs[i, 3 * row], R, arm, scale(sign, force), none)
            for column in range(2):
                c = springs.body0[i] if column == 0 else springs.body1[i]
                point = row3(springs.point0, i) if column == 0 else row3(springs.point1, i)
                swing = cross(row3(state.w, c), point)
                way = sign if column == 1 else -sign
                link = links.springs[i, 2 * row + column]
                _add_dependence(gain, link, way, R, arm, A, B, row9(state.R, c), point, swing)


@subroutine
def _in_axes(axes, values):  # type: ignore[no-untyped-def]
    """axes diag(values) axes^T."""
    scaled = (
        axes[0] * values[0],
        axes[1] * values[1],
        axes[2] * values[2],
        axes[3] * values[0],
        axes[4] * values[1],
        axes[5] * values[2],
        axes[6] * values[0],
        axes[7] * values[1],
        axes[8] * values[2],
    )
    return product_transpose(scaled, axes)


@subroutine
def _bushing_force(model, i, state, links, gain):  # type: ignore[no-untyped-def]
    """In axes of body 0: g = R0^T gap, f = K g + C g', g' = R0^T (v1 - v0) - w0 x g; force R0 f at c0 + g of body 0 and at point 1."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    c0, c1 = row3(bushings.point0, i), row3(bushings.point1, i)
    R0, R1 = row9(state.R, b0), row9(state.R, b1)
    w0, w1 = row3(state.w, b0), row3(state.w, b1)
    _, p0, v0 = material_point(state, b0, c0)
    _, p1, v1 = material_point(state, b1, c1)
    g, rate = transpose_vector(R0, subtract(p1, p0)), transpose_vector(R0, subtract(v1, v0))
    K = _in_axes(row9(bushings.axes0, i), row3(bushings.stiffness, i))
    C = _in_axes(row9(bushings.axes0, i), row3(bushings.damping, i))
    f = add(matrix_vector(K, g), matrix_vector(C, subtract(rate, cross(w0, g))))
    arm = add(c0, g)
    for j in range(24):
        kind, e = (j % 12) // 3, unit_vector(j % 3)
        second = j >= 12
        # changes of g, of R0^T (v1 - v0) and of w0 for the unit motion j
        dg, drate, dw0 = _gap_changes(kind, e, second, R0, R1, c0, c1, w0, w1)
        psi0 = e if kind == 1 and not second else (0.0, 0.0, 0.0)
        psi1 = e if kind == 1 and second else (0.0, 0.0, 0.0)
        dg = add(dg, cross(g, psi0))
        drate = add(drate, cross(rate, psi0))
        drate = subtract(subtract(drate, cross(dw0, g)), cross(w0, dg))
        df = add(matrix_vector(K, dg), matrix_vector(C, drate))
        force = matrix_vector(R0, add(df, cross(psi0, f)))
        force_1 = add(transpose_vector(R1, force), cross(transpose_vector(R1, matrix_vector(R0, f)), psi1))
        side = 1 if second else 0
        own, far = links.bushings[i, side], links.bushings[i, 2 + side]
        _add_column(gain, own, FORCE, j % 12, force)
        _add_column(gain, own, MOMENT, j % 12, add(cross(dg, f), cross(arm, df)))
        _add_column(gain, far, FORCE, j % 12, scale(-1.0, force))
        _add_column(gain, far, MOMENT, j % 12, scale(-1.0, cross(c1, force_1)))


@subroutine
def _gap_changes(kind, e, second, R0, R1, c0, c1, w0, w1):  # type: ignore[no-untyped-def]
    """Changes of R0^T (p1 - p0) and R0^T (v1 - v0) with R0 held in the transposes, and of w0, for a unit motion of one body."""
    sign = 1.0 if second else -1.0
    zero = (0.0, 0.0, 0.0)
    c, w = (c1, w1) if second else (c0, w0)
    if kind == 0:
        return scale(sign, transpose_vector(R0, e)), zero, zero
    if kind == 2:
        return zero, scale(sign, transpose_vector(R0, e)), zero
    # in the axes of the body that moves, then in those of body 0
    if kind == 1:
        moved, moved_rate = cross(e, c), cross(e, cross(w, c))
    else:
        moved, moved_rate = zero, cross(e, c)
    dw0 = e if kind == 3 and not second else zero
    if second:
        moved = transpose_vector(R0, matrix_vector(R1, moved))
        moved_rate = transpose_vector(R0, matrix_vector(R1, moved_rate))
    return scale(sign, moved), scale(sign, moved_rate), dw0


@subroutine
def _tangent_inverse_change(psi, dpsi, y):  # type: ignore[no-untyped-def]
    """Derivative of `T^-1(psi) y = y + psi x y / 2 + a psi x (psi x y)` in the direction dpsi."""
    s = dot(psi, psi)
    twice = cross(psi, cross(psi, y))
    bend = add(cross(dpsi, cross(psi, y)), cross(psi, cross(dpsi, y)))
    change = add(scale(0.5, cross(dpsi, y)), scale(so3.a(s), bend))
    return add(change, scale(so3.b(s) * dot(psi, dpsi), twice))


@subroutine
def _times(a, b):  # type: ignore[no-untyped-def]
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@subroutine
def _bushing_moment(model, i, state, links, gain):  # type: ignore[no-untyped-def]
    """In the bushing's axes S on body 1: m = T^-T(psi) (k psi + c psi'), psi' = T^-1(psi) omega."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    _, _, psi, rate, R_IT, R_IS, _, _ = _deformation(model, i, state)
    back = scale(-1.0, psi)
    k, c = row3(bushings.rotational_stiffness, i), row3(bushings.rotational_damping, i)
    couple = add(_times(k, psi), _times(c, rate))
    m = so3.apply_tangent_inverse(back, couple)
    S0 = transpose_product(R_IS, row9(state.R, b0))  # body 0 to axes S
    S1 = transpose_product(R_IS, row9(state.R, b1))
    w0 = matrix_vector(S0, row3(state.w, b0))
    omega = subtract(matrix_vector(S1, row3(state.w, b1)), w0)
    zero = (0.0, 0.0, 0.0)
    for j in range(12):
        is_turn, second, e = j < 6, (j % 6) >= 3, unit_vector(j % 3)
        move = matrix_vector(S1, e) if second else scale(-1.0, matrix_vector(S0, e))
        phi = move if is_turn else zero
        domega = subtract(zero, cross(w0, phi)) if is_turn else move
        dpsi = so3.apply_tangent_inverse(psi, phi)
        drate = add(_tangent_inverse_change(psi, dpsi, omega), so3.apply_tangent_inverse(psi, domega))
        dcouple = add(_times(k, dpsi), _times(c, drate))
        dm = add(_tangent_inverse_change(back, scale(-1.0, dpsi), couple), so3.apply_tangent_inverse(back, dcouple))
        column = (PSI if is_turn else W) + j % 3
        side = 1 if second else 0
        # Moment S0^T m on body 0, whose axes turn by -phi relative to S; -S1^T m on body 1, with S1 constant
        _add_column(gain, links.bushings[i, side], MOMENT, column, transpose_vector(S0, add(dm, cross(phi, m))))
        _add_column(gain, links.bushings[i, 2 + side], MOMENT, column, scale(-1.0, transpose_vector(S1, dm)))


@subroutine
def force_gains(model, t, state, links, rotors, gain):  # type: ignore[no-untyped-def]
    """Fill `gain` at the state (with its forces), moments about the pivots of `rotors`."""
    flat = gain.reshape(-1)
    for k in range(flat.shape[0]):
        flat[k] = 0.0
    _gravity(model, state, gain)
    _loads(model, t, state, links, gain)
    _springs(model, state, links, gain)
    for i in range(model.bushings.body0.shape[0]):
        _bushing_force(model, i, state, links, gain)
        _bushing_moment(model, i, state, links, gain)
    for link in range(links.row.shape[0]):
        _move_to_pivot(link, links.row[link], state, rotors, gain)


@subroutine
def _move_to_pivot(link, b, state, rotors, gain):  # type: ignore[no-untyped-def]
    """From moments about the origin to moments about the pivot r: subtract r x R^T F."""
    r = row3(rotors.pivot, b)
    if r[0] == 0.0 and r[1] == 0.0 and r[2] == 0.0:
        return
    R = row9(state.R, b)
    for j in range(12):
        force = transpose_vector(R, (gain[link, 0, j], gain[link, 1, j], gain[link, 2, j]))
        moment = cross(r, force)
        for k in range(3):
            gain[link, MOMENT + k, j] -= moment[k]
    if link == b:
        turning = matrix_product(skew(r), skew(transpose_vector(R, row3(state.force, b))))
        _add_block(gain, link, MOMENT, PSI, -1.0, turning)


@subroutine
def set_drive(drive, b, j, rotors, state, psi, dw):  # type: ignore[no-untyped-def]
    """Column `j` of a body's drive: its unknown `j` turns it by `psi` and changes its angular velocity by `dw`, pivot held."""
    r, R = row3(rotors.pivot, b), row9(state.R, b)
    swing = cross(row3(state.w, b), r)
    dx = matrix_vector(R, cross(r, psi))
    du = matrix_vector(R, add(cross(swing, psi), cross(r, dw)))
    for k in range(3):
        drive[b, X + k, j] = dx[k]
        drive[b, PSI + k, j] = psi[k]
        drive[b, U + k, j] = du[k]
        drive[b, W + k, j] = dw[k]


@subroutine
def set_travel(drive, b, first, dx, dv):  # type: ignore[no-untyped-def]
    """Three columns from `first`: unknowns that move the pivot by `dx` and change its velocity by `dv`, component by component."""
    for k in range(3):
        drive[b, X + k, first + k] = dx
        drive[b, U + k, first + k] = dv


@subroutine
def respond(gain, link, drive, c, first_row, columns, response):  # type: ignore[no-untyped-def]
    """`response` (6, columns): derivative of the link's wrench by the unknowns of its second body `c`, from row `first_row` on."""
    for r in range(first_row, 6):
        for j in range(columns):
            response[r, j] = 0.0
        for k in range(12):
            factor = gain[link, r, k]
            if factor != 0.0:
                for j in range(columns):
                    response[r, j] += factor * drive[c, k, j]
