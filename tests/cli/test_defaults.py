"""The defaults of commands and of the functions in Python, which users rely on. Options that are off, empty or not given
by default are omitted.
"""

import inspect
from pathlib import Path

import rbsolve
from rbsolve.cli.arguments import build_parser, commands_of
from rbsolve.ensemble.storing import Outputs, Storing

COMMON = {"progress": True, "color": "auto"}
COMMANDS = {
    "run": {"checkpoint_every": 30.0, "motion": True},
    "check": {"format": "text"},
    "compare": {"error": "end"},
    "sensitivity": {"method": "auto"},
    "status": {"format": "text"},
    "fit": {"loss": "linear", "max_iterations": 100},
    "optimize": {"max_iterations": 100},
    "format": {"line_length": 120},
    "serve": {
        "data": Path("rbsolve-data"),
        "host": "127.0.0.1",
        "port": 8732,
        "sandbox": "auto",
        "memory_limit": 4.0,
        "quota_jobs": 1000,
        "deck_bytes": 4 * 1024**2,
    },
    "worker": {"data": Path("rbsolve-data"), "sandbox": "auto"},
    "submit": {"server": "http://127.0.0.1:8732"},
}
FUNCTIONS = {
    "fit": {"loss": "linear"},
    "sensitivities": {"method": "auto"},
    "solve": {"motion": True},
    "solve_many": {"lanes": "auto", "every": 1},
    "Ensemble": {"outputs": Outputs(Storing(every=1, float32=False), envelope_times=(), responses={})},
    "Environment": {"steps": 1},
    "Finding": {"count": 1},
}
OPEN = ("observe", "reward", "ended", "start", "storing", "module", "qualname", "type", "boundary", "settings")


def test_defaults_of_commands():
    found = {}
    for name, parser in commands_of(build_parser()).items():
        defaults = {action.dest: action.default for action in parser._actions if action.option_strings}
        given = {key: value for key, value in defaults.items() if value and value != "==SUPPRESS=="}
        assert given.items() >= COMMON.items(), name
        found[name] = {key: value for key, value in given.items() if key not in COMMON}
    assert {name: given for name, given in found.items() if given} == COMMANDS


def test_defaults_of_functions():
    found = {}
    for name in rbsolve.__all__:
        taken = getattr(rbsolve, name)
        if callable(taken) and not issubclass(type(taken), type(rbsolve.Outcome)):
            parameters = inspect.signature(taken).parameters.values()
            found[name] = {
                one.name: one.default
                for one in parameters
                if one.default is not one.empty and one.default and one.name not in OPEN
            }
    assert {name: given for name, given in found.items() if given} == FUNCTIONS


def test_editors_may_name_the_only_transport_of_the_language_server():
    for words, given in ((["lsp"], False), (["lsp", "--stdio"], True)):
        assert build_parser().parse_args(words).stdio == given
