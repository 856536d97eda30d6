"""Collections of Dask as the parts of a table: rows, classes and weights of the rows.

Workers hold the partitions. What is asked of all of them together travels: a row for
each class, and of weights what they sum to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from distributed import wait

from fold_cli.errors import InputError
from fold_cli.files.tables.frames import cells_of, raw_frame
from fold_cli.sklearn.classifier import TABLE
from fold_cli.sklearn.validation import (
    WEIGHTS,
    copies_per_weight,
    relative_copies,
    whole_copies,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.files.tables.raw import RawTable

    Futures = list[Any]


@dataclass(frozen=True)
class Partitions:
    """What workers hold, partition by partition."""

    rows: Futures
    labels: Futures
    copies: Futures | None  # how often each row counts

    def inputs(self) -> Iterator[tuple[Any, ...]]:
        """Yield what each part of the table is read from."""
        every = (self.rows, self.labels, *([self.copies] if self.copies else []))
        return zip(*every, strict=True)

    def sample(self, client: Any) -> tuple[Any, Any]:
        """Return some rows that count, of all classes, and their classes."""
        tasks = [client.submit(_sample, *each, pure=False) for each in self.inputs()]
        kept = [each for each in client.gather(tasks) if len(each[1])]
        if not kept:
            raise InputError("X has no rows; at least 2 are needed")
        rows, labels = zip(*kept, strict=True)
        return _concatenated(rows), _concatenated(labels)

    def release(self) -> None:
        """Let workers forget what nobody else asks for."""
        for future in (*self.rows, *self.labels, *(self.copies or ())):
            future.release()


class Partition:
    """Reads one partition at a worker, as a part of a table."""

    def __init__(self, header: str, *inputs: Any) -> None:
        self._header, self.inputs = header, inputs

    def __reduce__(self) -> Any:
        return Partition, (self._header,)  # the worker is given what the inputs are

    def __call__(self, rows: Any, labels: Any, copies: Any = None) -> RawTable:
        """Return the cells."""
        raw = raw_frame(rows, TABLE, {self._header: cells_of(labels, "y")})
        if copies is None:
            return raw
        repeated = np.repeat(np.arange(len(copies)), copies)
        return replace(raw, grid=raw.grid.of_rows(repeated))


def _check_collection(name: str, values: Any) -> None:
    """Raise an error unless an argument is a collection, of one column if not X."""
    if not hasattr(values, "to_delayed"):
        raise InputError(
            f"{name} is {type(values).__name__}, no collection of Dask; "
            "FoldClassifier learns from what is here"
        )
    if name != "X" and values.ndim != 1:
        raise InputError(
            f"{name} has {values.ndim} dimensions; give one column, such as y['a']"
        )


def partitions(client: Any, X: Any, y: Any, weights: Any) -> Partitions:
    """Return the partitions of collections, which workers hold."""
    given = {"X": X, "y": y} | ({} if weights is None else {"sample_weight": weights})
    for name, values in given.items():
        _check_collection(name, values)
    if not hasattr(X, "map_partitions"):
        rows = whole_rows(X)
        given = {name: _divided_as(rows, values) for name, values in given.items()}
    parts = {name: _delayed(values) for name, values in given.items()}
    if any(len(parts[name]) != values.npartitions for name, values in given.items()):
        # some were brought together when the graph was optimized, but not in all alike
        parts = {n: _delayed(v, optimize_graph=False) for n, v in given.items()}
    for name, delayed in parts.items():
        if len(delayed) != len(parts["X"]):
            raise InputError(
                f"X has {len(parts['X'])} partitions and {name} has {len(delayed)}; "
                "divide them alike"
            )
    held = {name: client.compute(delayed) for name, delayed in parts.items()}
    wait([future for futures in held.values() for future in futures])
    copies = None
    if weights is not None:
        copies = _copies(client, held["sample_weight"])
    return Partitions(held["X"], held["y"], copies)


def _delayed(given: Any, **options: bool) -> list[Any]:
    found: list[Any] = np.ravel(given.to_delayed(**options)).tolist()
    return found


def _divided_as(X: Any, given: Any) -> Any:
    """Return an array with the division of X into rows, where that can be."""
    if given.ndim != 1:
        return X
    known = hasattr(given, "rechunk") and not np.isnan(sum(X.chunks[0]))
    return given.rechunk({0: X.chunks[0]}) if known and len(X) == len(given) else given


def whole_rows(X: Any) -> Any:
    """Return an array of which no chunk has a part of a row."""
    return X if X.ndim != 2 or len(X.chunks[1]) == 1 else X.rechunk({1: -1})


def _concatenated(parts: Sequence[Any]) -> Any:
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    from dask.dataframe.dispatch import concat

    return concat(list(parts))


def _copies(client: Any, weights: Futures) -> Futures:
    """Return how often each row counts, partition by partition.

    Weights that are no whole numbers are summed one after the other, as those of one
    array are, so that each row counts as often as it does there.
    """
    looks = client.gather(client.map(_look, weights, pure=False))
    counted, whole = sum(rows for rows, _ in looks), all(whole for _, whole in looks)
    if not counted:
        raise InputError(WEIGHTS["zero"])
    if whole:
        return client.map(whole_copies, weights, pure=False)  # type: ignore[no-any-return]
    ends: Futures = [0.0]
    for part in weights:
        ends.append(client.submit(_end, ends[-1], part, pure=False))
    starts = [0.0, *client.gather(ends[1:])]
    scale = copies_per_weight(counted, starts[-1])
    pairs = zip(weights, starts, strict=False)
    return [client.submit(relative_copies, w, at, scale, pure=False) for w, at in pairs]


# At a worker


def _look(weights: Any) -> tuple[int, bool]:
    """Return how many weights are not zero, and whether all are whole numbers."""
    numbers = np.asarray(weights, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise InputError(WEIGHTS["infinite"])
    if (numbers < 0).any():
        raise InputError(WEIGHTS["negative"])
    return int(np.count_nonzero(numbers)), bool((numbers == np.rint(numbers)).all())


def _end(start: float, weights: Any) -> float:
    return float(np.cumsum([start, *np.asarray(weights, dtype=np.float64)])[-1])


def _sample(rows: Any, labels: Any, copies: Any = None) -> tuple[Any, Any]:
    """Return a row for each class of a partition."""
    for name, each in (("y", labels), ("sample_weight", copies)):
        if each is not None and len(rows) != len(each):
            raise InputError(
                f"a partition of X has {len(rows)} rows, and that of {name} "
                f"{len(each)}; divide them alike"
            )
    seen: dict[Any, int] = {}
    for place, value in enumerate(labels.tolist()):
        if copies is None or copies[place]:
            seen.setdefault(value, place)
    places = list(seen.values())
    return (
        rows.iloc[places] if hasattr(rows, "iloc") else rows[places],
        labels.iloc[places] if hasattr(labels, "iloc") else labels[places],
    )
