"""The sub-packages live in top-level folders; list what is below each (pyproject.toml maps the folders)."""

from setuptools import find_packages, setup

FOLDERS = {
    "rbsolve": "src/rbsolve",
    "rbsolve.language": "language",
    "rbsolve.parser": "parser",
    "rbsolve.geometry": "geometry",
    "rbsolve.solver": "solver",
    "rbsolve.decks": "decks",
    "rbsolve.validation": "validation",
}
BELOW = {f"{name}.{package}" for name, folder in FOLDERS.items() for package in find_packages(folder)}
setup(packages=sorted({*FOLDERS, *BELOW}))
