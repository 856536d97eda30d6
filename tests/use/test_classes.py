"""A class as an argument of the target: learned in turn, and asked in an order."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dialects import VEHICLES
from support import clauses, fold, swipl

import fold_cli
from fold_cli.errors import InputError
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.use.learning import checkpoint
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.measuring.cross_validation import Plan, Validation, turns
from fold_cli.use.problems.problem_factory import opened

if TYPE_CHECKING:
    from support import Write


def test_each_class_is_learned_in_turn(tmp_path: Path) -> None:
    result = fold("learn", VEHICLES, "-o", tmp_path / "kinds.pl")
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "kinds.pl").read_text(encoding="utf-8")
    assert clauses(text) == [
        "kind(X, wreck) :- broken(X).",
        "kind(X, bicycle) :- wheels(X, 2), \\+ broken(X).",
        "kind(X, boat) :- floats(X), \\+ broken(X), \\+ wheels(X, 2).",
        "kind(X, car) :- vehicle(X), \\+ broken(X), \\+ wheels(X, 2), \\+ floats(X).",
    ]
    assert "% examples: 8 positive, 24 negative" in text
    assert "% covered: 8 positive, 0 negative" in text
    assert fold("show", tmp_path / "kinds.pl").stdout == text


def test_a_class_without_negative_examples_is_told(write: Write) -> None:
    bk = ":- modeh(c(+x, #k)).\n:- modeb(q(+x)).\nq(a). q(b). r(d).\n"
    result = fold(
        "learn",
        write("bk.pl", bk),
        write("pos.pl", "c(a, one). c(b, one). c(d, two).\n"),
        write("neg.pl", "c(d, one).\n"),
    )
    assert clauses(result.stdout) == ["c(X, one) :- q(X).", "c(_, two)."]
    said = [line for line in result.stderr.splitlines() if "no negative" in line]
    assert said == [
        "fold: two: there are no negative examples: whatever is asked will be covered"
    ]


def test_classes_can_be_written_for_clingo() -> None:
    result = fold("learn", "-q", VEHICLES, "--format", "asp")
    assert result.returncode == 0, result.stderr
    assert "kind(X, boat) :- floats(X), not broken(X)" in result.stdout


def test_classes_given_by_what_a_tree_would_predict(write: Write) -> None:
    text = VEHICLES.read_text(encoding="utf-8").replace("#kind", "-kind")
    tree = write("tree.pl", ":- aleph_set(dependent, 2).\n" + text)
    assert clauses(fold("learn", "-q", tree).stdout) == clauses(
        fold("learn", "-q", VEHICLES).stdout
    )


def test_the_rules_of_classes_hold_in_swipl(tmp_path: Path) -> None:
    theory = tmp_path / "kinds.pl"
    assert fold("learn", "-q", VEHICLES, "-o", theory).returncode == 0
    assert fold("convert", VEHICLES, "-o", tmp_path / "own").returncode == 0
    found = swipl(
        "forall((member(V, [v1, v4, v5, v8]), kind(V, K)), (print(V-K), nl))",
        files=(tmp_path / "own" / "bk.pl", theory),
    )
    assert found == ["v1-bicycle", "v4-wreck", "v5-boat", "v8-car"]


def test_what_cannot_take_classes_in_turn_says_so() -> None:
    with (
        opened(Sources((str(VEHICLES),))) as problem,
        pytest.raises(InputError, match="only fold learn takes classes") as error,
    ):
        learn_problem(problem, Options())
    assert (error.value.file, error.value.line) == (str(VEHICLES), 6)


# Judging classes

ANIMALS = """\
hair(dog). hair(cat). hair(cow). hair(bat).
feathers(eagle). feathers(robin). feathers(wren). feathers(owl).
scales(carp). scales(pike). scales(trout). scales(eel).
"""
CLASSES = {
    "mammal": "dog cat cow bat whale",
    "bird": "eagle robin wren owl",
    "'Bony fish'": "carp pike trout eel",
}
MODES = """\
:- modeh(class(+animal, #kind)).
:- modeb(hair(+animal)).
:- modeb(feathers(+animal)).
:- modeb(scales(+animal)).
"""


@pytest.fixture
def animals(write: Write) -> list[str]:
    atoms = [f"class({a}, {c})." for c, names in CLASSES.items() for a in names.split()]
    files = (("bk.pl", ANIMALS), ("pos.pl", "\n".join(atoms)), ("modes.pl", MODES))
    bk, pos, modes = (str(write(name, text)) for name, text in files)
    return [bk, pos, "--modes", modes]


def test_the_confusion_of_all_classes(animals: list[str], write: Write) -> None:
    theory = write(
        "theory.pl",
        "class(X, bird) :- hair(X), feathers(X).\n"
        "class(X, mammal) :- hair(X).\n"
        "class(X, 'Bony fish') :- scales(X).\n"
        "class(X, 'Bony fish') :- hair(X).\n",
    )
    result = fold("evaluate", theory, *animals, "--format", "json")
    found = json.loads(result.stdout)
    assert found["classes"] == ["Bony fish", "bird", "mammal"]
    # Of the mammals, hair gives the first class that swipl finds; the whale has none.
    assert found["confusion"] == [[4, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 1]]
    assert found["accuracy"] == pytest.approx(8 / 13)
    assert found["macro_f1"] == pytest.approx((1 + 0 + 8 / 9) / 3)
    assert found["weighted_f1"] == pytest.approx((4 + 0 + 5 * 8 / 9) / 13)


def test_pairs_that_are_not_all_known_are_judged_by_themselves(
    animals: list[str], write: Write
) -> None:
    theory = write("theory.pl", "class(X, mammal) :- hair(X).\n")
    neg = str(write("neg.pl", "class(eel, mammal)."))
    result = fold("evaluate", theory, *animals[:2], neg, *animals[2:])
    assert result.returncode == 0, result.stderr
    assert "predicted true" in result.stdout


def test_folds_keep_objects_together_and_out_of_sight(animals: list[str]) -> None:
    bk, pos, _, modes = animals
    validation = Validation(Sources((bk,), pos, modes=modes), Options(), Plan(13))
    try:
        assert validation.problem.negatives == 26
        results = [validation.run(turn) for turn in turns(Plan(13))]
    finally:
        validation.problem.free()
    assert [result.confusion.total for result in results] == [1] * 13
    right = [result.confusion.accuracy for result in results]
    assert sum(right) == 13  # nothing describes the whale, so it is what most are
    assert sum("whale" not in result.theory for result in results) == 1
    assert all(result.ranking["log_loss"] > 0 for result in results)


# One answer an object

PLACES = (
    "class(+animal, #kind)",
    "class(#kind, +animal)",
    "class(+animal, #kind, +zoo)",
)


def random_animals(seed: int, mode: str) -> tuple[dict[str, str], str]:
    """Return the class of each of some animals, and the facts that describe them.

    Classes follow from the facts, some of them wrongly.
    """
    chance = random.Random(seed)
    facts, kinds = [], {}
    for number in range(40):
        name = f"a{number}"
        hair, legs = chance.random() < 0.5, chance.choice([0, 2, 4, 6])
        facts += [f"hair({name})."] if hair else []
        facts += [f"legs({name}, {legs})."]
        kind = "mammal" if hair else {0: "fish", 2: "'A bird'", 4: "7"}.get(legs, "bug")
        kinds[name] = chance.choice(["fish", "bug"]) if number % 13 == 5 else kind
    return kinds, "\n".join(sorted(facts))


@pytest.mark.parametrize("noise", [[], ["--noise"]], ids=["exact", "noise"])
@pytest.mark.parametrize("mode", PLACES)
def test_swipl_finds_one_class_for_each_object(
    write: Write, tmp_path: Path, mode: str, noise: list[str]
) -> None:
    kinds, facts = random_animals(PLACES.index(mode), mode)

    def atom(animal: str, kind: str) -> str:
        args = mode.replace("#kind", kind).replace("+animal", animal)
        return args.replace("+zoo", "berlin")

    unseen = [f"hair(b{n}). legs(b{n}, {n % 8})." for n in range(12)]
    bk = write(
        "bk.pl", "\n".join([":- discontiguous([hair/1, legs/2]).", facts, *unseen])
    )
    pos = write("pos.pl", "".join(f"{atom(*each)}.\n" for each in kinds.items()))
    body = ":- modeb(hair(+animal)). :- modeb(legs(+animal, -number))."
    modes = write("modes.pl", f":- modeh({mode}). {body}")
    theory = tmp_path / "theory.pl"
    given = [bk, pos, "--modes", modes]
    result = fold("learn", "-q", *given, *noise, "-o", theory)
    assert result.returncode == 0, result.stderr
    asked = atom("A", "K")
    names = ", ".join([*kinds, "new", *(f"b{number}" for number in range(12))])
    found = swipl(
        f"forall(member(A, [{names}]), (findall(K, {asked}, Ks), sort(Ks, S), "
        "print(A-S), nl))",
        files=(bk, theory),
    )
    answers = dict(line.split("-", 1) for line in found)
    assert all(answer.count(",") == 0 and answer != "[]" for answer in answers.values())
    right = sum(answers[animal] == f"[{kind}]" for animal, kind in kinds.items())
    text = theory.read_text(encoding="utf-8")
    assert f"% covered: {right} positive, {len(kinds) - right} negative" in text
    assert noise or right == len(kinds)
    evaluated = fold("evaluate", theory, *given, "--format", "json")
    assert json.loads(evaluated.stdout)["accuracy"] == pytest.approx(right / len(kinds))


@pytest.mark.parametrize("typed", [True, False])
def test_all_objects_of_all_classes_are_listed(
    animals: list[str], tmp_path: Path, typed: bool
) -> None:
    bk, others = Path(animals[0]), "hair(ape). feathers(ape). scales(ape). wet(slug)."
    names = " ".join(CLASSES.values()).split()
    types = "".join(f"animal({name}). " for name in [*names, "ape", "slug"])
    text = f":- discontiguous hair/1, feathers/1, scales/1.\n{ANIMALS}\n{others}\n"
    bk.write_text(text + (types if typed else ""), encoding="utf-8")
    theory = tmp_path / "theory.pl"
    assert fold("learn", "-q", *animals, "-o", theory).returncode == 0
    result = fold("predict", theory, bk)
    assert ("objects that no rule covers are not listed" in result.stderr) != typed
    found = swipl("forall(class(A, K), (writeq(class(A, K)), nl))", files=(bk, theory))
    listed = [
        line.split("\t")[0].replace(", ", ",") for line in result.stdout.split("\n")
    ]
    assert sorted(set(found)) == sorted(filter(None, listed))
    assert len(set(found)) == len(names) + 1 + typed  # each in one class, also the ape
    shown = fold("show", theory, "--format", "asp").stdout
    assert ("left out, since nothing binds its objects" in shown) != typed


def test_an_object_of_two_classes_keeps_both(write: Write) -> None:
    bk = write("bk.pl", "hair(a). hair(b). wings(b). wings(c).")
    pos = write("pos.pl", "class(a, m). class(b, m). class(b, w). class(c, w).")
    modes = write(
        "modes.pl",
        ":- modeh(class(+x, #k)). :- modeb(hair(+x)). :- modeb(wings(+x)).",
    )
    result = fold("learn", "-q", bk, pos, "--modes", modes)
    assert clauses(result.stdout) == [
        "class(X, m) :- hair(X).",
        "class(X, w) :- wings(X).",
    ]


SHAPES = """\
:- modeh(kind(+thing, #kind)). :- modeb(round(+thing)). :- modeb(size(+thing, -number)).
:- modeb(holds(+thing, -part)). :- modeb(red(+part)).
round(a). round(b). round(c). round(d). round(e).
size(a, 1). size(b, 2). size(c, 3). size(d, 4). size(e, 5). size(f, 6). size(g, 7).
size(h, 2). size(i, 9). size(j, 4).
holds(f, p). holds(g, q). holds(a, p). holds(h, r). red(p). red(q).
"""
KINDS = {"ball": "abcde", "lamp": "fg", "book": "hij"}


@pytest.mark.parametrize("typed", [True, False])
def test_the_class_with_the_shortest_rules_is_asked_first(
    write: Write, typed: bool
) -> None:
    """Others are told from fewer objects, and the longest rules are not needed."""
    things = "".join(f"thing({name}). " for name in "abcdefghij")
    bk = write("bk.pl", SHAPES + (things if typed else ""))
    kinds = [f"kind({name}, {kind})." for kind in KINDS for name in KINDS[kind]]
    result = fold("learn", "-q", bk, write("pos.pl", "\n".join(kinds)))
    others = "\\+ round(X), \\+ kind_rule(X, lamp)"
    assert clauses(result.stdout) == [
        "kind(X, ball) :- round(X).",
        "kind(X, lamp) :- kind_rule(X, lamp), \\+ round(X).",
        *([f"kind(X, book) :- thing(X), {others}."] * typed),
        *([f"kind(X, book) :- size(X, _), {others}."] * (not typed)),
        *([f"kind(X, book) :- {others}, \\+ size(X, _)."] * (not typed)),
        "kind_rule(X, lamp) :- holds(X, A), red(A).",
    ]


def test_classes_go_on_from_a_checkpoint(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", -1)
    kinds, facts = random_animals(2, PLACES[0])
    pos = write("pos.pl", "".join(f"class({a}, {k}).\n" for a, k in kinds.items()))
    modes = ":- modeh(class(+x, #k)). :- modeb(hair(+x)). :- modeb(legs(+x, -number))."
    bk, saved = write("bk.pl", facts), str(tmp_path / "saved.json")
    given = {"modes": str(write("modes.pl", modes))}
    whole = fold_cli.learn(str(bk), str(pos), **given).to_prolog()
    for _ in range(2):  # the second run finds all rules in the file
        found = fold_cli.learn(str(bk), str(pos), checkpoint=saved, **given)
        assert found.to_prolog() == whole
    parts = json.loads(Path(saved).read_text(encoding="utf-8"))["parts"]
    assert len(parts) > len(set(kinds.values()))  # by itself, and among what is left


def test_classes_in_order_read_as_a_list(write: Write) -> None:
    kinds, facts = random_animals(1, PLACES[0])
    bk = write("bk.pl", facts)
    pos = write("pos.pl", "".join(f"class({a}, {k}).\n" for a, k in kinds.items()))
    modes = ":- modeh(class(+x, #k)). :- modeb(hair(+x)). :- modeb(legs(+x, #n))."
    given = [bk, pos, "--modes", write("modes.pl", modes)]
    result = fold("learn", "-q", *given, "--noise", "--format", "text")
    assert "the first that holds gives the class" in result.stdout
    assert "mammal) holds otherwise (16 positive" in result.stdout


def test_a_theory_of_a_table_beside_the_converted_table(tmp_path: Path) -> None:
    rows = "size,species\n1,ant\n2,ant\n5,bee\n6,bee\n9,cat\n8,cat\n"
    (tmp_path / "three.csv").write_text(rows, encoding="utf-8")
    learned = ["three.csv", "--class", "species"]
    fold("learn", "-q", *learned, "--exact", "-o", "three.pl", cwd=tmp_path)
    fold("convert", *learned, "-o", "three", cwd=tmp_path)
    negatives = (tmp_path / "three" / "neg.pl").read_text(encoding="utf-8")
    assert negatives.splitlines()[:3] == [
        "species(row1, bee).",
        "species(row1, cat).",
        "species(row2, bee).",
    ]
    files = "three/bk.pl", "three/pos.pl"
    for given in (files, (*files, "three/neg.pl")):
        said = fold("evaluate", "three.pl", *given, cwd=tmp_path).stdout
        assert "accuracy 1.000" in said
    page = fold("report", "three.pl", *files, "-o", "three.html", cwd=tmp_path)
    assert page.returncode == 0, page.stderr
    found = fold("predict", "three.pl", *files, "--proba", cwd=tmp_path).stdout
    assert found.splitlines() == [
        f"species(row{row}, {kind})\ttrue\t0.750"
        for row, kind in enumerate(["ant", "ant", "bee", "bee", "cat", "cat"], 1)
    ]
