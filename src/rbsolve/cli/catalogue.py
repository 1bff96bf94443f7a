"""Lists all commands with their names, groups, summaries and examples.

To add a command, write a module of `commands` with `add_arguments(parser)` and `run(arguments) -> exit code`, and add
it to `COMMANDS`.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command: its group, its line in the list of commands, its description in the help, and an example."""

    group: str
    summary: str
    description: str
    example: str


SOLVE, LOOK, MANY, SEARCH, WRITE, SHARE, MACHINE = (
    "solve",
    "look at results",
    "run many cases",
    "find parameters",
    "write decks",
    "share a server",
    "this machine",
)
GROUPS = (SOLVE, LOOK, MANY, SEARCH, WRITE, SHARE, MACHINE)

COMMANDS = {
    "run": Command(
        SOLVE,
        "check and solve a deck",
        "Check a deck, solve it, and write its sensors to a results file.",
        "rbsolve run heavy_top.deck --integrator RK44 --step 1e-4 -o top.h5",
    ),
    "check": Command(
        SOLVE,
        "report all errors of decks",
        "Check decks without solving them.",
        "rbsolve check wing.deck -p L=0.35",
    ),
    "compare": Command(
        SOLVE,
        "run a deck with several methods",
        (
            "Run a deck with several integrators, formulations and steps. Print errors and costs, and name the "
            "cheapest method. Separate the items of a list with blanks or commas."
        ),
        "rbsolve compare heavy_top.deck --integrators RK44 DOP853 --steps 1e-3 5e-4 -o work.png",
    ),
    "linearize": Command(
        SOLVE,
        "frequencies, damping, stability and mode shapes",
        (
            "Linearize a deck about its equilibrium or about a state of its motion. The results contain mass, damping "
            "and stiffness matrices, eigenvalues and mode shapes."
        ),
        "rbsolve linearize governor.deck --at 1.5",
    ),
    "sensitivity": Command(
        SOLVE,
        "derivatives with respect to design parameters",
        (
            "Run a deck and compute the derivatives of every sensor with respect to design parameters. Print scalars "
            "with their derivatives, errors and relative derivatives. The largest relative derivative comes first."
        ),
        'rbsolve sensitivity rotor.deck -p k,d --of "max(p1.x3)"',
    ),
    "resume": Command(
        SOLVE,
        "resume an interrupted run, study or search",
        "Resume an interrupted run, study, fit or optimization.",
        "rbsolve resume long_run.h5",
    ),
    "info": Command(
        LOOK,
        "show the contents of results files",
        "Show the status, model, method, sensors and diagnostics of each results file.",
        "rbsolve info heavy_top.h5",
    ),
    "plot": Command(
        LOOK,
        "plot time histories, or a study",
        (
            "Plot the time histories of a run, with one panel for each quantity. For a study, plot responses, maps "
            "and envelopes."
        ),
        "rbsolve plot heavy_top.h5 centre_of_mass -o top.png",
    ),
    "export": Command(
        LOOK,
        "write a table, or the motion as glTF",
        "Write a table of all sensors with one row for each output time, or write the motion as glTF 2.0.",
        "rbsolve export heavy_top.h5 -o top.csv",
    ),
    "view": Command(
        LOOK,
        "show the motion in a browser",
        "Show the motion in a browser. The page is served to this machine only. Press Ctrl-C to stop the server.",
        "rbsolve view heavy_top.h5",
    ),
    "report": Command(
        LOOK,
        "write motion and histories as one HTML page",
        "Write one HTML page with the motion, the histories and the viewer. The page needs no network.",
        "rbsolve report heavy_top.h5 -o top.html",
    ),
    "sweep": Command(
        MANY,
        "run a deck for many parameter values",
        "Run a deck for a grid, lists, a sample or a table of parameter values. The runs use all cores.",
        "rbsolve sweep wing.deck -p L=0.2:0.4:21 -p k=100,200 -o study",
    ),
    "batch": Command(
        MANY,
        "run many decks",
        "Run many decks as one study. The study has a results file for each deck.",
        "rbsolve batch decks/*.deck -o study",
    ),
    "status": Command(
        MANY,
        "show the progress of a study or search",
        "Show the number of finished cases of a study, the rate, the remaining time, and the reasons for "
        "failures. For a fit or an optimization, show the status and the number of evaluations.",
        "rbsolve status study --watch",
    ),
    "retry": Command(
        MANY,
        "run failed cases again",
        "Run failed cases of a study again. Without case numbers, run all failed cases.",
        "rbsolve retry study --time-limit 600",
    ),
    "cancel": Command(
        MANY,
        "stop a study",
        "Stop a study and keep its finished cases. `rbsolve resume` continues the study.",
        "rbsolve cancel study",
    ),
    "collect": Command(
        MANY,
        "write a study as one file or table",
        "Write all cases of a study into one file, or write their parameters and scalars into one table.",
        "rbsolve collect study --max tip.x1 --final energy -o table.csv",
    ),
    "merge": Command(
        MANY,
        "merge studies into one",
        "Merge studies that are parts of one sweep into one study. The parts remain unchanged.",
        "rbsolve merge part-* -o whole",
    ),
    "fit": Command(
        SEARCH,
        "estimate parameters from measurements",
        (
            "Estimate design parameters from measurements by weighted least squares within bounds, with confidence "
            "intervals. If the deck supports tangents, the derivatives are exact. Otherwise they are differences of "
            "runs. The results name the kind of derivatives."
        ),
        "rbsolve fit pendulum.deck swing.csv -p L=0.5:2 --match angle=hinge -o FIT",
    ),
    "optimize": Command(
        SEARCH,
        "find the best parameters",
        (
            "Find values of design parameters, within bounds and constraints, that minimize or maximize a scalar of "
            "the run. If the deck supports tangents, the derivatives are exact. Otherwise they are differences of "
            "runs. The results name the kind of derivatives."
        ),
        'rbsolve optimize cart.deck --minimize "rms(angle)" -p P=10:100 -p D=1:20 --subject-to "max(force) <= 20" -o OPT',
    ),
    "import": Command(
        WRITE,
        "write a deck from a URDF, SDF or MJCF model",
        (
            "Write a deck from a model of another program, with its meshes in the same folder. If an element has no "
            "counterpart, a diagnostic names its source line."
        ),
        "rbsolve import robot.urdf -o robot.deck --prove",
    ),
    "format": Command(
        WRITE,
        "format decks",
        (
            "Format decks. The command changes indentation, spaces and long lines. Comments, groups and expressions do "
            "not change."
        ),
        "rbsolve format --diff wing.deck",
    ),
    "lsp": Command(
        WRITE,
        "run the language server for editors",
        "Run the language server for editors, on standard input and output. The command needs the extra `editor`.",
        "rbsolve lsp",
    ),
    "schema": Command(
        WRITE,
        "print the deck language as JSON",
        "Print every block and keyword as a JSON schema.",
        "rbsolve schema > deck.schema.json",
    ),
    "serve": Command(
        SHARE,
        "serve a web page and an HTTP interface",
        (
            "Start a server that solves decks. Users submit decks on a web page or over HTTP. The solver processes "
            "run on this machine."
        ),
        "rbsolve serve --port 8732 --data runs",
    ),
    "worker": Command(
        SHARE,
        "solve the jobs of a service",
        "Solve the jobs of a service. The worker needs access to the store and the data of the service.",
        "rbsolve worker --store postgresql+pg8000://user@host/rbsolve --data /shared/runs",
    ),
    "token": Command(
        SHARE,
        "manage the access tokens of a service",
        "Create, list and revoke the access tokens of a service.",
        "rbsolve token create anna --data runs",
    ),
    "submit": Command(
        SHARE,
        "solve a deck on a server",
        "Send a deck with its included files to a service. Optionally wait for the job, or save its results.",
        "rbsolve submit wing.deck --server http://host:8732 -o wing.h5",
    ),
    "warm-up": Command(
        MACHINE,
        "compile kernels in advance",
        (
            "Compile the kernels of decks in advance, so that later runs start immediately (for example in a "
            "container image or on a cluster). Without a deck, compile the kernels of common decks."
        ),
        "rbsolve warm-up wing.deck",
    ),
    "validate": Command(
        MACHINE,
        "compare this installation with references",
        (
            "Solve the cases of the validation book, and compare them with independent references. A name "
            "selects a case or a group of cases. The exit code is 3 if an error exceeds its bound."
        ),
        "rbsolve validate heavy-top benchmarks --json",
    ),
    "doctor": Command(
        MACHINE,
        "show kernels, limits and packages of this machine",
        "Show the kernel cache, limits, sandbox, file system and optional packages of this machine.",
        "rbsolve doctor",
    ),
    "completion": Command(
        MACHINE,
        "print a completion script for your shell",
        "Print a completion script for a shell. The example is for bash and zsh; for fish, enter `rbsolve completion fish | source`.",
        'eval "$(rbsolve completion bash)"',
    ),
    "help": Command(
        MACHINE,
        "explain a command",
        "Explain a command, or list all commands.",
        "rbsolve help sweep",
    ),
}
