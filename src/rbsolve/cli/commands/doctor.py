"""`rbsolve doctor`: reports whether this machine meets the requirements of studies and the service."""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.kernels import origin_of_kernels
from rbsolve.cli.messages import count

EXTRAS = {
    "compile": ("numba", "llvmlite"),
    "postgresql": ("pg8000", "sqlalchemy", "alembic"),
    "service": ("fastapi", "uvicorn"),
    "dask": ("distributed",),
    "slurm": ("submitit",),
    "parquet": ("pyarrow",),
    "xarray": ("xarray", "h5netcdf"),
    "editor": ("pygls",),
    "gymnasium": ("gymnasium",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", nargs="?", type=Path, default=Path("."), metavar="DIR", help="folder for studies")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder of a service; shows the disk usage of its accounts"
    )
    parser.add_argument("--store", metavar="URL", help="job store of the service; default: SQLite in the data folder")


def run(arguments: argparse.Namespace) -> int:
    """Print the report, one line per topic."""
    from rbsolve.store.filesystems import unsafe_file_system
    from rbsolve.studies.running.confinement import blocks_network, landlock_version
    from rbsolve.version import VERSION

    landlock = landlock_version()
    place = unsafe_file_system(arguments.folder)
    lines = {
        "rbsolve": VERSION,
        "cores": str(len(os.sched_getaffinity(0))),
        "processor": _processor(),
        "kernels": origin_of_kernels(),
        "kernel cache": _kernel_cache(),
        "SQLite": sqlite3.sqlite_version,
        "file system": f"{place}: not suited for a job store; choose another place with --store"
        if place
        else "local: fine for a store",
        "limits": "memory, processor time, no core files",
        "sandbox": f"Landlock {landlock}: jobs can write only in their own folder"
        if landlock
        else "none: Landlock is not available",
        "network of jobs": "blocked" if blocks_network(landlock) else "not blocked: needs Landlock 4",
        "Slurm": "there" if shutil.which("sbatch") else "not there",
    }
    for extra, packages in EXTRAS.items():
        lines[f"extra {extra}"] = ", ".join(map(_version, packages))
    if arguments.data is not None:
        lines |= _disk_usage(arguments)
    width = max(map(len, lines))
    for name, value in lines.items():
        print(f"{name:{width}}  {value}")
    return ExitCode.DONE


def _disk_usage(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the disk usage of the accounts of a service, largest first, and the free space."""
    from contextlib import closing

    from rbsolve.service.housekeeping import accounts_of
    from rbsolve.store.opening import open_store

    data: Path = arguments.data
    store = arguments.store or f"sqlite:///{(data / 'store.db').absolute()}"
    if not data.is_dir() or (arguments.store is None and not (data / "store.db").exists()):
        raise UsageError(f"{data} is not the folder of a service; `rbsolve serve --data {data}` creates one")
    with closing(open_store(store)) as database:
        found = accounts_of(data, database)
    lines = {
        f"account {name}" if name else "no account": f"{count} kept, {size / 1e6:.1f} MB"
        for name, (count, size) in sorted(found.items(), key=lambda item: -item[1][1])
    }
    return {**(lines or {"kept": "nothing"}), "free": f"{shutil.disk_usage(data).free / 1e9:.1f} GB"}


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} is not installed"


def _processor() -> str:
    """Return the vector instructions of the processor, and the number of lanes that they allow."""
    from rbsolve.ensemble.lanes import lanes_of_processor
    from rbsolve.solver.compiler.machine import has_compiler, vector_bits

    if not has_compiler():
        return "unknown, because llvmlite is not installed; rbsolve solves cases one by one"
    sets = {512: "AVX-512", 256: "AVX2", 128: "neither AVX2 nor AVX-512"}
    count, bits = lanes_of_processor(), vector_bits()
    does = f"cases in {count} lanes" if count > 1 else "cases one by one"
    return f"{sets[bits]}, vectors of {bits // 64} numbers: `--lanes auto` solves {does}"


def _kernel_cache() -> str:
    """Return the folder of the kernel cache, its size, and whether it is writable."""
    from rbsolve.solver.compiler.cache import flaw_of, folders, writable

    folder = writable()
    if folder is None:
        flaws = "; ".join(flaw_of(place) or f"{place} cannot be written" for place in folders())
        return f"none: {flaws}; set NUMBA_CACHE_DIR to a folder that only you can write to"
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    return f"{folder}: {count(len(files), 'file')}, {size:.1f} MB, writable"
