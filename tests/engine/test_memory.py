"""Memory has limits in every step, in Python and NumPy as well, and in every process.

The limits here are those of a machine that is made to look small, so that inputs of a
few megabytes need more. How a run ends depends on who notices first; that it ends by an
error does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from processes import run_fresh
from support import write_files

from fold_cli.engine.memory import MemoryLimits, resident_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

SMALL = """
import fold_cli.engine.memory as memory
memory._machine_memory = lambda: {megabytes} * 2**20
from fold_cli.cli import main
main()
"""
# An array that is larger than all of the machine, made in one step of NumPy's.
AT_ONE_BLOW = """
import fold_cli.files.tables.raw as raw, numpy
raw.chunks = lambda *_: numpy.ones(memory._machine_memory() * 8).tobytes()
"""
LATER = SMALL.replace("from fold_cli.cli", f"{AT_ONE_BLOW}\nfrom fold_cli.cli")
ROWS = "a,b,class\n" + "".join(f'{i},"v{i}",{"yn"[i % 2]}\n' for i in range(150_000))
FACTS = "".join(f"good(o{i}, c{i}).\n" for i in range(60_000))
POPPER = {
    "bk.pl": "good(a).\n",
    "exs.pl": "pos(t(a)). neg(t(c)).\n",
    "bias.pl": "head_pred(t,1). body_pred(good,1).\n"
    + "".join(f"type(p{i},(o,)).\n" for i in range(150_000)),
}
ILASP = "#modeh(t(var(o))).\n#modeb(good(var(o))).\n#pos({t(a)},{t(c)}).\n"
PROBLEM = {"bk.pl": FACTS, "pos.pl": "t(o1).\n", "neg.pl": "t(o2).\n"}
THEORY = "".join(f"t(X) :- p(X), \\+ ab{i}(X).\nab{i}(a).\n" for i in range(8_000))
SMALL_TABLE = "a,class\n1,y\n2,n\n"
MESSAGES = (
    "of memory are needed",
    "not enough memory",
    "took more memory than there is for one step",
    "of memory and was stopped",
)
NEEDY: dict[str, tuple[int, dict[str, str], list[str], str]] = {
    "table": (65, {"x.csv": ROWS}, ["learn", "x.csv"], SMALL),
    "popper": (80, POPPER, ["learn", "."], SMALL),
    "ilasp": (80, {"x.las": ILASP + FACTS}, ["learn", "x.las"], SMALL),
    "facts": (60, PROBLEM, ["learn", "bk.pl", "pos.pl", "neg.pl"], SMALL),
    "theory": (70, {"t.pl": THEORY}, ["show", "t.pl"], SMALL),
    "at-one-blow": (150, {"x.csv": SMALL_TABLE}, ["learn", "x.csv"], LATER),
    "workers": (
        230,
        {"x.csv": ROWS},
        ["cv", "x.csv", "--exact", "--folds", "2", "--jobs", "2"],
        SMALL,
    ),
}


@pytest.mark.parametrize("need", NEEDY)
def test_memory_that_is_not_there(need: str, tmp_path: Path) -> None:
    megabytes, files, args, script = NEEDY[need]
    write_files(tmp_path, files)
    script = script.replace("{megabytes}", str(megabytes))
    result = run_fresh(script, *args, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, ""), result.stderr[-1000:]
    assert result.stderr.count("fold: error: ") == 1, result.stderr[-1000:]
    assert any(message in result.stderr for message in MESSAGES), result.stderr[-1000:]
    assert {path.name for path in tmp_path.iterdir()} == set(files)


def test_the_workers_count_as_well() -> None:
    limits = MemoryLimits(2 * resident_bytes())
    assert limits.excess() == ""
    limits.workers = [1 << 22]  # the largest number of a process, and one that is over
    assert limits.excess() == ""
    limits.workers = ["self", "self"]  # type: ignore[list-item]
    assert "of memory are needed" in limits.excess()


def test_a_machine_that_others_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    free = "fold_cli.engine.memory._free_memory"
    monkeypatch.setattr(free, lambda: 10 * 2**30)
    limits = MemoryLimits()
    assert limits.process <= 9 * 2**30
    limits.process = 2 * resident_bytes()
    assert limits.excess() == ""
    monkeypatch.setattr(free, lambda: 2**20)
    assert limits.excess().startswith("the machine has no memory left; ")


def test_a_users_own_limit_counts(write: Write) -> None:
    """Where the system refuses memory, Prolog ends the process: none is asked for."""
    write("bk.pl", FACTS * 8)
    for name in ("pos.pl", "neg.pl"):
        write(name, PROBLEM[name])
    directory = write("unused", "").parent
    limit = "import resource as r; r.setrlimit(r.RLIMIT_DATA, (150 * 2**20,) * 2)\n"
    script = f"{limit}from fold_cli.cli import main; main()"
    result = run_fresh(script, "learn", "bk.pl", "pos.pl", "neg.pl", cwd=directory)
    assert result.returncode == 1, result.stderr[-1000:]
    assert "memory" in result.stderr
