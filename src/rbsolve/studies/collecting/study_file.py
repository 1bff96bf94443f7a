"""Writes STUDY/study.h5, which contains all cases. HDF5 and netCDF-4 tools can read its datasets."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.quantiles import LEVELS
from rbsolve.ensemble.storing import Storing
from rbsolve.language.described import ParameterNote
from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import CONVENTIONS, hidden_path, sensor_attributes
from rbsolve.results.file.target import OutputError
from rbsolve.store import records
from rbsolve.studies.collecting.envelopes import envelopes_of_shards
from rbsolve.studies.collecting.findings import write_of_cases
from rbsolve.studies.collecting.histories import Histories
from rbsolve.studies.collecting.where import Shards, is_shard, missing_rows, places_of
from rbsolve.studies.disk.folder import NotAStudyError
from rbsolve.studies.disk.opening import record_of
from rbsolve.studies.running.shards import COMPLETE, COUNTS, FAILED, SUMMARIES
from rbsolve.version import VERSION

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.store.database import Database
    from rbsolve.studies.disk.folder import StudyFolder

Floats = NDArray[np.float64]
DIAGNOSTICS = (*COUNTS[1:], "wall_time", "rows")
STATUS = {COMPLETE: "complete", FAILED: "failed"}
_TEXT = h5py.string_dtype()


def collect(folder: StudyFolder, database: Database, path: Path | None = None) -> Path:
    """Write all cases of a study into one file, atomically. Raise OutputError on failure."""
    target = path or folder.collected
    temporary = hidden_path(target, f".{secrets.token_hex(4)}.part")
    try:
        file = h5py.File(temporary, "x", libver=hdf5.LIBRARY_VERSIONS, track_order=True, rdcc_nbytes=0, locking=False)
        try:
            _Collector(folder, database, file).write()
            file.flush()
        except BaseException:
            hdf5.let_go(file)
            raise
        file.close()
        os.replace(temporary, target)
    except NotAStudyError:
        raise
    except (OSError, RuntimeError) as error:
        raise OutputError(f"cannot write {target}: {getattr(error, 'strerror', None) or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return target


class _Collector:
    def __init__(self, folder: StudyFolder, database: Database, file: h5py.File) -> None:
        self._folder, self._database, self._file = folder, database, file
        self._manifest = folder.manifest
        self._cases = self._manifest.cases
        self._record = record_of(database, folder)
        self._storing = Storing(self._manifest.every, self._manifest.float32)
        chunks = records.done_chunks(database, self._manifest.id)
        for chunk in chunks:  # otherwise, unreadable rows would be missing without a message
            if not is_shard(folder.shards / chunk.shard):
                raise missing_rows(folder.shards / chunk.shard)
        self._places = places_of(chunks, self._cases)
        self._dimensions = hdf5.Dimensions(file)

    @cached_property
    def _checked(self) -> CheckedDeck:
        """Return the checked deck with the parameters of the first case. If these cause errors, use the parameters of
        the first complete case.
        """
        checked = _check(self._folder, 0)
        complete = np.flatnonzero(self._file["status"].asstr()[()] == STATUS[COMPLETE])
        return checked if checked.compiled is not None or not len(complete) else _check(self._folder, int(complete[0]))

    def write(self) -> None:
        record = self._record
        self._dimensions.add_scale("case", np.arange(self._cases), {"long_name": "case"})
        with Shards(self._folder.shards, self._places.names) as shards:
            self._write_columns(shards)
            time, differs = self._longest_time(shards)
            self._dimensions.add_scale("time", time, {"units": "s", "long_name": "time"})
            self._write_parameters()
            self._write_histories(shards, len(time), have_times=differs)
            self._write_summaries(shards)
            self._write_responses(shards)
            self._write_envelopes(shards)
            warnings = write_of_cases(self._file, self._dimensions, shards, self._places)
        self._write_one(self._file["diagnostics"], "warnings", warnings, warnings.dtype, {"units": "1"})
        self._write_deck()
        attributes: dict[str, object] = {
            "Conventions": CONVENTIONS,
            "rbsolve_version": VERSION,
            "kind": "study",
            "created": self._manifest.created,
            "status": "complete" if record.state == "complete" else record.state,
            "message": record.message or f"{record.done} of {record.cases} cases done, {record.failed} failed",
            "cases": self._cases,
            "done": record.done,
            "failed": record.failed,
            "wall_time": record.seconds,
            **{name: int(self._file[f"diagnostics/{name}"][()].sum()) for name in COUNTS[1:]},
            "study": self._manifest.id,
            "sampling": self._manifest.sampling,
            **({} if self._storing.is_whole else {"every": self._storing.every, "precision": self._storing.dtype.name}),
        }
        hdf5.write_attributes(self._file.id, attributes)
        self._dimensions.finish()

    def _write_columns(self, shards: Shards) -> None:
        """Write /status, /message, /reason and /diagnostics, case by case."""
        status = np.zeros(self._cases, np.uint8)
        columns = {name: np.zeros(self._cases, float if name == "wall_time" else np.int64) for name in DIAGNOSTICS}
        message = np.full(self._cases, "", dtype=object)
        reason = np.full(self._cases, "", dtype=object)
        for index in range(len(shards)):
            mine = np.flatnonzero(self._places.shard == index)
            if not len(mine):
                continue
            rows, shard = self._places.row[mine], shards[index]
            status[mine] = shard["status"][()][rows]
            for name, values in columns.items():
                values[mine] = shard[name][()][rows]
            if (status[mine] == FAILED).any():
                message[mine] = shard["message"].asstr()[()][rows]
                reason[mine] = shard["reason"].asstr()[()][rows]
        for failure in records.failures(self._database, self._manifest.id):
            status[failure.number] = FAILED
            message[failure.number], reason[failure.number] = failure.message, failure.reason
        waiting = "cancelled" if self._record.cancelled else "pending"
        words = np.array([waiting, STATUS[COMPLETE], STATUS[FAILED]], dtype=object)[status]
        for name, texts in (("status", words), ("message", message), ("reason", reason)):
            self._write_one(self._file, name, texts, _TEXT, {})
        group = self._file.create_group("diagnostics", track_order=True)
        for name, values in columns.items():
            self._write_one(group, name, values, values.dtype, {"units": "s" if name == "wall_time" else "1"})

    def _write_one(
        self, group: h5py.Group, name: str, values: NDArray[Any], kind: Any, attributes: Mapping[str, object]
    ) -> None:
        """Write a dataset with one value per case."""
        dataset = group.create_dataset(name, data=values, dtype=kind, track_times=False)
        hdf5.write_attributes(dataset.id, attributes)
        self._dimensions.attach(group, name, dataset.id, ("case",))

    def _write_parameters(self) -> None:
        group = self._file.create_group("parameters", track_order=True)
        description = self._checked.description
        notes = {} if description is None else description.notes
        for name, values in self._folder.table.columns().items():
            stored = hdf5.column_name(name)
            dataset = group.create_dataset(stored, data=np.ascontiguousarray(values), track_times=False)
            note = notes.get(name, ParameterNote())
            said = {"units": note.unit, "long_name": note.description}
            hdf5.write_attributes(dataset.id, {key: text for key, text in said.items() if text})
            named = ["case"] + (
                [self._dimensions.dimension_of_size("component", values.shape[1])] if values.ndim == 2 else []
            )
            self._dimensions.attach(group, stored, dataset.id, named)
        hdf5.link_scales(group, ["case"])

    def _longest_time(self, shards: Shards) -> tuple[Floats, bool]:
        """Return the output times of the case with the most rows, and whether other cases have different times."""
        longest, differs = np.empty(0), False
        for index in range(len(shards)):
            shard = shards[index]
            time = shard["time"][()]
            common = min(len(time), len(longest))
            differs = differs or "times" in shard or not np.array_equal(time[:common], longest[:common])
            longest = time if len(time) > len(longest) else longest
        if not len(longest) and self._checked.compiled is not None:
            schedule = self._checked.compiled.schedule
            longest = schedule.window(0, schedule.intervals)[0]
        return longest, differs

    def _sensor_names(self, shards: Shards, section: str) -> dict[str, dict[str, Any]]:
        """Return the names and the attributes of the stored sensors, in the order of the deck.

        If no case has rows, use the deck's sensors.
        """
        found: dict[str, dict[str, Any]] = {}
        for index in range(len(shards)):
            group = shards[index].get(section, {})
            for name in group:
                if name not in found:
                    found[name] = dict(group[name].attrs) | {"columns": _columns(group[name])}
        if found:
            return found
        if any(len(shards[index].get(other, ())) for index in range(len(shards)) for other in ("sensors", "summary")):
            return {}
        keep = self._manifest.keep
        return {
            hdf5.column_name(plan.name): sensor_attributes(plan) | {"columns": len(plan.components)}
            for plan in self._checked.sensors
            if (keep is None or plan.name in keep) == (section == "sensors")
            or (section == "summary" and not self._storing.is_whole)
        }

    def _write_histories(self, shards: Shards, rows: int, have_times: bool) -> None:
        """Write /sensors. If the output times of cases differ, also write the times of each case to /times."""
        histories = Histories(shards, self._places, self._file["diagnostics/rows"][()], rows)
        group, storing = self._file.create_group("sensors", track_order=True), self._storing
        for name, attributes in self._sensor_names(shards, "sensors").items():
            columns = attributes.pop("columns")
            dataset = histories.create(group, name, columns, storing.dtype.str)
            for key, value in attributes.items():
                dataset.attrs[key] = value
            named = ("case", "time", self._dimensions.dimension_of_size("component", columns))
            self._dimensions.attach(group, name, dataset.id, named)
            histories.fill(dataset, f"sensors/{name}")
        if len(group):
            hdf5.link_scales(group, hdf5.SCALES_OF_STUDIES)
        if have_times and self._manifest.keep != []:
            dataset = histories.create(self._file, "times", None)
            hdf5.write_attributes(dataset.id, {"units": "s", "long_name": "output times of each case"})
            self._dimensions.attach(self._file, "times", dataset.id, ("case", "time"))
            histories.fill(dataset, "times", otherwise="time")

    def _write_summaries(self, shards: Shards) -> None:
        """Write last value, extremes and mean squares of sensors whose histories are not stored, or not exactly."""
        for name, attributes in self._sensor_names(shards, "summary").items():
            columns = attributes.pop("columns")
            group = self._file.create_group(f"summary/{name}", track_order=True)
            for key, value in attributes.items():
                group.attrs[key] = value
            for kind in SUMMARIES:
                values = np.full((self._cases, columns), np.nan)
                for index in range(len(shards)):
                    mine = np.flatnonzero(self._places.shard == index)
                    found = shards[index].get(f"summary/{name}/{kind}")
                    if found is not None:
                        values[mine] = found[()][self._places.row[mine]]
                dataset = group.create_dataset(kind, data=values, track_times=False)
                self._dimensions.attach(
                    group, kind, dataset.id, ("case", self._dimensions.dimension_of_size("component", columns))
                )

    def _write_responses(self, shards: Shards) -> None:
        """Write /responses, which contains the scalars that the study requested."""
        for name, text in self._manifest.responses.items():
            group = self._file.require_group("responses")
            stored = hdf5.column_name(name)
            values, unit = np.full(self._cases, np.nan), ""
            for index in range(len(shards)):
                mine = np.flatnonzero(self._places.shard == index)
                found = shards[index].get(f"responses/{stored}")
                if found is not None:
                    values[mine] = found[()][self._places.row[mine]]
                    unit = unit or str(found.attrs["units"])
            self._write_one(group, stored, values, values.dtype, {"units": unit, "expression": text})

    def _write_envelopes(self, shards: Shards) -> None:
        """Write /envelopes, with quantiles of all cases over time."""
        times = np.array(self._manifest.envelope_times)
        if not len(times):
            return
        self._dimensions.add_scale("envelope_time", times, {"units": "s", "long_name": "times of the envelopes"})
        self._dimensions.add_scale("quantile", np.array(LEVELS), {"units": "1", "long_name": "level of the quantile"})
        self._file.create_group("envelopes", track_order=True)
        for name, found in envelopes_of_shards(shards, self._places, len(times)):
            group = self._file.create_group(f"envelopes/{name}", track_order=True)
            for key, value in found.attributes.items():
                group.attrs[key] = value
            method = "merged values (Manku, Rajagopalan, Lindsay 1998)" if found.rank_error else "exact"
            hdf5.write_attributes(group.id, {"rank_error": found.rank_error, "method": method})
            component = self._dimensions.dimension_of_size("component", found.quantiles.shape[2])
            for part, values, named in (
                ("quantiles", found.quantiles, ("quantile", "envelope_time", component)),
                ("cases", found.cases, ("envelope_time",)),
            ):
                dataset = group.create_dataset(part, data=values, track_times=False)
                self._dimensions.attach(group, part, dataset.id, named)

    def _write_deck(self) -> None:
        """Write the deck, and the attributes of the root that depend on it."""
        from rbsolve.results.sections.deck_and_model import write_deck_sections
        from rbsolve.results.sections.provenance import Provenance

        manifest, checked = self._manifest, self._checked
        names = ("integrator", "formulation", "step", "t_end", "method_options")
        overrides = {name: getattr(manifest, name) for name in names if getattr(manifest, name)}
        if self._folder.start_from is not None:
            overrides["start_from"] = self._folder.start_from
        if checked.compiled is None:
            hdf5.write_attributes(self._file.id, {"overrides": json.dumps(overrides)})
        else:
            provenance = Provenance(manifest.command, overrides, checked.sensors)
            write_deck_sections(self._file, checked.compiled, provenance)


def _check(folder: StudyFolder, number: int) -> CheckedDeck:
    """Check the deck of a case. Raise NotAStudyError if the deck is missing."""
    from rbsolve.pipeline import check_deck

    deck = folder.deck(number)
    try:
        return check_deck(deck, folder.options(number))
    except NotAStudyError:
        raise
    except OSError as error:
        raise NotAStudyError(f"{deck}, the deck of the study, cannot be read: {error.strerror or error}") from error


def _columns(found: h5py.Dataset | h5py.Group) -> int:
    return int((found if isinstance(found, h5py.Dataset) else found["final"]).shape[-1])
