"""`rbsolve masses` prints the masses of a deck."""

from pathlib import Path


def add_arguments(parser):
    parser.add_argument("deck", type=Path, metavar="MODEL.deck", help="the deck")


def run(arguments):
    from rbsolve.pipeline import check_deck

    print(check_deck(arguments.deck).compiled.model.bodies.mass.tolist())
    return 0
