"""The sub-packages live in top-level folders; list what is below each (pyproject.toml maps the folders)."""

from setuptools import find_packages, setup

ROOTS = {"rbsolve": "src/rbsolve", "rbsolve.parser": "parser", "rbsolve.geometry": "geometry", "rbsolve.solver": "solver"}
BELOW = [f"{name}.{sub}" for name, folder in ROOTS.items() for sub in find_packages(folder)]
setup(packages=sorted({*ROOTS, *(sub for sub in BELOW if not sub.startswith("rbsolve.tests"))}))
