"""Problems learned by fold, and everything that fold says held against swipl.

The commands of a problem run in a worker; then one process of swipl judges the theories
of many problems.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from worker import Died, Result, Worker

from random_problems.claims import Claims, claims, clauses, rules, without_thresholds
from random_problems.judge import Job, Verdict, counts, judge
from random_problems.settled import settle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from random_problems.problem import Problem

REFUSALS = (
    "has only one value",
    "is both a positive and a negative example",
    "is built into Prolog and cannot be redefined",
    "no column is left to learn from",
    "can never be used: it takes",
    "took more memory than there is for it",
)
"""Errors that such a problem may rightly end in."""

COUNTS = ("examples", "covered", "comments", "listed", "late", "summary", "exact")
COUNTS += tuple(f"{name} (converted)" for name in COUNTS)
COUNTS += ("evaluate examples", "evaluate covered", "evaluate comments")

INPUT_OPTIONS = ("-b", "--target", "--modes", "--class", "--positive", "--id")
INPUT_OPTIONS += ("--numeric", "--categorical", "--ignore")


@dataclass(frozen=True)
class Failure:
    """One thing that is not as it should be: which check, and what was found."""

    check: str
    detail: str

    @property
    def cause(self) -> str:
        """The failure without what differs from problem to problem."""
        detail = self.detail.partition("\n")[0]
        if self.check in COUNTS:
            detail = "other counts"
        detail = re.sub(r"'[^']*'|`[^']*'", "'...'", detail)
        detail = re.sub(r"\b[pqrst]?\d+\b", "N", detail)
        return f"{self.check}: {detail[:110]}"


@dataclass
class Run:
    """A problem, what its commands gave, and what is wrong with it so far."""

    problem: Problem
    directory: Path
    results: dict[str, Result] = field(default_factory=dict)
    jobs: dict[str, Job] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def fail(self, check: str, detail: object) -> None:
        self.failures.append(Failure(check, str(detail)))


def check(problems: Sequence[Problem], worker: Worker, room: Path) -> list[Run]:
    """Learn from each problem, and judge all of what was learned at once."""
    runs = []
    for number, problem in enumerate(problems):
        directory = room / str(number)
        shutil.rmtree(directory, ignore_errors=True)
        problem.write(directory)
        run = Run(problem, directory)
        try:
            learn(run, worker)
        except Died as death:
            run.fail("died", re.sub(r"fold .*?(?= ended|$)", "fold", str(death)))
        runs.append(run)
    jobs = [(run, name, job) for run in runs for name, job in run.jobs.items()]
    for (run, name, _), verdict in zip(
        jobs, judge([job for *_, job in jobs]), strict=True
    ):
        compare(run, name, verdict)
    return runs


# The commands of one problem


def learn(run: Run, worker: Worker) -> None:
    """Learn, and put the theory to every use that must not change it."""
    problem, directory = run.problem, run.directory
    result = command(run, worker, "learn", *problem.arguments)
    if result is None:
        return
    (directory / "theory.pl").write_text(result.out, encoding="utf-8")
    again = command(run, worker, "learn", *problem.arguments, name="learn again")
    if again and again.out != result.out:
        run.fail("repeat", "the same input gives another theory")
    shown = command(run, worker, "show", "theory.pl")
    if shown and _without_blanks(shown.out) != _without_blanks(result.out):
        run.fail("show", f"fold show gives another text\n{shown.out}")
    given = [name for name in problem.inputs if name in problem.files]
    given += [
        word for option in problem.options if _is_input(option) for word in option
    ]
    judged = command(run, worker, "evaluate", "theory.pl", *given, "--format", "json")
    if judged and not excused(run):
        compare_evaluation(run, json.loads(judged.out))
    converted = command(run, worker, "convert", *given, "-o", "converted")
    if converted:
        learn_converted(run, worker)
    if "json" in problem.extras:
        check_json(run, worker)
    run.jobs |= jobs(run)


def _without_blanks(text: str) -> str:
    """Return a theory's text without what tells enumerations from other lists.

    ``fold show`` reads no background, which may have a ``member/2`` of its own.
    """
    return text.replace(", ", ",")


def _is_input(option: tuple[str, ...]) -> bool:
    return option[0].partition("=")[0] in INPUT_OPTIONS


def command(run: Run, worker: Worker, *words: str, name: str = "") -> Result | None:
    """Run a command that must succeed; None, and a failure, where it does not."""
    name = name or words[0]
    result = worker.run(words, run.directory)
    run.results[name] = result
    if result.code == 0:
        return result
    told = [line for line in result.err.splitlines() if "fold: error: " in line]
    if "Traceback" in result.err:
        *_, last = result.err.strip().splitlines()
        places = re.findall(r'File ".*?fold_cli/(\S+)", line (\d+)', result.err)
        place = ":".join(places[-1]) if places else ""
        run.fail("traceback", f"{name}: {place} {last}\n{result.err}")
    elif result.code != 1 or len(told) != 1 or result.out:
        run.fail("exit", f"{name} ends with {result.code}: {result.err[-300:]}")
    elif name != "learn" or not any(reason in told[0] for reason in REFUSALS):
        run.fail("error", f"{name}: {_message(told[0])}\n{result.err}")
    return None


def _message(line: str) -> str:
    """Return an error without the file, the line and names of the problem."""
    text = line.partition("fold: error: ")[2]
    return re.sub(r"^[\w./]+:\d+: ", "", text)


def settled(run: Run) -> bool:
    """Return whether rows with the same cells were given one class."""
    return "the same cells as rows of another class" in run.results["learn"].err


def memorised(run: Run) -> bool:
    """Return whether rows were left out that only their names tell apart."""
    return "\n% memorised: " in run.results["learn"].out


def learn_converted(run: Run, worker: Worker) -> None:
    noisy, extras = run.problem.noisy, run.problem.extras
    first = run.results["learn"].out
    if memorised(run) or (noisy and "missing_cells" in extras):
        return  # in files rows have names, and what is not known is false
    if any(":- module(" in text for text in run.problem.background):
        return  # converted files hide nothing
    place = "settled" if settled(run) else "converted"
    if settled(run):
        settle(run.directory / "converted", run.directory / "settled")
    files = [f"{place}/{name}.pl" for name in ("bk", "pos", "neg")]
    if not (run.directory / files[1]).stat().st_size:
        learned = [line for line in rules(first) if not line.startswith(":- dynamic ")]
        expect(run, "rules for no example", [], learned)
        return
    none = not (run.directory / files[-1]).stat().st_size
    if none and "empty_negatives" not in extras:
        return
    search = [o for o in run.problem.options if not _is_input(o)]
    words = [w for o in search for w in o if o[0] != "--noisy-examples"]
    words += ["--noise"] if noisy and "--noise" not in words else []
    result = command(run, worker, "learn", *files, *words, name="learn converted")
    if result and settled(run):  # what clauses cover is counted by other classes
        same = rules(result.out) == rules(first)
    elif result and "\n% operators: " in first:  # converted files have no operators
        same = claims(result.out, "").comments == claims(first, "").comments
    elif result and noisy and run.problem.is_table:
        texts = [without_thresholds(clauses(out)) for out in (result.out, first)]
        same = texts[0] == texts[1]
    else:
        same = result is None or clauses(result.out) == clauses(first)
    if result and not same:
        run.fail("converted", f"another theory\n{result.out}")


def check_json(run: Run, worker: Worker) -> None:
    words = ["show", "theory.pl", "--format", "json", "-o", "theory.json"]
    if command(run, worker, *words, name="to json"):
        shown = command(run, worker, "show", "theory.json", name="show json")
        if shown and shown.out != run.results["learn"].out:
            run.fail("show json", "another theory")


def _with_plain_text(directory: Path, name: str) -> str:
    """Return a converted file as it is read where a background changes a flag."""
    text = (directory / "converted" / name).read_text(encoding="utf-8")
    flag = ":- set_prolog_flag(double_quotes, string).\n"
    (directory / f"plain_{name}").write_text(flag + text, encoding="utf-8")
    return f"plain_{name}"


def jobs(run: Run) -> dict[str, Job]:
    """Return what swipl is to run beside the theory: the files, and those made."""
    files, directory = run.problem.files, run.directory
    found = {}
    converted = {n: f"converted/{n}" for n in ("bk.pl", "pos.pl", "neg.pl")}
    if not all((directory / path).exists() for path in converted.values()):
        converted = {}
    if not run.problem.is_table:
        pos, neg = (
            n if n in files else n in converted and _with_plain_text(directory, n)
            for n in ("pos.pl", "neg.pl")
        )
        if pos and neg:
            backgrounds = ("bk.pl", *_named_files(run.problem))
            found["files"] = Job(
                directory, backgrounds, "theory.pl", pos, neg, "files.verdict"
            )
    tabled = any(":- table" in line for line in run.problem.background)
    if converted and not (tabled and "tabling_converted" not in run.problem.extras):
        bk, pos, neg = converted.values()
        found["converted"] = Job(
            directory, (bk,), "theory.pl", pos, neg, "made.verdict"
        )
    return found


def _named_files(problem: Problem) -> list[str]:
    return [option[1] for option in problem.options if option[0] == "-b"]


# What was said, and what is so


def compare_evaluation(run: Run, data: Any) -> None:
    """Hold what was said against what fold evaluate says."""
    said = claims(run.results["learn"].out, run.results["learn"].err)
    confusion = data["confusion"]
    if isinstance(confusion, list):  # of several classes
        right = sum(row[at] for at, row in enumerate(confusion))
        expect(run, "evaluate classes", said.covered[0], right)
        return
    covered = (confusion["true_positives"], confusion["false_positives"])
    comments = tuple(tuple(clause["covers"].values()) for clause in data["clauses"])
    examples = (data["positives"], data["negatives"])
    expect(run, "evaluate examples", said.examples, examples)
    expect(run, "evaluate covered", said.covered, covered)
    expect(run, "evaluate comments", said.comments, comments)


def compare(run: Run, name: str, verdict: Verdict) -> None:
    """Hold what was said against what swipl found with one set of files."""
    learned = run.results["learn"]
    said = claims(learned.out, learned.err)
    where = "" if name == "files" or run.problem.is_table else " (converted)"
    if verdict.messages:
        run.fail("load" + where, "; ".join(verdict.messages)[:500])
    if not verdict.done or (said.comments and not verdict.clauses):
        if not verdict.messages:
            run.fail("judge" + where, "no verdict")
        return
    if verdict.errors:
        run.fail("raises" + where, "; ".join(verdict.errors[:3])[:500])
    expect(run, "examples" + where, said.examples, verdict.examples)
    if excused(run):
        expect(run, "derived" + where, (said.examples[0], 0), counts(verdict.holds))
        return
    expect(run, "covered" + where, said.covered, counts(verdict.holds))
    found = tuple(counts(clause) for clause in verdict.clauses)
    expect(run, "comments" + where, said.comments, found)
    if not where:
        compare_told(run, said, verdict)


def excused(run: Run) -> bool:
    """Return whether a theory calls itself, and may say what it likes about that."""
    recursive = "\n:- table " in run.results["learn"].out
    return recursive and "recursive_counts" not in run.problem.extras


def compare_told(run: Run, said: Claims, verdict: Verdict) -> None:
    """Hold the summary and what else was told against what swipl found."""
    (p, n), (all_p, all_n) = said.covered, said.examples
    expect(run, "summary", said.summary, (*verdict.size, p, all_p, n, all_n))
    if said.closed is not None:
        expect(run, "closed world", said.closed, all_n)
    left_out = settled(run) or memorised(run)
    if said.listed and not left_out:
        expect(run, "listed", said.listed, verdict.listed)
    if run.problem.noisy:
        expect(run, "noise", said.noise, (all_p - p, all_p, n, all_n))
        compare_noisy(run, (all_p - p, n))
    elif not left_out:
        expect(run, "exact", said.covered, (all_p, 0))
    if verdict.late and "negation_order" in run.problem.extras:
        run.fail("late", "; ".join(verdict.late))


def expect(run: Run, check_: str, said: object, found: object) -> None:
    """Fail where something else was said than was found."""
    if said != found:
        run.fail(check_, f"said {said}, found {found}")


def compare_noisy(run: Run, wrong: tuple[int, int]) -> None:
    path = run.directory / "noisy.pl"
    if ("--noisy-examples", "noisy.pl") in run.problem.options:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        kinds = [line[:4] for line in lines]
        found = (kinds.count("pos("), kinds.count("neg("))
        expect(run, "noisy examples", wrong, found)
