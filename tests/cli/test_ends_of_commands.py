"""How commands end: exit codes and messages for models of other programs, formatted decks, kernels, runs that fail and
studies that have ended.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from rbsolve.cli import main as command_line
from rbsolve.cli.commands import check, format, plot, serve, view, warm_up
from rbsolve.cli.main import _say_once_that_a_disk_is_full
from rbsolve.foreign import proof
from rbsolve.foreign.proof import Differences, ProofFailed

imports = import_module("rbsolve.cli.commands.import")
ARM = """<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="{mass}"/>
<inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="{joint}"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""


@pytest.mark.parametrize(
    ("name", "text", "words", "code", "told"),
    [
        ("m.urdf", ARM.format(mass=2, joint="continuous"), (), 0, ["m.deck: 1 body, 1 joint"]),
        ("m.urdf", ARM.format(mass=2, joint="continuous"), ("-q",), 0, []),
        ("m.xml", ARM.format(mass=2, joint="continuous"), ("-o", "n.deck"), 0, ["n.deck: 1 body, 1 joint"]),
        ("m.URDF", ARM.format(mass=2, joint="continuous"), (), 0, ["m.deck: 1 body, 1 joint"]),
    ],
)
def test_a_model_becomes_a_deck_with_its_summary(folder, here, name, text, words, code, told):
    (folder / name).write_text(text)
    done = here("import", name, *words)
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (code, "", told)
    assert "@RIGID_BODY_NAME {arm}" in (folder / ("n.deck" if "-o" in words else "m.deck")).read_text()


def test_a_model_in_sdf_is_read_as_such(folder, here):
    inertia = "<mass>2</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia>"
    link = f'<link name="arm"><inertial>{inertia}</inertial></link>'
    (folder / "m.sdf").write_text(f'<sdf version="1.7"><model name="r">{link}</model></sdf>')
    done = here("import", "m.sdf")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "m.deck: 1 body, 0 joints")


@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_a_deck_with_errors_is_written_and_the_errors_are_told(folder, here, quiet):
    point = '<link name="head"><inertial><mass value="1"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>'
    point += '</inertial></link><joint name="nod" type="continuous"><parent link="arm"/><child link="head"/></joint>'
    text = ARM.format(mass=2, joint="continuous").replace("</robot>", f"{point}</robot>")
    (folder / "m.urdf").write_text(text)
    done = here("import", "m.urdf", *quiet)
    assert done.returncode == 1
    assert "body head can turn about an axis without inertia" in done.stderr
    assert ("m.deck: 2 bodies, 2 joints\n" in done.stderr) is not bool(quiet)
    assert done.stderr.endswith("rbsolve: m.deck is written, but the deck has errors; correct them before a run\n")
    assert (folder / "m.deck").exists()


@pytest.mark.parametrize(
    ("found", "code", "out", "err"),
    [
        (ProofFailed("no program"), 3, [], "rbsolve: no program\n"),
        (Differences(0, 0, 0, 0, "MuJoCo"), 0, [], "the model has no degree of freedom: nothing to compare\n"),
        (
            Differences(proof.GOAL, 0.5 * proof.GOAL, 0.0, 7, "MuJoCo"),
            0,
            [f"{proof.GOAL:.1e}", f"{0.5 * proof.GOAL:.1e}", "0.0e+00"],
            "",
        ),
        (
            Differences(0.0, 1e-3, 2e-4, 7, "MuJoCo"),
            3,
            ["0.0e+00", "1.0e-03", "2.0e-04"],
            f"rbsolve: the deck differs from the model by more than {proof.GOAL:g}\n",
        ),
        (
            Differences(0.0, 1e-3, 2e-4, 7, "MuJoCo", ("mass of a", "inertia of b"), 3e-14),
            3,
            ["0.0e+00", "1.0e-03", "2.0e-04"],
            f"rbsolve: the deck differs from the model by more than {proof.GOAL:g}; the import changed mass of a, "
            "inertia of b; with the same changes in the model of MuJoCo, the largest difference is 3.0e-14\n",
        ),
    ],
)
def test_a_proof_prints_its_differences(monkeypatch, capsys, found, code, out, err):
    def prove(written, output, path, gravity):
        assert (written.model, output, path, gravity.tolist()) == ("model", Path("m.deck"), Path("m.urdf"), [0, 0, -1])
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(proof, "prove", prove)
    monkeypatch.setattr("rbsolve.foreign.writing.gravity_of", lambda model, gravity: gravity)
    arguments = SimpleNamespace(file=Path("m.urdf"), gravity=(0.0, 0.0, -1.0))
    assert imports._prove(SimpleNamespace(model="model"), Path("m.deck"), arguments) == code
    shown = capsys.readouterr()
    head, *lines = shown.out.splitlines() or [""]
    assert head == ("largest relative differences from MuJoCo at 7 random states:" if out else "")
    names = ("mass matrix", "gravity forces", "bias forces")
    assert lines == [f"  {name:15} {value}" for name, value in zip(names, out, strict=False)]
    assert shown.err == err


class Bytes(io.TextIOWrapper):
    """A text stream whose bytes can be read after the command has closed or flushed it."""

    def __init__(self, content=b""):
        super().__init__(io.BytesIO(content), encoding="utf-8")


DECK = b"@ANALYSIS_DEFINITION{@ANALYSIS_NAME{a}{@SIMULATION_TIME_RANGE{0,1}@TIME_STEP_SIZE{0.1}}}\n"


def test_standard_input_is_formatted_to_standard_output(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Bytes(b"\xef\xbb\xbf" + DECK.replace(b"\n", b"\r\n")))
    monkeypatch.setattr(sys, "stdout", Bytes())
    assert command_line(["format", "-"]) == 0
    assert sys.stdout.buffer.getvalue() == (
        b"\xef\xbb\xbf@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }\r\n"
    )
    assert capsys.readouterr().err == "1 deck formatted, 0 left unchanged\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            b"@INCLUDE_COMMAND{@INCLUDE_COMMAND_NAME{i}{@LIST_OF_FILE_NAMES{x.dat}}}\n",
            "it includes files that may use its definitions",
        ),
        (DECK + b"@NONSENSE{1}\n", "it has errors"),
        (b"@COMMENTS{no analysis}\n", "it has no analysis and therefore no model to compare"),
    ],
)
def test_a_deck_that_cannot_be_shortened_is_returned_with_the_reason(capsys, text, why):
    if why.startswith("it has"):
        body = b"@MASS_PROPERTY_DEFINITION{@MASS_PROPERTY_NAME{m}{@MASS{1}@MOMENTS_OF_INERTIA{1,1,1}}}\n"
        text += body + b"@RIGID_BODY_DEFINITION{@RIGID_BODY_NAME{b}{@MASS_PROPERTY_NAME{m}}}\n"
    assert format._shorten(text, "a.deck") == text
    assert capsys.readouterr().err == f"a.deck is not shortened: {why}\n"


def test_corrections_stop_after_a_number_of_rounds(folder, here, monkeypatch):
    """A wrong name of a block hides the wrong keyword inside, so both corrections need two rounds."""
    good = (folder / "good.deck").read_text()
    wrong = good.replace("@RIGID_BODY_DEFINITION", "@RIGID_BODI_DEFINITION").replace("@INITIAL_VEL", "@INITIAL_VLE")
    (folder / "x.deck").write_text(wrong)
    monkeypatch.setattr(check, "MOST_ROUNDS", 1)
    here("check", "--fix", "x.deck")
    once = (folder / "x.deck").read_text()
    assert once not in (wrong, good)
    assert here("check", "--fix", "x.deck").returncode == 0
    assert (folder / "x.deck").read_text() == good


def test_warm_up_without_a_deck_compiles_the_usual_decks(monkeypatch, capsys):
    warmed = []
    monkeypatch.setattr(warm_up, "_warm_up", lambda title, checked, quiet: warmed.append((title, checked, quiet)))
    monkeypatch.setattr("rbsolve.solver.compiler.cache.writable", lambda: Path("/kernels"))
    monkeypatch.setattr("rbsolve.solver.compiler.cache.has_compiler", lambda: True)
    assert command_line(["warm-up"]) == 0
    assert [(title, checked.compiled.method.integrator, quiet) for title, checked, quiet in warmed] == [
        ("explicit, free bodies", "EXPLICIT_RUNGE_KUTTA", False),
        ("explicit, joint coordinates", "EXPLICIT_RUNGE_KUTTA", False),
        ("generalized-alpha", "GENERALIZED_ALPHA", False),
        ("generalized-alpha, joint coordinates", "GENERALIZED_ALPHA", False),
    ]
    formulations = [checked.compiled.method.formulation for _, checked, _ in warmed]
    assert formulations == ["LIE_R3_SO3", "MINIMAL_COORDINATES"] * 2
    assert capsys.readouterr().err == "kept in /kernels\n"
    assert command_line(["warm-up", "-q"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("decks", "code"),
    [
        (("missing.deck",), 4),
        (("wrong.deck",), 1),
        (("missing.deck", "wrong.deck"), 4),
        (("wrong.deck", "missing.deck"), 4),
    ],
)
def test_warm_up_continues_after_a_deck_that_cannot_be_used(here, monkeypatch, decks, code):
    warmed = []
    monkeypatch.setattr(warm_up, "_warm_up", lambda title, *_: warmed.append(title))
    done = here("warm-up", *decks, "good.deck", "-q")
    assert (done.returncode, warmed) == (code, ["good.deck"])
    assert ("cannot read missing.deck: No such file" in done.stderr) == ("missing.deck" in decks)
    assert ("error[unknown-keyword]" in done.stderr) == ("wrong.deck" in decks)


def test_warm_up_that_cannot_keep_its_kernels_fails(here, monkeypatch):
    monkeypatch.setattr(warm_up, "_warm_up", lambda *_: None)
    monkeypatch.setattr(warm_up, "say_where_code_is_not_kept", lambda: True)
    done = here("warm-up", "good.deck")
    assert (done.returncode, done.stderr) == (4, "")


def test_a_linearization_after_a_run_that_fails_has_the_exit_code_of_the_run(here):
    done = here("linearize", "diverging.deck", "--at", "end", "-q")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("rbsolve: ")
    assert "body B, t = " in done.stderr


def test_a_linearization_does_not_overwrite_its_deck(here, folder):
    before = (folder / "good.deck").read_text()
    done = here("linearize", "good.deck", "-o", "good.deck")
    assert done.returncode == 4
    assert "would overwrite the deck" in done.stderr
    assert (folder / "good.deck").read_text() == before
    assert here("linearize", "wrong.deck").returncode == 1


def test_a_plot_is_watched_until_the_run_ends(monkeypatch, tmp_path, capsys):
    """The first reading finds no rows. Two readings follow, and the pictures are told once."""
    partial = tmp_path / "o.part"
    partial.touch()
    outcomes = iter([ValueError("no rows"), ([Path("p.png")], 2), ([Path("p.png")], 2)])
    waits = []

    def draw(path, sensors, output):
        assert (path, sensors, output) == (partial, ["x"], Path("p.png"))
        found = next(outcomes)
        if isinstance(found, Exception):
            raise found
        return found

    def sleep(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            partial.unlink()

    monkeypatch.setattr("rbsolve.results.file.conventions.partial_of", lambda path: partial)
    monkeypatch.setattr(plot, "_draw", draw)
    monkeypatch.setattr(plot.time, "sleep", sleep)
    plot._watch(SimpleNamespace(results=tmp_path / "o.h5", sensors=["x"]), Path("p.png"))
    assert waits == [plot.WATCH_SECONDS] * 3
    told = "p.png\n2 more quantities were not plotted; name their sensors to plot them\n"
    assert capsys.readouterr().err == told


class Process:
    """A process that ends only if it is killed, or at once."""

    def __init__(self, stubborn):
        self.stubborn, self.calls = stubborn, []

    def terminate(self):
        self.calls.append("terminate")

    def kill(self):
        self.calls.append("kill")

    def wait(self, seconds=None):
        self.calls.append(("wait", seconds))
        if self.stubborn and seconds is not None:
            raise serve.subprocess.TimeoutExpired("worker", seconds)


@pytest.mark.parametrize(
    ("stubborn", "calls"),
    [(False, ["terminate", ("wait", 3.0)]), (True, ["terminate", ("wait", 3.0), "kill", ("wait", None)])],
)
def test_a_worker_that_does_not_end_is_killed(stubborn, calls):
    worker = object.__new__(serve._Worker)
    worker._ending, worker._process = serve.threading.Event(), Process(stubborn)
    worker.stop(3.0)
    assert (worker._process.calls, worker._ending.is_set()) == (calls, True)


def test_noise_about_objects_that_a_full_disk_lost_is_not_printed(monkeypatch):
    shown = []
    for name in ("excepthook", "unraisablehook"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
        monkeypatch.setattr(sys, f"__{name}__", lambda *given, name=name: shown.append((name, given)))
    _say_once_that_a_disk_is_full()
    noise = RuntimeError("Can't decrement id ref count (file write failed)")
    for error in (noise, RuntimeError("Can't do it"), OSError("Can't decrement id ref count")):
        sys.excepthook(type(error), error, None)
        sys.unraisablehook(SimpleNamespace(exc_value=error))
    assert [(name, str(given[1] if name == "excepthook" else given[0].exc_value)) for name, given in shown] == [
        ("excepthook", "Can't do it"),
        ("unraisablehook", "Can't do it"),
        ("excepthook", "Can't decrement id ref count"),
        ("unraisablehook", "Can't decrement id ref count"),
    ]


@pytest.mark.parametrize("no_browser", [True, False])
def test_a_view_opens_a_browser_at_its_address(here, monkeypatch, no_browser):
    from rbsolve.view import server

    opened = []
    monkeypatch.setattr(view.webbrowser, "open", opened.append)

    class Server:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def serve_forever(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(server, "make_server", lambda runs, port: Server())
    monkeypatch.setattr(server, "address_of", lambda found: "http://127.0.0.1:7/")
    here("good.deck", "-q")
    done = here("view", "good.h5", *(["--no-browser"] if no_browser else []))
    assert (done.returncode, done.stderr) == (0, "http://127.0.0.1:7/  (Ctrl-C ends)\n")
    assert opened == ([] if no_browser else ["http://127.0.0.1:7/"])
