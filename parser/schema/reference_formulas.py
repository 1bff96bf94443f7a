"""The formulas of the deck reference, by the title of their block."""

from __future__ import annotations

JOINT_LAWS = r"""On a coordinate $q$ with the rate $\dot q$, the force or torque on B1 is

$$
Q = -k\,(q - q_0) - c\,\dot q + f(t) - F_0\tanh\frac{\dot q}{v_0} - (r\,\mu\,N + d\,\dot q) + Q_{stop},
$$

with the items $k$, $q_0$ of `@SPRING`, $c$ of `@DAMPER`, $f$ of `@ACTUATOR`, $F_0$ of `@FRICTION_FORCE`, $v_0$ of
`@FRICTION_VELOCITY`. The coefficient of
`@FRICTION` {$\mu_d$, $\mu_s$, $v_s$, $d$, $r$} is

$$
\mu = \left(\mu_d + (\mu_s - \mu_d)\,e^{-(\dot q/v_s)^2}\right)\tanh\frac{\dot q}{v_0}.
$$

$N$ is the magnitude of the joint's `REACTION_FORCE`, without prescribed motions. `@STOPS` {lower, upper, $k_s$, $c_s$} push back at
the depth $\delta$ beyond a bound with

$$
|Q_{stop}| = \max\left(0,\ k_s\,\delta\,(1 + c_s\,\dot\delta)\right).
$$"""

FORMULAS = {
    "Joint controllers": r"""$$
Q = \operatorname{limit}\left(P\,(q_{ref}(t) - q) + D\,(\dot q_{ref}(t) - \dot q) + f(t)\right)
$$

`@TORQUE_LIMIT` limits the magnitude of $Q$.""",
    "Gears": r"$$ q_1 = n\,q_0 $$",
    "Loads": r"""$$
F_{total} = s\,\bigl(f(t)\,F + F_i(t)\,e_i\bigr), \qquad M_{total} = s\,\bigl(f(t)\,M + M_i(t)\,e_i\bigr)
$$""",
    "Springs and dampers": r"""With the length $l$ between the two points, the tension is

$$
F = s_k\,k\,(l - l_0) + c\,\dot l,
$$

with the stiffness $k$, the rest length $l_0$, the damping $c$ and the factor $s_k$ of `@STIFFNESS_SIGNAL_NAME`. `@FORCE_FUNCTION_NAME`
replaces
$k\,(l - l_0)$ with a function of $l - l_0$.""",
    "Bushings": r"""Let $d$ be the displacement of the point of B1 in axes fixed in B0, and $\psi$ the rotation vector of the relative
rotation. The potential is

$$
V = \tfrac12\sum_i k_i\,d_i^2 + \tfrac12\sum_i k_{r,i}\,\psi_i^2 .
$$""",
    "Torsion springs": r"""With the angle $\theta$ of B1 relative to B0 about e3, the moment is

$$
M = k\,(\theta - \theta_0) + c\,\dot\theta .
$$""",
    "Contacts": "[Contacts](../theory/contacts.md) has the laws of the normal force, of restitution and of friction.",
    "Functions": r"""| `@FUNCTION_1D_TYPE` | formula |
| --- | --- |
| `POLYNOMIAL` | $a_0 + a_1 t + a_2 t^2 + \ldots$ |
| `HARMONIC` | $\sum_k a_k\sin 2\pi\,(t/T_k + p_k)$ |
| `CHEBYSHEV` | $\sum_k a_k\,T_k(x)$, with $x$ from -1 to 1 over the range |
| `CONSTANT_ACCELERATION_PROFILE` | $y_0 + 2\,\Delta y\,s^2$ up to $s = \tfrac12$, then $y_1 - 2\,\Delta y\,(1 - s)^2$; $s = (t - t_0)/D$ |
| `STEP` | $y_0 + \Delta y\,s^2\,(3 - 2s)$ with $s = (t - a)/(b - a)$ over the range |""",
    "Signals": r"""| `@SIGNAL_TYPE` | equation, with the input $u$ and the output $y$ |
| --- | --- |
| `INTEGRATOR` | $\dot y = g\,u$ |
| `FIRST_ORDER_LAG` | $T\,\dot y + y = g\,u$ |
| `TRANSFER_FUNCTION` | $y(s) = \dfrac{b_0 s^m + \ldots + b_m}{a_0 s^n + \ldots + a_n}\,u(s)$ |
| `PID` | $y = P u + i + D\,(u - f)/T$, with $\dot i = K u$ and $T\dot f = u - f$ |
| `DELAY` | $y(t) = u(t - T)$ |""",
}
