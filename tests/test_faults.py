"""Faults that are really made: signals, kills, full disks, files of absurd size."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, PROBLEMS, fold, learned
from worker import Worker

from fold_cli.errors import FoldError
from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.options import Options
from fold_cli.theory.prolog_format import to_prolog
from fold_cli.use import checkpoint
from fold_cli.use import learn as api

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[str, str | bytes], Path]

ENDLESS = """\
:- modeh(1, fly(+x)).
:- modeb(*, bird(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), between(1, inf, N), N < 0.
"""
STUBBORN = ENDLESS.replace("between(1, inf, N), N < 0", "N is 7 ** (7 ** 11), N < 0")
MAIN = "from fold_cli.cli import main; main()"
EAGER = f"import fold_cli.use.checkpoint as c; c.EVERY = 0; {MAIN}"
SLEEPY = f"""
import time, fold_cli.search.learner as learner
specialize = learner.Learner.specialize
def slowly(*args):
    time.sleep(0.3)
    return specialize(*args)
learner.Learner.specialize = slowly
{MAIN}
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a problem of noise, which takes some hundred rules."""
    directory, chance = tmp_path_factory.mktemp("slow"), random.Random(1)
    objects = [f"x{i}" for i in range(1000)]
    facts = [
        f"a{a}({name}, v{chance.randrange(4)}).\n"
        for a in range(14)
        for name in objects
    ]
    chance.shuffle(objects)
    (directory / "bk.pl").write_text("".join(facts))
    (directory / "pos.pl").write_text(
        "".join(f"t({name}).\n" for name in objects[:500])
    )
    (directory / "neg.pl").write_text(
        "".join(f"t({name}).\n" for name in objects[500:])
    )
    return directory


@pytest.fixture(scope="module")
def whole(slow: Path) -> str:
    """Return the theory of the slow problem."""
    return learned("bk.pl", "pos.pl", "neg.pl", cwd=slow)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    started = Worker(patience=60)
    yield started
    started.close()


def run_script(script: str, *args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a script that calls the command."""
    return subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def start(*args: str, cwd: Path, code: str | None = None) -> subprocess.Popen[str]:
    """Start a command and wait until it would hear a signal."""
    program = ["-c", code] if code else ["-m", "fold_cli"]
    process = subprocess.Popen(
        [sys.executable, *program, *args],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    status = Path(f"/proc/{process.pid}/status")
    caught = 1 << (signal.SIGTERM - 1)
    while process.poll() is None:
        mask = status.read_text().partition("SigCgt:\t")[2].split("\n")[0]
        if mask and int(mask, 16) & caught:
            break
        time.sleep(0.01)
    return process


def ended(process: subprocess.Popen[str], within: float) -> tuple[int, str, str]:
    """Return how a process ended, which it must soon."""
    begun = time.monotonic()
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert time.monotonic() - begun < within
    assert "Traceback" not in err
    return process.returncode, out, err


# Signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", range(10))
def test_a_signal_at_any_moment(
    number: signal.Signals,
    moment: int,
    slow: Path,
    whole: str,
    worker: Worker,
    tmp_path: Path,
) -> None:
    out = tmp_path / "theory.pl"
    out.write_text("before")
    files = [str(slow / f"{name}.pl") for name in ("bk", "pos", "neg")]
    process = start("learn", *files, "-o", str(out), cwd=tmp_path)
    time.sleep(random.Random(f"{moment}{number}").uniform(0, 1.5))
    process.send_signal(number)
    code, _, err = ended(process, within=4)  # on a machine with much else to do
    assert list(tmp_path.iterdir()) == [out]
    text = out.read_text()
    if "nothing was written" in err:
        assert (code, text) == (3, "before")
    elif code == 0:
        assert text == whole
    else:
        assert code == 3
        assert "% partial: stopped early, " in text
        assert "was written, marked partial" in err
        result = worker.run(["evaluate", str(out), *files, "--format", "json"], slow)
        confusion = json.loads(result.out)["confusion"]
        left = f", {confusion['false_negatives']} positive example"
        assert confusion["false_positives"] == 0
        assert left in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("text", [ENDLESS, STUBBORN], ids=["endless", "stubborn"])
def test_signals_reach_into_prolog(
    number: signal.Signals, text: str, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", text)
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    process = start("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    time.sleep(1.5)
    process.send_signal(number)
    code, out, err = ended(process, within=3)
    assert (code, out) == (3, "")
    reason = "interrupted" if number == signal.SIGINT else "terminated"
    assert err == f"fold: {reason}; nothing was written\n"


@pytest.mark.parametrize(
    "command",
    [
        ["evaluate", "theory.pl", "bk.pl", "pos.pl"],
        ["predict", "theory.pl", "bk.pl"],
        ["explain", "theory.pl", "bk.pl", "fly(a)"],
    ],
    ids=lambda command: command[0],
)
def test_a_time_limit_ends_any_command(
    command: list[str], write: Write, tmp_path: Path
) -> None:
    write("bk.pl", ENDLESS)
    write("pos.pl", "fly(a).\n")
    write("theory.pl", "fly(X) :- bird(X), p(X).\n")
    result = fold(*command, "--timeout", "1.5", cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.endswith(
        "fold: the time limit of 1.5 s is over; nothing was written\n"
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_cross_validation_leaves_no_process_behind(
    number: signal.Signals, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", ENDLESS)
    write("pos.pl", "fly(a).\nfly(b).\n")
    write("neg.pl", "fly(c).\nfly(d).\n")
    args = ["cv", "bk.pl", "pos.pl", "neg.pl", "--folds", "2", "--jobs", "2"]
    process = start(*args, cwd=tmp_path)
    children: list[int] = []
    while process.poll() is None and len(_busy(children := _children(process.pid))) < 2:
        time.sleep(0.1)
    process.send_signal(number)
    _, _, err = ended(process, within=4)
    assert number == signal.SIGKILL or "leaked" not in err
    for _ in range(50):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            return
        time.sleep(0.1)
    raise AssertionError("a process is left")


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, check=False)
    return [int(word) for word in found.stdout.split()]


def _busy(pids: list[int]) -> list[int]:
    """Return those that have been at work for a second."""
    ticks = os.sysconf("SC_CLK_TCK")
    busy = []
    for pid in pids:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{pid}/stat").read_text().split()
            busy += [pid] if int(fields[13]) > ticks else []
    return busy


def test_a_time_limit_ends_a_cross_validation(write: Write, tmp_path: Path) -> None:
    write("bk.pl", ENDLESS)
    write("pos.pl", "fly(a).\nfly(b).\n")
    write("neg.pl", "fly(c).\nfly(d).\n")
    args = ["cv", "bk.pl", "pos.pl", "neg.pl", "--folds", "2"]
    for jobs in ("1", "2"):
        result = fold(*args, "--jobs", jobs, "--timeout", "2", cwd=tmp_path)
        assert result.returncode == 3
        assert "the time limit of 2 s is over" in result.stderr
    result = fold(*args, "--jobs", "2", "--max-inferences", "1000", cwd=tmp_path)
    assert result.returncode == 1
    assert "took more than 1000 inferences" in result.stderr


def test_a_second_interrupt_ends_at_once(slow: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # which nobody reads: writing to it takes for ever
    files = [str(slow / f"{name}.pl") for name in ("bk", "pos", "neg")]
    saved = tmp_path / "saved.json"
    args = ["learn", *files, "-o", "pipe", "--checkpoint", saved.name]
    process = start(*args, cwd=tmp_path, code=SLEEPY)
    while process.poll() is None and _rules(saved) < 2:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    time.sleep(2)
    assert process.poll() is None, "it should be writing to the pipe"
    process.send_signal(signal.SIGINT)
    code, _, err = ended(process, within=3)
    assert code == 3
    assert err.endswith("fold: stopped at once; nothing was written\n")


def test_what_is_learned_survives_a_built_in_that_does_not_stop(
    write: Write, tmp_path: Path
) -> None:
    """The rules so far are written by the thread that ends the process."""
    script = f"""
import fold_cli.search.learner as learner
from fold_cli.engine.prolog import engine
specialize, rules = learner.Learner.specialize, []
def slowly(*args):
    if len(rules) == 2:
        engine().call("fold_load", "load_file", "nothing", "stuck.pl", "bk")
    rules.append(specialize(*args))
    return rules[-1]
learner.Learner.specialize = slowly
{MAIN}
"""
    os.mkfifo(tmp_path / "stuck.pl")  # Prolog waits in C for someone to write to it
    write("bk.pl", "".join(f"p{i}(x{i}).\n" for i in range(5)))
    write("pos.pl", "".join(f"t(x{i}).\n" for i in range(5)))
    write("neg.pl", "t(y).\n")
    command = ["learn", "bk.pl", "pos.pl", "neg.pl", "--timeout", "3", "-o", "t.pl"]
    result = run_script(script, *command, cwd=tmp_path)
    assert result.returncode == 3, result.stderr
    assert "the theory so far was written" in result.stderr
    assert "the time limit of 3 s is over" in result.stderr
    text = (tmp_path / "t.pl").read_text()
    assert "% partial: stopped early, 3 positive examples not covered" in text
    assert text.count(":-") == 2


# Limits of one question


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("p(X) :- bird(X), between(1, inf, N), N < 0.", "took more than 100000 inf"),
        ("p(X) :- q(X, 0).\nq(X, N) :- M is N + 1, q(X, M).", "took more"),
        ("p(X) :- bird(X), numlist(1, 1000000000, L), L == [].", "took more"),
        ("p(X) :- bird(X), q(X, Y), Y == X.\n"
         "q(X, Y) :- findall(Z, q(f(X), Z), [Y]).", "took more"),
    ],
    ids=["endless", "recursion", "list", "stack"],
)  # fmt: skip
def test_a_question_has_its_limits(
    rule: str, message: str, worker: Worker, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", ENDLESS.partition("p(X) :-")[0] + rule)
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    args = ["learn", "bk.pl", "pos.pl", "neg.pl", "--max-inferences", "100000"]
    result = worker.run(args, tmp_path)
    assert result.code == 1
    assert f"bk.pl:5: asking p(a) {message}" in result.err


def test_memory_outside_prologs_stacks_is_watched(write: Write, tmp_path: Path) -> None:
    script = (
        "import fold_cli.engine.stop as s; s.MAX_QUESTION_BYTES = 150 * 2**20; "
        "from fold_cli.cli import main; main()"
    )
    write(
        "bk.pl",
        ENDLESS.replace(
            "between(1, inf, N), N < 0", "findall(N, between(1, inf, N), _)"
        ),
    )
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    result = run_script(script, "learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert "bk.pl:5: asking p(a) took more memory than there is" in result.stderr


def test_a_built_in_that_never_comes_back_is_told(write: Write, tmp_path: Path) -> None:
    script = f"import fold_cli.engine.stop as s; s.MAX_BUILTIN_SECONDS = 2; {MAIN}"
    write("bk.pl", STUBBORN)
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    result = run_script(script, "learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert "asking p/1 has been inside one built-in for 2 s" in result.stderr


# Checkpoints


def test_killed_and_continued(slow: Path, whole: str, tmp_path: Path) -> None:
    files = [str(slow / f"{name}.pl") for name in ("bk", "pos", "neg")]
    saved, out = tmp_path / "saved.json", tmp_path / "theory.pl"
    command = ["learn", "-q", *files, "--checkpoint", "saved.json", "-o", "theory.pl"]
    chance, kills, rules = random.Random(2), 0, 0
    while kills < 10:
        process = start(*command, cwd=tmp_path, code=EAGER)
        wanted = rules + chance.randint(1, 8)
        while process.poll() is None and _rules(saved) < wanted:
            time.sleep(0.005)
        assert process.poll() is None, "the run ended before it was killed ten times"
        process.kill()
        process.communicate()
        kills += 1
        assert not out.exists()
        assert _rules(saved) >= rules
        rules = _rules(saved)
    result = subprocess.run(
        [sys.executable, "-c", EAGER, *command], cwd=tmp_path, check=False
    )
    assert result.returncode == 0
    assert out.read_text() == whole
    assert sorted(p.name for p in tmp_path.glob("[!.]*")) == ["saved.json", "theory.pl"]


def _rules(saved: Path) -> int:
    """Return how many rules a checkpoint has; it is always whole."""
    return (
        len(json.loads(saved.read_text())["parts"][""]["rules"])
        if saved.exists()
        else 0
    )


class Killed(BaseException):
    """Ends a run in the midst of it, without being caught."""


def sources_of(name: str) -> Sources | TableSource:
    directory = PROBLEMS / name
    if (directory / "bias.pl").exists():
        return Sources((str(directory),))
    if (directory / "parcels.b").exists():
        return Sources((str(directory / "parcels.b"),))
    negatives = directory / "neg.pl"
    return Sources(
        (str(directory / "bk.pl"),),
        str(directory / "pos.pl"),
        str(negatives) if negatives.exists() else None,
    )


@pytest.mark.parametrize(
    "name",
    ["birds", "nested_exceptions", "play_tennis", "popper_towers", "aleph_parcels"],
)
@pytest.mark.parametrize("algorithm", ["fold", "foil"])
def test_continued_after_every_rule(
    name: str, algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    sources, options = sources_of(name), Options(algorithm)
    expected = to_prolog(api.learn(sources, options).theory)
    saved = str(tmp_path / "saved.json")
    save = checkpoint.Checkpoint.save

    def save_and_die(self: checkpoint.Checkpoint, *args: object) -> None:
        before = Path(saved).exists() and _rules(Path(saved))
        save(self, *args)  # type: ignore[arg-type]
        if _rules(Path(saved)) != before:
            raise Killed

    monkeypatch.setattr(checkpoint.Checkpoint, "save", save_and_die)
    for _ in range(20):
        try:
            theory = api.learn(sources, options, checkpoint=saved).theory
            break
        except Killed:
            continue
    assert to_prolog(theory) == expected


def test_tables_have_checkpoints_too(write: Write, tmp_path: Path) -> None:
    rows = "".join(f"{i},{i % 3},{'yes' if i % 4 else 'no'}\n" for i in range(40))
    table = write("t.csv", f"a,b,class\n{rows}")
    saved = tmp_path / "saved.json"
    args = ["learn", "-q", table, "--positive", "no"]
    text = learned(*args[2:])
    for _ in range(2):
        assert fold(*args, "--checkpoint", saved).stdout == text
    table.write_text(table.read_text() + "7,7,no\n")
    result = fold(*args, "--checkpoint", saved)
    assert result.returncode == 1
    assert "is the checkpoint of a run with other files or options" in result.stderr


def test_a_checkpoint_belongs_to_its_run(tmp_path: Path) -> None:
    for path in BIRDS:
        shutil.copy(path, tmp_path)
    saved = tmp_path / "saved.json"
    learn = ["learn", "-q", "bk.pl", "pos.pl", "--checkpoint", "saved.json"]
    assert fold(*learn, cwd=tmp_path).returncode == 0
    assert fold(*learn, cwd=tmp_path).returncode == 0
    for change in (["--max-literals", "1"], ["--algorithm", "foil"]):
        result = fold(*learn, *change, cwd=tmp_path)
        assert result.returncode == 1
        assert "saved.json: is the checkpoint of a run with other" in result.stderr
    with (tmp_path / "bk.pl").open("a") as file:
        file.write("bird(new).\n")
    assert "other files or options" in fold(*learn, cwd=tmp_path).stderr
    saved.write_text("{")
    result = fold(*learn, cwd=tmp_path)
    assert (
        result.stderr
        == "fold: error: saved.json: is not a checkpoint of fold; remove it\n"
    )
    assert saved.read_text() == "{"


EIGHT = base64.b64encode(bytes([255, *[0] * 7])).decode()
BAD_ROWS = [["a). :- shell(x"]] * 8


@pytest.mark.parametrize(
    "change",
    [
        lambda part: part["rules"].append([[["literal", "shell", [0], False]], [], ""]),
        lambda part: part["rules"][0].pop(),
        lambda part: part["rules"][0][0].append(["member", [["d1"]]]),
        lambda part: part["rules"].append([[["member", [["d1"]]]], [], EIGHT]),
        lambda part: part["rules"].append([[["member", BAD_ROWS]], [], EIGHT]),
        lambda part: part["rules"][0].__setitem__(2, "AAAA"),
        lambda part: part.pop("rules"),
        lambda part: part["rules"].append(0),
    ],
    ids=["predicate", "shape", "member", "count", "text", "bits", "none", "number"],
)
def test_a_checkpoint_is_not_believed(
    change: Callable[[object], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    sources = sources_of("play_tennis")
    saved = tmp_path / "saved.json"
    api.learn(sources, checkpoint=str(saved))
    data = json.loads(saved.read_text())
    change(data["parts"][""])
    saved.write_text(json.dumps(data))
    with pytest.raises(FoldError, match=r"is damaged|is not one term"):
        api.learn(sources, checkpoint=str(saved))


# Output


def test_a_disk_that_fills(tmp_path: Path) -> None:
    out = tmp_path / "theory.pl"
    out.write_text("before")
    limit = 100

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    for target in (["-o", "theory.pl"], ["--checkpoint", "saved.json"]):
        result = subprocess.run(
            [sys.executable, "-m", "fold_cli", "learn", "-q", *BIRDS, *target],
            cwd=tmp_path,
            env={k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")},
            preexec_fn=small_files,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 1
        assert result.stderr == (
            f"fold: error: {target[1]}: cannot be written: File too large\n"
        )
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_full_tmpfs(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        out = tmp_path / "theory.pl"
        out.write_text("before")
        with pytest.raises(OSError, match="No space"):
            (tmp_path / "filler").write_bytes(bytes(2**20))
        result = fold("learn", *BIRDS, "-q", "-o", out)
        assert result.returncode == 1
        assert "cannot be written: No space left on device" in result.stderr
        assert out.read_text() == "before"
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "filler",
            "theory.pl",
        ]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=False)


def test_two_runs_at_once(slow: Path, whole: str, tmp_path: Path) -> None:
    files = [str(slow / f"{name}.pl") for name in ("bk", "pos", "neg")]
    runs = [start("learn", *files, "-q", "-o", "theory.pl", cwd=tmp_path) for _ in "ab"]
    for run in runs:
        assert run.wait(timeout=60) == 0
        run.communicate()
    assert (tmp_path / "theory.pl").read_text() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["theory.pl"]


# Files of absurd size

DEEP = "f(" * 100_000 + "x" + ")" * 100_000
NESTED = "f(" * 3000 + "x" + ")" * 3000
MODES = ":- modeh(1, fly(+x)).\n:- modeb(*, bird(+x)).\n"
LONG = f"[{','.join(map(str, range(1_000_000)))}]"
LOUD = "'" + "x" * 1_000_000 + "'"
VARIED = ",".join(f"_A{i},B{i},B{i}" for i in range(20_000))
ABSURD = {
    "a-million-elements": (f"bird(a).\nhas(c, {LONG}).\n", None),
    "a-megabyte-atom": (f"bird(a).\nhas(c, {LOUD}).\n", None),
    "nested": (f"bird(a).\nhas(a, {DEEP}).\n", "bk.pl:2: brackets are nested"),
    "nested-lists": (f"bird({'[' * 10**5}{']' * 10**5}).\n", "bk.pl:1: brackets are"),
    "nested-operators": (f"bird(a).\nhas(a, {'- ' * 10**5}1).\n", "bk.pl:2: a term is"),
    "nested-negation": (f"p(X) :- {'not ' * 10**5}p(X).\n", "bk.pl:1: a term is"),
    "many-goals": (f"bird(a).\np(X) :- {'bird(X), ' * 10**5}true.\n", ":2: a term"),
    "some-goals": (f"bird(a).\np(X) :- {'bird(X), ' * 4000}true.\n", None),
    "nested-directive": (f"bird(a).\n:- foo({DEEP}).\n", "bk.pl:2: brackets are"),
    "nested-mode": (f":- modeb(*, p(#{DEEP})).\nbird(a).\n", "bk.pl:1: brackets are"),
    "nested-type": (f"{MODES}:- modeb(*, p(+x, #{NESTED})).\nbird(a).\n", None),
    "arity": (f"bird(a).\np({'a,' * 10**5}a).\n", ":2: assertz/1: Cannot represent"),
    "many-variables": (f"bird(a).\nhas([{VARIED}]).\n", None),
    "unbalanced-text": ("bird(a).\n" + "text(c, 'a ((( b').\n" * 4000, None),
    "unbalanced-comments": ("bird(a).\n" + "% :-(\n" * 9000, None),
}  # fmt: skip


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_backgrounds(
    name: str, worker: Worker, write: Write, tmp_path: Path
) -> None:
    text, message = ABSURD[name]
    write("bk.pl", text)
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    if message is None:
        assert result.code == 0, result.err
        assert "fly(X) :- bird(X)." in result.out
    else:
        assert result.code == 1
        assert message in result.err


@pytest.mark.parametrize(
    ("text", "code"),
    [(f"fly({LONG}).\n", 0), (f"fly({LOUD}).\n", 0), (f"fly({DEEP}).\n", 1)],
    ids=["list", "atom", "nested"],
)
def test_absurd_examples(
    text: str, code: int, worker: Worker, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", "bird(a).\n")
    write("pos.pl", text)
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    assert result.code == code, result.err[:1000]
    if LONG in text:
        return  # reading so long a theory again takes a while, and nothing else
    write("theory.pl", result.out if code == 0 else f"fly(X) :- p(X, {DEEP}).\n")
    for args in (["show", "theory.pl"], ["evaluate", "theory.pl", "bk.pl", "pos.pl"]):
        assert worker.run(args, tmp_path).code == code


def test_a_term_that_rules_nest_too_deeply(
    worker: Worker, write: Write, tmp_path: Path
) -> None:
    write(
        "bk.pl",
        ":- modeh(1, fly(+x)).\n:- modeb(*, has(+x, #y)).\nbird(a). bird(c).\n"
        "has(X, Y) :- bird(X), numlist(1, 100000, L), foldl(wrap, L, X, Y).\n"
        "wrap(_, X, s(X)).\n",
    )
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    assert result.code == 1
    assert "a term is nested more than 5000 deep" in result.err


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"bird(a).\nbird(\0).\n", "bk.pl:2: a NUL character"),
        (b"bird(a).\n\nbird(\xff\xfe).\n", "bk.pl:3: not UTF-8 text"),
        (b"\xff\xfeb\0i\0r\0d\0", "bk.pl:1: a NUL character"),
        (b"bird('\\x0\\').\nbird(a).\n", None),
        (b"bird('\\uD800').\nbird(a).\n", None),
    ],
    ids=["nul", "invalid", "utf-16", "escaped-nul", "surrogate"],
)
def test_bytes_that_are_no_text(
    data: bytes, message: str | None, worker: Worker, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", data)
    write("pos.pl", "fly(a).\nfly('\\x0\\').\n")
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl", "-o", "t.pl"], tmp_path)
    if message:
        assert result.code == 1
        assert message in result.err
    else:
        assert result.code == 0 or "bk.pl:1: " in result.err, result.err
