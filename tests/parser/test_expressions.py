"""Compare expressions with Python's arithmetic, and check the messages for wrong expressions."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.language.expressions.evaluation import evaluate, to_program
from rbsolve.language.expressions.parse import parse_expression, plain_number
from rbsolve.language.expressions.program import ExpressionError, Opcode
from rbsolve.language.syntax import read_tree

NAMES = {"#L": 2.0, "#c": (1.0, 2.0)}


def parse(text, variables=()):
    return parse_expression(text, Span(Source("a.deck", text), 1, 1, 1, 1 + len(text)), variables)


def value(text, **names):
    return evaluate(parse(text, names), {**NAMES, **names})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.e-3", 1e-3),
        ("+7.3e+00", 7.3),
        ("1.00000e+000", 1.0),
        (".5", 0.5),
        ("-.5E1", -5.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^-1", 0.5),
        ("2^3^2", 512.0),
        ("2^-2^2", 1 / 16),
        ("2*-3", -6.0),
        ("--2", 2.0),
        ("+-+2", -2.0),
        ("1-2-3", -4.0),
        ("1 - 2 * 3 / 4", -0.5),
        ("8/4/2", 1.0),
        ("2*#L + sqrt(2)/2", 4.0 + math.sqrt(2) / 2),
        ("-pi/2", -math.pi / 2),
        ("atan2(1, -1)", 3 * math.pi / 4),
        ("min(3, 1, 2)", 1.0),
        ("max(3, 1)", 3.0),
        ("rad(180)", math.pi),
        ("deg(pi/2)", 90.0),
        ("abs(-3) - exp(0) + log(1)", 2.0),
        ("sin(1)^2 + cos(1)^2", 1.0),
        ("tan(0.5)", math.tan(0.5)),
        ("asin(0.5) + acos(0.5) + atan(1)", 0.75 * math.pi),
        ("( ( 1 ) )", 1.0),
        ("1\n + 2", 3.0),
    ],
)
def test_values(text, expected):
    assert value(text) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "expected"), [("1.5", 1.5), ("1e999", math.inf), ("1_0", None), ("nan", None), ("\u0661", None)]
)
def test_plain_numbers(text, expected):
    assert plain_number(text) == expected


EVERY_OPERATION = [
    ("sign", ["sign(-0.5)", "sign(0)", "sign(0.5)"], [-1.0, 0.0, 1.0]),
    ("floor", ["floor(-1.5)", "floor(-1)", "floor(1.5)", "floor(1e300)"], [-2.0, -1.0, 1.0, 1e300]),
    ("mod", ["mod(7, 3)", "mod(-7, 3)", "mod(7, -3)", "mod(6, 3)"], [1.0, 2.0, -2.0, 0.0]),
    ("tanh", ["tanh(-0.5)", "tanh(0)", "tanh(40)"], [math.tanh(-0.5), 0.0, 1.0]),
    ("step", ["step(0, 1, 3)", "step(2, 1, 3)", "step(1.5, 1, 3)", "step(4, 1, 3)"], [0.0, 0.5, 53 / 512, 1.0]),
    ("if", ["if(2, 3, 4)", "if(0, 3, 4)", "if(-0.5, 3, 4)"], [3.0, 4.0, 3.0]),
    ("not", ["if(not 0, 1, 0)", "if(not 2, 1, 0)"], [1.0, 0.0]),
    ("<", ["if(1 < 2, 1, 0)", "if(2 < 2, 1, 0)", "if(3 < 2, 1, 0)"], [1.0, 0.0, 0.0]),
    ("<=", ["if(1 <= 2, 1, 0)", "if(2 <= 2, 1, 0)", "if(3 <= 2, 1, 0)"], [1.0, 1.0, 0.0]),
    (">", ["if(1 > 2, 1, 0)", "if(2 > 2, 1, 0)", "if(3 > 2, 1, 0)"], [0.0, 0.0, 1.0]),
    (">=", ["if(1 >= 2, 1, 0)", "if(2 >= 2, 1, 0)", "if(3 >= 2, 1, 0)"], [0.0, 1.0, 1.0]),
    ("==", ["if(1 == 2, 1, 0)", "if(2 == 2, 1, 0)"], [0.0, 1.0]),
    ("<>", ["if(1 <> 2, 1, 0)", "if(2 <> 2, 1, 0)"], [1.0, 0.0]),
    ("and", [f"if({a} and {b}, 1, 0)" for a in (0, 3) for b in (0, 3)], [0.0, 0.0, 0.0, 1.0]),
    ("or", [f"if({a} or {b}, 1, 0)" for a in (0, 3) for b in (0, 3)], [0.0, 1.0, 1.0, 1.0]),
]
"""Operations whose values differ by regions. The polynomial of `step` is 10 u^3 - 15 u^4 + 6 u^5 with u = 1/4."""


@pytest.mark.parametrize(
    ("texts", "expected"), [row[1:] for row in EVERY_OPERATION], ids=[row[0] for row in EVERY_OPERATION]
)
def test_operations_in_all_their_regions(texts, expected):
    assert [value(text) for text in texts] == expected


def test_variables_and_names():
    expression = parse("10*sin(2*pi*t) + #L - t/#M", ["t"])
    assert expression.names == ["t", "#L", "#M"]
    assert evaluate(expression, {"t": 0.25, "#L": 1, "#M": 2.0}) == pytest.approx(10.875)


ERRORS = [
    ("", "syntax-error", 1, 1, "a number is missing"),
    ("foo", "wrong-type", 1, 4, "`foo` is not a number"),
    ("6X6_MATRICES", "wrong-type", 1, 13, "`6X6_MATRICES` is not a number"),
    ("1.0d-3", "wrong-type", 1, 7, "`1.0d-3` is not a number"),
    ("2*foo", "wrong-type", 3, 6, "unknown name `foo`"),
    ("1 + sin", "syntax-error", 5, 8, "the function `sin` has no arguments"),
    ("1 + sine(2)", "invalid-value", 5, 9, "unknown function `sine`"),
    ("atan2(1) + 2", "wrong-count", 1, 9, "`atan2` takes two arguments, not 1"),
    ("max(1)", "wrong-count", 1, 7, "`max` takes two or more arguments, not 1"),
    ("2*sin()", "wrong-count", 3, 8, "`sin` takes one argument, not 0"),
    ("#M + 1", "undeclared-parameter", 1, 3, "`#M` is not declared"),
    ("1 + #c", "wrong-type", 5, 7, "`#c` is a list of 2 numbers, which can only replace a whole list"),
    ("2 + * 3", "syntax-error", 5, 6, "unexpected `*` after `+`"),
    ("2 ** 3", "syntax-error", 3, 5, "unexpected `**`"),
    ("2 3", "syntax-error", 3, 4, "expected an operator before `3`"),
    ("2 (3)", "syntax-error", 3, 4, "expected an operator before `(`"),
    ("2*(1 + 3", "syntax-error", 3, 4, "this `(` has no matching `)`"),
    ("2*1) + 3", "syntax-error", 4, 5, "this `)` has no matching `(`"),
    ("2 * ", "syntax-error", 3, 4, "an operand is missing after `*`"),
    ("()", "syntax-error", 2, 3, "unexpected `)` after `(`"),
    ("1 $ 2", "syntax-error", 3, 4, "unexpected `$`"),
    ("1, 2", "syntax-error", 2, 3, "unexpected `,`"),
    ("2 + 1/(#L - 2)", "invalid-value", 5, 15, "division by zero"),
    ("0^-1", "invalid-value", 1, 5, "division by zero"),
    ("1 + log(-1)", "invalid-value", 5, 12, "the logarithm of -1 does not exist: the number must be positive"),
    ("log(0)", "invalid-value", 1, 7, "the logarithm of 0 does not exist: the number must be positive"),
    ("sqrt(1 - 2)", "invalid-value", 1, 12, "the square root of -1 does not exist: the number must not be negative"),
    ("2*asin(2)", "invalid-value", 3, 10, "the arc sine of 2 does not exist: the number must be between -1 and 1"),
    ("(-8)^0.5", "invalid-value", 1, 9, "-8 to the power of 0.5 is not a real number"),
    ("exp(1000)", "invalid-value", 1, 10, "the result is too large for a number"),
    ("1e200*1e200", "invalid-value", 1, 12, "the result is too large for a number"),
    ("10^400", "invalid-value", 1, 7, "the result is too large for a number"),
    ("1 + 1e999", "invalid-value", 5, 10, "the number `1e999` is too large"),
]


@pytest.mark.parametrize(("text", "code", "column", "end_column", "message"), ERRORS)
def test_wrong_expressions(text, code, column, end_column, message):
    with pytest.raises(ExpressionError) as caught:
        value(text)
    error = caught.value
    assert (error.code, error.message) == (code, message)
    assert (error.span.column, error.span.end_column) == (column, end_column)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sine(1)", "did you mean `sin`?"),
        ("arctan(1)", "did you mean `atan`?"),
        ("Pi", "did you mean `pi`?"),
        ("L", "write a parameter as `#L`"),
        ("1.0D-3", "write `1.0e-3`"),
        ("2**3", "write a power with `^`"),
        ("#l", "did you mean `#L`?"),
        ("10mm", "remove the unit: all numbers are in SI units"),
        ("1.5e-3 m", "remove the unit: all numbers are in SI units"),
        ("3 N m", "remove the unit: all numbers are in SI units"),
        ("45 deg", "write `45` where angles are in degrees, `rad(45)` elsewhere"),
        ("-4.5°", "write `-4.5` where angles are in degrees, `rad(-4.5)` elsewhere"),
        ("2 x", "separate items with commas; write a product as `a*b`"),
        ("\u22121", "write `-`"),
        ("2\u00d73", "write `*`"),
        ("5%3", "write `mod(a, b)`"),
    ],
)
def test_hints(text, hint):
    with pytest.raises(ExpressionError) as caught:
        value(text)
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("deck", "line", "column"),
    [
        ("@A {0, 1 + foo}", 1, 12),
        ('@A {0, "1 + foo"}', 1, 13),
        ("@A {0,\n  1 + ! one\n\t foo}", 3, 3),
        ("@A {0, atan2(1, ! one\n2*foo)}", 2, 3),
    ],
)
def test_places_are_those_of_the_deck(deck, line, column):
    diagnostics = Diagnostics()
    (block,) = read_tree(Source("a.deck", deck), diagnostics).blocks
    item = block.items[1]
    with pytest.raises(ExpressionError) as caught:
        parse_expression(item.text, item.span)
    assert (caught.value.span.line, caught.value.span.column) == (line, column)


def run(program, variable):
    """Return the result of the solver's stack machine, in Python."""
    binary = {"ADD": "+", "SUBTRACT": "-", "MULTIPLY": "*", "DIVIDE": "/", "POWER": "**"}
    stack = []
    for opcode, number in program:
        if opcode in (Opcode.CONSTANT, Opcode.VARIABLE):
            stack.append(number if opcode is Opcode.CONSTANT else variable)
            continue
        operands = [stack.pop() for _ in range(opcode.operands)][::-1]
        name = opcode.name
        if name in binary:
            stack.append(eval(f"a {binary[name]} b", {}, dict(zip("ab", operands, strict=True))))
        elif name == "NEGATE":
            stack.append(-operands[0])
        else:
            function = getattr(math, name.lower(), None) or {"ABS": abs, "MIN": min, "MAX": max}[name]
            stack.append(function(*operands))
    (result,) = stack
    return result


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("t", 1),
        ("10*sin(2*pi*t)", 6),
        ("-t^2", 4),
        ("rad(t) + deg(t)", 7),
        ("max(t, #L, 1) - atan2(t, 3)", 9),
        ("#L*pi/4 + t*cos(2*#L)", 5),
        ("2*#L + sqrt(2)", 1),
    ],
)
def test_programs(text, length):
    program = to_program(parse(text, ["t"]), NAMES)
    assert len(program) == length
    for t in (-0.7, 0.0, 1.3):
        assert run(program, t) == pytest.approx(value(text, t=t), rel=1e-14)


def test_a_program_reports_what_its_constants_do():
    with pytest.raises(ExpressionError, match="division by zero"):
        to_program(parse("t + 1/0", ["t"]), {})


numbers = st.floats(0, 1e3).map(repr)
leaves = st.one_of(numbers, st.just("pi"), st.just("x"))


def compound(children):
    binary = st.tuples(children, st.sampled_from(["+", "-", "*", "/", "^"]), children)
    functions = st.sampled_from(["sin", "cos", "atan", "exp", "sqrt", "abs", "log", "tan", "asin", "acos"])
    return st.one_of(
        binary.map(" ".join),
        binary.map(lambda parts: f"({''.join(parts)})"),
        children.map("-{}".format),
        st.builds("{}({})".format, functions, children),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "atan2"]), children, children),
    )


PYTHON = {name: value for name, value in vars(math).items() if name[0] != "_"}


def as_python(text):
    """Return Python's value of an expression, or None if it has no finite real value."""
    try:
        result = eval(text.replace("^", "**"), {}, {**PYTHON, "min": min, "max": max, "abs": abs, "x": 0.37})
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        return None
    return result if isinstance(result, float) and math.isfinite(result) else None


def outcome(text):
    """Return the value and the error of an expression. One of them is None."""
    try:
        return value(text, x=0.37), None
    except ExpressionError as error:
        return None, error


@given(st.recursive(leaves, compound, max_leaves=12))
@example("2 ^ -x ^ 2")
@example("-2^x")
def test_random_expressions_have_pythons_value(text):
    found, error = outcome(text)
    assert error is None or error.code == "invalid-value"
    expected = as_python(text)
    # In Python, an infinite intermediate result can vanish. In rbsolve, such a result is an error at once.
    assert found == expected or (error is not None and "too large" in error.message)


@given(st.text("0123456789.eE+-*/^() ,#LtxsinpiÄ\n\0$", max_size=30))
def test_any_text_gives_a_value_or_an_error_with_a_place(text):
    found, error = outcome(text)
    if error is None:
        assert math.isfinite(found)
    else:
        lines = text.split("\n")
        span = error.span
        assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
        assert span.end_column <= len(lines[span.end_line - 1]) + 2


@pytest.mark.parametrize(
    "text",
    ["(" * 10_000 + "1" + ")" * 10_000, "1" + "-1" * 10_000, "-" * 10_000 + "1", "abs(" * 5000 + "1" + ")" * 5000],
)
def test_size_and_depth_do_not_matter(text):
    assert value(text) in (1.0, -9999.0)


def test_a_program_of_any_size():
    program = to_program(parse("(t+" * 3000 + "1" + ")" * 3000, ["t"]), {})
    assert run(program, 2.0) == 6001.0


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("if(1 < 2, 3*t, 1/0)", "3*t"),  # the other branch may have no value
        ("if(2 < 1, 1/0, 3*t)", "3*t"),
        ("if(#L, t, 2)", "t"),
    ],
)
def test_a_known_condition_leaves_one_branch_of_a_formula(text, same):
    assert to_program(parse(text, ["t"]), NAMES) == to_program(parse(same, ["t"]), NAMES)


def test_a_condition_without_a_value_is_an_error():
    with pytest.raises(ExpressionError, match="division by zero"):
        to_program(parse("if(1/0, t, 2*t)", ["t"]), NAMES)
