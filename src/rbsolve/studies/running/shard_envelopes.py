"""The part of a shard from which the quantiles of sensors over time are computed.

```
/envelopes/NAME/values (times, k, m)    values of complete cases; NaN where a case has no value
/envelopes/NAME/weights (m,)            number of cases that a value represents
/envelopes/NAME/counts (times, k)       number of cases with a value
/envelope_cases (complete cases,)       numbers of these cases; if all weights are 1, in the order of the values
```

If the shard has more complete cases than `quantiles.MOST_EXACT`, a value represents several cases. The attribute
`rank_error` is then the largest error of a rank, in cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import sensor_attributes

if TYPE_CHECKING:
    from rbsolve.ensemble.envelopes import EnvelopeCollector

CASES, GROUP = "envelope_cases", "envelopes"


def write_envelopes(file: h5py.File, collected: EnvelopeCollector) -> None:
    """Write the values of sensors to a shard."""
    file[CASES] = np.array(collected.cases, dtype=np.int64)
    n = len(collected.times)
    for name, sketch in collected.sketches.items():
        plan, (values, weights) = collected.plans[name], sketch.items()
        group = file.create_group(f"{GROUP}/{hdf5.column_name(name)}", track_order=True)
        hdf5.write_attributes(group.id, sensor_attributes(plan) | {"rank_error": sketch.rank_error})
        k = len(plan.components)
        parts = {"values": values.reshape(n, k, -1), "weights": weights, "counts": sketch.counts.reshape(n, k)}
        for part, numbers in parts.items():
            group.create_dataset(part, data=numbers, track_times=False)


def is_merged(shard: h5py.File) -> bool:
    """Return whether values of a shard represent several cases. Single cases cannot be taken from such a shard."""
    return any(len(one["weights"]) < len(shard[CASES]) for one in shard.get(GROUP, {}).values())


def copy_envelopes(source: h5py.File, file: h5py.File, pairs: Sequence[tuple[int, int]]) -> None:
    """Copy the values of some complete cases of a shard to another shard. `pairs` contains the new number and the old
    number of each case.

    If values represent several cases, all complete cases of the shard must be copied once.
    """
    if CASES not in source:
        return
    cases: NDArray[np.int64] = source[CASES][()]
    places = {number: k for k, number in enumerate(cases.tolist())}
    copied = [places[old] for _, old in pairs]
    is_whole = copied == [*places.values()]
    file[CASES] = np.array([new for new, _ in pairs], dtype=np.int64)
    for name, found in source.get(GROUP, {}).items():
        group = file.create_group(f"{GROUP}/{name}", track_order=True)
        for key, value in found.attrs.items():
            group.attrs[key] = value
        values, weights, counts = (found[part][()] for part in ("values", "weights", "counts"))
        if not is_whole and len(weights) == len(cases):
            values, weights = values[..., copied], weights[copied]
            counts = np.isfinite(values).sum(axis=2)
        group["values"], group["weights"], group["counts"] = values, weights, counts
