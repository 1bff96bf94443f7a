"""The face of all joints for the integrators. Block layout of a joint: [u0, w0, u1, w1], velocities u of the bodies' origins in
inertial components and angular velocities w in body axes; increments dx inertial, dpsi on the right in body axes. The blocks of
GROUND are filled like any other; the caller leaves them out.

Signs: M v' = f - J^T multipliers, Phi' = J v + Phi_t, Phi'' = J v' + gamma.
"""
