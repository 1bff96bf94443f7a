"""Help, suggestions, completion, corrections and warnings of the command line."""

import os
import pty
import shutil
import signal
import subprocess
import sys

import pytest

from rbsolve.cli import main
from rbsolve.cli.arguments import build_parser, commands_of
from rbsolve.cli.catalogue import COMMANDS, GROUPS
from rbsolve.cli.commands.completion import SHELLS

DECK = """\
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mass} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {mass} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.01} } }
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "box.deck"
    path.write_text(DECK)
    return path


def test_every_command_accepts_the_options_for_output(deck, capsys):
    wanted = {"-q", "--quiet", "-v", "--verbose", "--no-progress", "--color"}
    for name, parser in commands_of(build_parser()).items():
        assert wanted <= {option for action in parser._actions for option in action.option_strings}, name
    assert main(["-v", "--no-progress", "check", str(deck)]) == 0
    assert capsys.readouterr().err == "no errors, no warnings\n"


def test_the_list_of_commands_is_grouped_and_whole(capsys):
    assert main(["help"]) == 0
    shown = capsys.readouterr().out.splitlines()
    for group in GROUPS:
        assert f"  {group}:" in shown
    for name, command in COMMANDS.items():
        assert [line.split()[0] for line in shown if line.endswith(f" {command.summary}")] == [name]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_has_an_example_that_parses(name, capsys):
    own = commands_of(build_parser())[name]
    text = own.format_help()
    example = COMMANDS[name].example
    assert f"example: {example}" in text
    assert f"rbsolve {name}" in example
    for action in own._actions:
        assert action.help, f"{name} {action.option_strings or action.dest}"


def test_help_on_a_command_is_its_own_help(capsys):
    assert main(["help", "sweep"]) == 0
    shown = capsys.readouterr().out
    assert shown == commands_of(build_parser())["sweep"].format_help()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chek"], "there is no command chek: did you mean check?"),
        (["chek", "a.deck"], "there is no command chek: did you mean check?"),
        (["run", "a.deck", "--stp", "1"], "rbsolve run: error: there is no option --stp: did you mean --step?"),
        (["sweep", "a.deck", "--tabel=x"], "rbsolve sweep: error: there is no option --tabel: did you mean --table?"),
        (["run", "a.deck", "--zzz"], "there is no option --zzz: `rbsolve run --help` lists all options"),
        (["run", "a.deck", "--titel", "x"], "there is no option --titel: `rbsolve run --help` lists all options"),
        (["plot", "a.h5", "--sensors", "x"], "there is no option --sensors: give SENSOR without an option"),
    ],
)
def test_what_was_probably_meant_is_suggested_with_the_usage_of_its_command(words, message, capsys):
    assert main(words) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.startswith(f"usage: rbsolve {'check' if words[0] == 'chek' else words[0]} [")


@pytest.mark.parametrize(("word", "command"), [("solve", "run"), ("sovle", "run"), ("show", "view"), ("fmt", "format")])
@pytest.mark.parametrize("rest", [[], ["a.deck"]])
def test_a_command_of_another_program_names_ours(word, command, rest, capsys):
    assert main([word, *rest]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"usage: rbsolve {command} [")
    assert shown.endswith(f"there is no command {word}: did you mean {command}?\n")


def test_a_first_word_that_is_neither_a_command_nor_a_file_is_named(capsys):
    assert main(["xyz", "abc"]) == 2
    assert "there is no command or file xyz: `rbsolve help` lists all commands" in capsys.readouterr().err


def test_help_on_a_command_that_does_not_exist_says_so(capsys):
    assert main(["help", "swep"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("usage: rbsolve sweep [")
    assert "there is no command swep: did you mean sweep?" in shown
    assert main(["help", "xyz"]) == 2
    assert "there is no command or file xyz: `rbsolve help` lists all commands" in capsys.readouterr().err


@pytest.mark.parametrize("before", [["--color", "always"], ["--color=always"]])
def test_options_of_all_commands_may_stand_before_the_command(before, deck, capsys):
    deck.write_text(DECK.replace("@MASS {1}", "@MASS {-1}"))
    assert main([*before, "check", str(deck)]) == 1
    assert "\x1b[" in capsys.readouterr().err


def test_less_and_more_may_be_said_before_the_command(deck, capsys):
    assert main(["-q", "run", str(deck)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["-v", "--no-progress", "run", str(deck)]) == 0
    assert "kernel cache: " in capsys.readouterr().err


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_know_commands_and_options(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "linearize" in script
    assert "checkpoint-every" in script
    program = shutil.which(shell)
    if program is not None:
        subprocess.run([program, "-n"], input=script, text=True, check=True)


COMPLETED = {
    "sw": "sweep",
    "help sw": "sweep",
    "run --check": "--checkpoint-every",
    "run bo": "box.deck",
    "check a.h5 bo": "box.deck",
    "token cr": "create",
    "bo": "box.deck",
    "box.deck --check": "--checkpoint-every",
    "run --integrator GEN": "GENERALIZED_ALPHA",
    "box.deck --formulation MIN": "MINIMAL_COORDINATES",
}
"""The words after `rbsolve` on a command line, and the completion of the last word."""


def test_fish_completes_commands_options_and_files(deck, capsys):
    program = shutil.which("fish")
    if program is None:
        pytest.skip("fish is not installed")
    main(["completion", "fish"])
    script = capsys.readouterr().out + "".join(f'complete -C "rbsolve {words}"\n' for words in COMPLETED)
    done = subprocess.run([program, "-N"], input=script, text=True, capture_output=True, cwd=deck.parent)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == list(COMPLETED.values())


ZSH = """PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u
show() { print -r "<<$BUFFER>>"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; print rea''dy
"""
BASH = """PS1=; bind 'set enable-bracketed-paste off'; . ./_rbsolve; rbsolve() { echo "<""<rbsolve $*>>"; }; echo rea''dy
"""


@pytest.mark.parametrize(
    ("command", "setting", "end"), [(["zsh", "-f", "-i"], ZSH, "\x18"), (["bash", "--norc", "-i"], BASH, "\n")]
)
def test_shells_in_a_terminal_complete_commands_options_and_files(command, setting, end, deck, capsys):
    """Zsh and bash complete only in a terminal. `end` ends a line, and the shell prints the line in brackets."""
    program = shutil.which(command[0])
    if program is None:
        pytest.skip(f"{command[0]} is not installed")
    main(["completion", command[0]])
    deck.with_name("_rbsolve").write_text(capsys.readouterr().out)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(deck.parent)
        os.execve(program, command, {**os.environ, "TERM": "dumb", "COLUMNS": "200"})
    try:
        os.write(terminal, setting.encode())
        _read_until(terminal, b"ready")
        for words, completed in COMPLETED.items():
            os.write(terminal, f"rbsolve {words}\t{end}".encode())
            shown = _read_until(terminal, b">>").rpartition(b"<<")[2].removesuffix(b">>").decode()
            assert shown.split() == ["rbsolve", *words.split()[:-1], completed]
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def _read_until(terminal: int, end: bytes) -> bytes:
    """Return the output of a terminal up to the first occurrence of a text."""
    shown = b""
    while not shown.endswith(end):
        shown += os.read(terminal, 1)
    return shown


def test_what_has_one_obvious_correction_is_corrected(deck, capsys):
    part = deck.with_name("part.dat")
    part.write_bytes(b"@POINT_DEFINITION {\r\n  @POINT_NAME {p} { @COORDINATS {0, 0, 0} }\r\n}\r\n")
    wrong = DECK.replace("@MASS {", "@MAS {").replace("MOMENTS", "MOMENT").replace("NAME {mass} }", "NAME {maas} }")
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {part.dat} } }\n"
    deck.write_text(wrong + include)
    assert main(["check", "--fix", str(deck)]) == 0
    assert deck.read_text() == DECK + include
    assert part.read_bytes() == b"@POINT_DEFINITION {\r\n  @POINT_NAME {p} { @COORDINATES {0, 0, 0} }\r\n}\r\n"
    shown = capsys.readouterr().err
    assert f"{deck}:1: change to `@MASS`" in shown
    assert f"{part}:2: change to `@COORDINATES`" in shown


def test_a_fix_leaves_alone_what_has_no_obvious_correction(deck, capsys):
    wrong = DECK.replace("@MASS {1}", "@MASS {-1}")
    deck.write_text(wrong)
    assert main(["check", "--fix", str(deck)]) == 1
    assert deck.read_text() == wrong
    assert main(["check", "--fix", "-"]) == 2


def test_a_shorter_run_warns_before_it_replaces_a_longer_one(deck, capsys):
    assert main([str(deck)]) == 0
    assert "replaces" not in capsys.readouterr().err
    assert main([str(deck)]) == 0
    assert "replaces" not in capsys.readouterr().err
    assert main([str(deck), "--t-end", "0.05"]) == 0
    assert "has results up to t = 0.1 s; this run ends at 0.05 s and replaces them" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "warm-up"])
def test_verbose_prints_the_method_and_every_option(deck, capsys, command):
    assert main([command, str(deck), "-v"]) == 0
    shown = capsys.readouterr().err
    assert "method: EXPLICIT_RUNGE_KUTTA on LIE_R3_SO3" in shown
    assert "  TIME_STEP_SIZE 0.01" in shown
    assert "kernel cache: " in shown


def test_verbose_prints_that_a_linearization_takes_no_steps(deck, capsys):
    assert main(["linearize", str(deck), "-v"]) == 0
    assert "method: START on LIE_R3_SO3" in capsys.readouterr().err


def test_colours_where_they_are_wanted_only(deck, capsys):
    deck.write_text(DECK.replace("@MASS {1}", "@MASS {-1}"))
    for when, colored in (("always", True), ("never", False), ("auto", False)):
        assert main(["check", str(deck), "--color", when]) == 1
        assert ("\x1b[" in capsys.readouterr().err) is colored


def test_doctor_names_the_kernel_cache(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    from rbsolve.solver.compiler import cache

    place = tmp_path / "kernels" / "rbsolve-kernels"
    cache.folders.cache_clear()
    try:
        for size, said in ((0, "0 files, 0.0 MB"), (2_500_000, "1 file, 2.5 MB")):
            assert main(["doctor"]) == 0
            assert f"{place}: {said}, writable" in capsys.readouterr().out, size
            (place / "one").write_bytes(bytes(2_500_000))
    finally:
        cache.folders.cache_clear()


def test_a_table_in_a_pipe_is_not_cut(capsys):
    from rbsolve.cli.tables import print_tables

    words = " ".join(["word"] * 60)
    print_tables(lambda console: console.print(words, crop=False))
    print_tables(lambda console: console.print(words, crop=False), width=150)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == words
    assert [len(line) for line in lines[1:]] == [149, 149]


WITHOUT = """\
import sys
from rbsolve.cli import main

class Without:
    def find_spec(name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Without)
sys.exit(main(["lsp"]))
"""


@pytest.mark.parametrize(("missing", "code"), [("pygls", 2), ("lsprotocol", 2), ("rbsolve.editor.answers", 3)])
def test_the_language_server_says_which_packages_it_needs(missing, code):
    """A missing part of rbsolve is a defect. No extra package mends it."""
    command = [sys.executable, "-c", WITHOUT.format(missing=missing)]
    told = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    assert told.returncode == code
    assert ("the language server needs pygls: pip install 'rbsolve[editor]'" in told.stderr) == (code == 2)


def test_results_are_exported_plotted_and_reported_without_a_word(deck, capsys):
    """`-q` is before or after the command. Without `-q`, each command prints the name of the file that it writes."""
    assert main(["-q", "run", str(deck)]) == 0
    results = deck.with_suffix(".h5")
    for command, written in (("export", "box.csv"), ("plot", "box.png"), ("report", "box.html")):
        for words in ([command, str(results), "-q", "--no-progress"], ["-q", "--no-progress", command, str(results)]):
            deck.with_name(written).unlink(missing_ok=True)
            assert main([*words, "-o", str(deck.with_name(written))]) == 0
            assert deck.with_name(written).exists()
            assert capsys.readouterr() == ("", "")
        assert main([command, str(results), "-o", str(deck.with_name(written))]) == 0
        said = capsys.readouterr().err
        assert written in said
        if command == "report":
            assert said.endswith(f": {deck.with_name(written).stat().st_size / 1e3:.0f} kB\n")


def test_a_comparison_prints_its_table_only(deck, capsys):
    asked = [
        "compare",
        str(deck),
        "--integrators",
        "RK44",
        "--steps",
        "0.01",
        "0.02",
        "-o",
        str(deck.with_name("t.csv")),
    ]
    assert main(asked) == 0
    told = capsys.readouterr()
    assert "running RK44" in told.err
    assert "t.csv" in told.err
    assert main([*asked, "--no-progress"]) == 0
    without = capsys.readouterr()
    assert "running" not in without.err
    assert "t.csv" in without.err
    assert main([*asked, "-q"]) == 0
    quiet = capsys.readouterr()
    assert not {"running", "t.csv"} & set(quiet.err.split())
    for one in (without, quiet):
        assert [line.split()[:2] for line in one.out.splitlines()] == [
            line.split()[:2] for line in told.out.splitlines()
        ]
