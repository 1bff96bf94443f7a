"""The common code for the derivatives of applied forces.

An entry `tangent(model, t, i, state, element)` overwrites element[0] and element[1] (12 x 12). The arrays contain the
negative derivatives of the wrenches [F0, M0, F1, M1] of object `i` on its two bodies. The derivatives are with respect
to the increments [dx0, dpsi0, dx1, dpsi1] and the velocities [u0, w0, u1, w1]. Forces, dx and u are in inertial
components. Moments, dpsi and w are in body axes. The rotation of dpsi multiplies from the right. The derivative of the
weight is included in the derivative of the inertia.
"""
