"""Texts of up to 100 kB with an expensive check: `python benchmarks/costly_decks.py` checks each in a separate process.

The table shows the processor time and the memory of each check. The exit code is 1 if a check took more than 5 s or 500
MB, or ended in an exception. `tests/robustness/test_costly_decks.py` also checks these texts.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time

SECONDS, MEGABYTES = 5.0, 500.0


def template(name: str, inner: str) -> str:
    return f"@TEMPLATE_DEFINITION {{ @TEMPLATE_NAME {{{name}}} {{ {inner} }} }}\n"


def instance(name: str, of: str, parameters: str = "") -> str:
    return f"@INSTANCE_DEFINITION {{ @INSTANCE_NAME {{{name}}} {{ @TEMPLATE_NAME {{{of}}} {parameters} }} }}\n"


def chain(depth: int, inner: str, last: str, parameters: str = "") -> str:
    """Return templates and an instance of the first template. Each template has instances of the next template. `inner`
    is filled with the name of the next template.
    """
    levels = [template(f"w{k}", parameters + inner.replace("NEXT", f"w{k + 1}")) for k in range(depth)]
    return "".join([*levels, template(f"w{depth}", parameters + last), instance("n", "w0")])


def point(name: str, coordinates: str = "0, 0, 0") -> str:
    return f"@POINT_DEFINITION {{ @POINT_NAME {{{name}}} {{ @COORDINATES {{{coordinates}}} }} }}\n"


def number(expression: str) -> str:
    return point("P", f"{expression}, 0, 0")


def function(expression: str) -> str:
    variant = f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{expression}}}"
    return f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {variant} }} }}"


def signal(expression: str) -> str:
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{s}} {{ @EXPRESSION {{{expression}}} }} }}"


def parameters(values: list[str]) -> str:
    lines = [f"@DESIGN_PARAMETER_NAME {{#a{k}}} @SCALAR_VALUE {{{value}}}" for k, value in enumerate(values)]
    return "@DESIGN_PARAMETERS_DEFINITION {\n" + "\n".join(lines) + "}\n"


def frames(points: str, count: int) -> str:
    return (
        "@FIXED_FRAME_DEFINITION {"
        + "".join(
            f"@FIXED_FRAME_NAME {{F{k}}} {{ @POINT1_NAME {{{points.format(k)}}} @TRIAD_NAME {{T}} }}\n"
            for k in range(count)
        )
        + "}"
    )


def mechanism(joints: str, count: int) -> str:
    """Return a deck with a run and many bodies. Each body has separate joints."""
    body = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b_#i} { @MASS_PROPERTY_NAME {m} } }"
    return (
        point("O")
        + "@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E3 {0, 0, 1} } }\n"
        + "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"
        + body.replace("#i", "0")
        + f"@REPEAT {{i, 1, {count}}} {{ {body} {joints} }}\n"
        + "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }"
    )


def hinge(name: str, to: str, more: str = "") -> str:
    bodies = f"@CONNECTED_TO_BODIES {{{to}, b_#i}} @AT_POINT {{O}} @TRIAD_NAME {{T}} {more}"
    return f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{{name}_#i}} {{ {bodies} }} }}"


GEAR = "@REPEAT {i, 2, 800} { @GEAR_DEFINITION { @GEAR_NAME {g_#i} { @JOINT_NAMES {j_#(i-1), j_#i} @RATIO {2} } } }"
BALL = (
    "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b_#i} { @AT_POINT {#i, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }"
    "@SHAPE_DEFINITION { @SHAPE_NAME {s_#i} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b_#i} @DIMENSIONS {0.1} } }"
)


def group(name: str, shapes: str) -> str:
    content = f"@CONTACT_SHAPES {{{shapes}}} @AGAINST {{ITSELF}} @STIFFNESS {{1e5}}"
    return f"@CONTACT_DEFINITION {{ @CONTACT_NAME {{{name}}} {{ {content} }} }}\n"


def dynamic_signal(name: str, content: str) -> str:
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{{name}}} {{ {content} }} }}\n"


def signals(text: str) -> str:
    """Return signals of an input `u`, and a body that they move. At the start, `u` is 0 and the signals are at rest."""
    return text + dynamic_signal("u", "@EXPRESSION {t}") + mechanism("", 1)


TEXTS = {
    # These texts have repetitions and templates.
    "templates of two instances": chain(
        31, instance("#instance_1", "NEXT") + instance("#instance_2", "NEXT"), point("P_#instance")
    ),
    "names that double": chain(45, instance("#instance_#instance", "NEXT"), point("P_#instance")),
    "texts that double": chain(
        45, instance("#instance_1", "NEXT", '@PARAMETER {a, "#a#a"}'), "@COMMENTS {#a}", '@PARAMETER {a, "x"}'
    ),
    "nested bodies in templates": chain(
        48, "@MODEL_DEFINITION {" * 58 + instance("#instance_1", "NEXT") + "}" * 58, point("P_#instance")
    ),
    "a long chain of templates": chain(700, instance("#instance_1", "NEXT"), ""),
    "lists in many places": template(
        "w", "@PARAMETER {l, " + ", ".join(["1"] * 15000) + "} @X {" + "@A {#l}" * 4000 + "}"
    )
    + instance("n", "w"),
    "nested repetitions": "@REPEAT {i, 1, 1000} { @REPEAT {j, 1, 1000} { " + point("P_#i_#j") + "} }",
    "a repetition of nothing": "@REPEAT {i, 1, 1000000000} {}",
    "bounds by variables": "@REPEAT {i, 1, 400} { @REPEAT {j, 1, #i*#i} { @REPEAT {k, 1, #j} {"
    + point("P_#i_#j_#k")
    + "} } }",
    "as many points as there is room for": "@REPEAT {i, 1, 6200} {" + point("P_#i", "#i, foo, 1/(#i - 5)") + "}",
    "parameters beside repetitions": parameters(["1"] * 1500) + "@REPEAT {i, 1, 10000} { @REPEAT {j, 1, 1} {} }",
    # These texts have mechanisms.
    "bodies on hinges": mechanism(hinge("j", "GROUND", "@INITIAL_RATE {1}"), 2500),
    "loops": mechanism(hinge("j", "GROUND") + hinge("k", "b_0"), 100),
    "loops of thousands": mechanism(hinge("j", "GROUND") + hinge("k", "b_0"), 1500),
    "gears in a row": mechanism(hinge("j", "GROUND"), 800) + GEAR,
    "groups of contacts": "@REPEAT {i, 1, 195} {"
    + BALL
    + "}"
    + "".join(group(f"c{k}", ", ".join(f"s_{n}" for n in range(1, 196))) for k in range(70)),
    "shapes named often": BALL.replace("#i", "1") + group("c", ", ".join(["s_1"] * 16000)),
    # These texts have signals.
    "a long transfer function": signals(
        dynamic_signal(
            "s",
            "@SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {u} @NUMERATOR {1} @DENOMINATOR {" + "1, " * 30000 + "1}",
        )
    ),
    "lags behind each other": signals(
        "".join(
            dynamic_signal(f"s{k}", f"@SIGNAL_TYPE {{FIRST_ORDER_LAG}} @TIME_CONSTANT {{1}} @INPUT {{{before}}}")
            for k, before in enumerate(["u", *(f"s{n}" for n in range(749))])
        )
    ),
    "lags beside each other": signals(
        "@REPEAT {i, 1, 3000} {"
        + dynamic_signal("s_#i", "@SIGNAL_TYPE {FIRST_ORDER_LAG} @TIME_CONSTANT {1} @INPUT {u}")
        + "}"
    ),
    # These texts have expressions.
    "powers": number("1^" * 49000 + "1"),
    "powers of t": function("t^" * 49000 + "1"),
    "nested functions": number("max(1, " * 11000 + "1" + ")" * 11000),
    "nested functions of t": function("max(t, " * 11000 + "1" + ")" * 11000),
    "many arguments": number("max(" + "1," * 49000 + "1)"),
    "nested steps": number("step(1, " * 9000 + "0" + ", 2)" * 9000),
    "parentheses": number("(" * 49000 + "1" + ")" * 49000),
    "signs": number("-" * 98000 + "1"),
    "nested choices": function("if(t, 1, " * 10000 + "1" + ")" * 10000),
    "choices that are known": function("if(0, 1, " * 6000 + "t" + "+t" * 15000 + ")" * 6000),
    "nested quotients": function("1/(t+" * 16000 + "t" + ")" * 16000),
    "names of signals": signal("+\n".join(f"a{k}" for k in range(12000))),
    # These texts have names.
    "parameters of parameters": parameters([*(f"#a{k + 1} + 1" for k in range(1300)), "1"]),
    "a circle of parameters": parameters([f"#a{(k + 1) % 1400}" for k in range(1400)]),
    "unknown names": frames("Px{}y", 1500),
    "names nearly known": "".join(point(f"Pabcd{k}") for k in range(700)) + frames("Pabcde{}", 700),
    "names given twice": point("P") * 1500,
    "unknown keywords": "".join(f"@XYZ{k} {{1}}" for k in range(7000)),
    "unknown parameters of instances": template("w", "".join(f"@PARAMETER {{abcdefg{k}, 1}}" for k in range(1500)))
    + "".join(instance(f"n{k}", "w", f"@PARAMETER {{abcdefx{k}, 1}}") for k in range(450)),
    "a long name": point("P" * 99000),
    # These texts have braces and signs.
    "opening braces": "{" * 100000,
    "closing braces": "}" * 100000,
    "keywords without braces": "@A " * 33000,
    "keywords without words": "@" * 100000,
    "nested blocks": ("@A {" * 63 + "@B {1}" + "}" * 63) * 300,
    "open parentheses": "@A {" + "(" * 50000 + "," * 49000 + "}",
    "quotes": '@A {"' * 20000,
    "comments": ("! c\n" * 200 + "x @A {1}\n") * 110,
}


def measure(name: str) -> tuple[float, float, str]:
    """Return the seconds, megabytes and the first diagnostic of the check of a text."""
    from rbsolve.pipeline import check_deck

    start = time.process_time()
    try:
        findings = list(check_deck(TEXTS[name]).diagnostics)
        told = f"{len(findings)} findings; {findings[0].message if findings else ''}"
    except Exception as error:
        told = f"!{error!r}"
    return time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, told


def main() -> int:
    """Print the table."""
    failed = False
    context = multiprocessing.get_context("spawn")
    for name in TEXTS:
        with context.Pool(1) as pool:
            seconds, megabytes, told = pool.apply(measure, (name,))
        failed |= seconds > SECONDS or megabytes > MEGABYTES or told.startswith("!")
        print(f"{name:<36}{seconds:6.2f} s{megabytes:7.0f} MB  {told[:80]}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
