"""Recursive rules: transitive closures, over cycles and with exceptions."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
import support
from support import fold, learned, swipl
from trains import clauses, theory_of

from fold_cli.coverage.programs import Programs
from fold_cli.theory.formats.prolog_format import to_prolog

if TYPE_CHECKING:
    from pathlib import Path


def family(size: int) -> tuple[str, str]:
    parents = {child: max(0, child - 1 - child * 7 % 20) for child in range(1, size)}
    bk = "".join(f"parent(p{p}, p{c}).\n" for c, p in parents.items())
    pos = []
    for child in parents:
        ancestor = parents[child]
        pos.append((ancestor, child))
        while ancestor in parents:
            ancestor = parents[ancestor]
            pos.append((ancestor, child))
    return bk, "".join(f"ancestor(p{a}, p{c}).\n" for a, c in pos)


def test_ancestor_from_parent(tmp_path: Path) -> None:
    bk, pos = family(150)
    modes = (
        ":- modeh(1, ancestor(+person, +person)).\n"
        ":- modeb(*, parent(+person, -person)).\n"
        ":- modeb(*, ancestor(+person, +person)).\n"
    )
    theory = theory_of(tmp_path, bk=modes + bk, pos=pos)
    assert set(clauses(theory)) == {
        "ancestor(X, Y) :- parent(X, Y).",
        "ancestor(X, Y) :- parent(X, A), ancestor(A, Y).",
    }
    assert ":- table ancestor/2." in to_prolog(theory)


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    reached = set(edges)
    while True:
        new = {(a, d) for a, b in reached for c, d in edges if b == c} - reached
        if not new:
            return reached
        reached |= new


def test_path_on_a_graph_with_cycles_has_a_base_case(
    tmp_path: Path,
) -> None:
    """In a cycle the recursive clause explains everything by everything else."""
    edges = {
        ("a", "b"),
        ("b", "c"),
        ("c", "a"),
        ("c", "d"),
        ("d", "e"),
        ("f", "f"),
        ("e", "g"),
    }
    (tmp_path / "bk.pl").write_text(
        "".join(f"edge({a},{b}).\n" for a, b in sorted(edges))
    )
    (tmp_path / "pos.pl").write_text(
        "".join(f"path({a},{b}).\n" for a, b in sorted(closure(edges)))
    )
    text = learned("bk.pl", "pos.pl", "--recursion", cwd=tmp_path)
    rules = {line for line in text.splitlines() if line and line[0] not in "%:"}
    assert rules == {
        "path(X, Y) :- edge(X, Y).",
        "path(X, Y) :- edge(X, A), path(A, Y).",
    }
    (tmp_path / "theory.pl").write_text(text)
    lines = swipl(
        "forall(path(X, Y), (print(X-Y), nl))",
        files=(tmp_path / "bk.pl", tmp_path / "theory.pl"),
    )
    assert {tuple(line.split("-")) for line in lines} == closure(edges)


def test_reachability_except_through_closed_towns(tmp_path: Path) -> None:
    """A default that recurses, and its exception."""
    roads = {
        *itertools.pairwise("abcde"),
        *itertools.pairwise("afghe"),
        *itertools.pairwise("eij"),
        *itertools.pairwise("cklma"),
    }
    closed = {"c", "g"}
    wanted = closure({(a, b) for a, b in roads if a not in closed})
    bk = "".join(f"road({a},{b}).\n" for a, b in sorted(roads))
    (tmp_path / "bk.pl").write_text(bk + "closed(c).\nclosed(g).\n")
    (tmp_path / "pos.pl").write_text(
        "".join(f"reach({a},{b}).\n" for a, b in sorted(wanted))
    )
    text = learned("bk.pl", "pos.pl", "--recursion", cwd=tmp_path)
    assert "reach(X, Y) :- road(X, Y), \\+ ab0(X, Y)." in text
    assert "ab0(X, _) :- closed(X)." in text
    (tmp_path / "theory.pl").write_text(text)
    pairs = ",".join(
        f"{a}-{b}" for a, b in itertools.product("abcdefghijklm", repeat=2)
    )
    lines = swipl(
        f"forall((member(X-Y, [{pairs}]), reach(X, Y)), (print(X-Y), nl))",
        files=(tmp_path / "bk.pl", tmp_path / "theory.pl"),
    )
    assert {tuple(line.split("-")) for line in lines} == wanted


def test_no_recursion_unless_it_is_allowed(tmp_path: Path) -> None:
    bk, pos = family(12)
    theory = theory_of(tmp_path, bk=bk, pos=pos)
    assert not theory.recursive


FATHERS = ("a b", "b c", "c d", "x e", "e f", "e g", "f h")
MOTHERS = ("u a", "v d", "d e", "w f", "w g")


def test_few_examples_of_plain_objects_are_not_worth_a_long_search(
    tmp_path: Path,
) -> None:
    """A program as long as three examples says no more than they do."""
    bk = "".join(f"father({', '.join(pair.split())}).\n" for pair in FATHERS)
    bk += "".join(f"mother({', '.join(pair.split())}).\n" for pair in MOTHERS)
    bk += "".join(
        f":- modeb(*, {name}({args})).\n"
        for name in ("father", "mother")
        for args in ("+p, -p", "-p, +p", "+p, +p")
    )
    bk += ":- modeh(1, ancestor(+p, +p)).\n:- modeb(*, ancestor(+p, +p)).\n"
    pos = "ancestor(d, e). ancestor(c, g). ancestor(v, f).\n"
    before = Programs.inferences()
    theory = theory_of(tmp_path, bk=bk, pos=pos)
    assert Programs.inferences() - before < 2_000_000
    assert theory.covers
    assert (theory.covers.positives, theory.covers.negatives) == (3, 0)


def test_what_lies_between_the_examples_is_derived(tmp_path: Path) -> None:
    """No rule alone covers one of these; a program of five literals covers all."""
    modes = (
        ":- modeh(1, below(+node, +node)).\n"
        ":- modeb(*, edge(+node, -node)).\n"
        ":- modeb(*, below(+node, +node)).\n"
    )
    bk = "".join(f"edge(n{at}, n{at + 1}).\n" for at in range(12))
    pairs = [(0, 5), (1, 9), (2, 8), (3, 12), (0, 11), (4, 10), (5, 6)]
    pos = "".join(f"below(n{a}, n{b}).\n" for a, b in pairs)
    neg = "".join(f"below(n{b}, n{a}).\n" for a, b in pairs) + "below(n3, n3).\n"
    assert set(clauses(theory_of(tmp_path, bk=modes + bk, pos=pos, neg=neg))) == {
        "below(X, Y) :- edge(X, Y).",
        "below(X, Y) :- edge(X, A), below(A, Y).",
    }


def test_ancestors_of_some_generations_are_not_listed_by_generation(
    tmp_path: Path,
) -> None:
    """Ten examples fit a rule for each of three generations, or recursion."""
    modes = (
        ":- modeh(1, above(+node, +node)).\n"
        ":- modeb(*, parent(+node, -node)).\n"
        ":- modeb(*, above(+node, +node)).\n"
    )
    tree = "ab ac bd be cf cg dh ei fj gk kl"
    positives = "gk ab fj ai aj bd ei bi cf ah"
    negatives = "fc ib da bg gb db ig kk ja jj"
    bk, pos, neg = (
        "".join(f"{name}({a}, {b}).\n" for a, b in pairs.split())
        for name, pairs in (
            ("parent", tree),
            ("above", positives),
            ("above", negatives),
        )
    )
    assert set(clauses(theory_of(tmp_path, bk=modes + bk, pos=pos, neg=neg))) == {
        "above(X, Y) :- parent(X, Y).",
        "above(X, Y) :- parent(X, A), above(A, Y).",
    }


@pytest.mark.parametrize("seed", range(2))
def test_some_of_the_positives_are_enough(seed: int, tmp_path: Path) -> None:
    """Most pairs that the recursive clause needs are no examples.

    Rules that are learned one by one fit what there is by accident.
    """
    chance = random.Random(seed)
    people = [f"p{number}" for number in range(24)]
    bk, parents = "", set[tuple[str, str]]()
    for role, others in (("father", people[::2]), ("mother", people[1::2])):
        for child in people[2:]:
            older = [each for each in others if int(each[1:]) < int(child[1:])][-4:]
            if older and chance.random() < 0.8:
                pair = chance.choice(older), child
                parents.add(pair)
                bk += f"{role}({pair[0]}, {pair[1]}).\n"
    bk += "parent(X, Y) :- father(X, Y).\nparent(X, Y) :- mother(X, Y).\n"
    bk += "grandparent(X, Y) :- parent(X, Z), parent(Z, Y).\n"
    ancestors = closure(parents)
    others = sorted({*itertools.product(people, people)} - ancestors)
    examples = chance.sample(sorted(ancestors), 20), chance.sample(others, 60)
    pos, neg = ("".join(f"ancestor({a}, {b}).\n" for a, b in e) for e in examples)
    files = support.write_problem(tmp_path, bk, pos, neg)
    found = support.clauses(fold("learn", *files, "--recursion").stdout)
    assert found[1] == "ancestor(X, Y) :- parent(X, Y)."
    assert found[2] in {
        "ancestor(X, Y) :- parent(X, A), ancestor(A, Y).",
        "ancestor(X, Y) :- parent(A, Y), ancestor(X, A).",
    }
    assert len(found) == 3


def test_rules_that_grow_answers_without_end_are_given_up_soon(tmp_path: Path) -> None:
    """``f(_, Y) :- tail(Y, A), f(A, A)`` is asked with Y unbound."""
    pairs = "bb-bb bbba-abbb bba-abb ccb-bcc cbab-babc aa-aa acab-baca ccbc-cbcc "
    pairs += "cbb-bbc cacb-bcac aca-aca ab-ba acac-caca"
    wrong = "bb-aacb bbba-baaa bba-cbaa ccb-bbba cbab-abaa aa-bcac acab-caba ccbc-bcc "
    wrong += "cbb-cacc cacb-aba aca-bac ab-abbc acac-cca"
    examples = [
        "".join(
            f"f([{','.join(one)}], [{','.join(other)}]).\n"
            for one, other in (pair.split("-") for pair in text.split())
        )
        for text in (pairs, wrong)
    ]
    bk = "head([H|_], H). zero(0). is_a(a). one([_]). after(X, Y) :- Y is X + 1.\n"
    bk += "more(X, Y) :- X @> Y. tail([_|T], T). equal(X, X).\n"
    bk += ":- modeh(1, f(+list, -list)). :- modeb(*, head(+list, -element)).\n"
    bk += ":- modeb(*, zero(-number)). :- modeb(*, is_a(+element)).\n"
    bk += ":- modeb(*, one(+list)). :- modeb(*, after(+number, -number)).\n"
    bk += ":- modeb(*, more(+element, +element)). :- modeb(*, tail(+list, -list)).\n"
    bk += ":- modeb(*, equal(+element, +element)). :- modeb(*, f(+list, -list)).\n"
    files = {"bk.pl": bk, "pos.pl": examples[0], "neg.pl": examples[1]}
    found = learned(*support.write_files(tmp_path, files), "--recursion")
    assert "% covered: 13 positive, 0 negative" in found


def test_a_clause_of_three_literals_calls_its_target_for_both_branches(
    tmp_path: Path,
) -> None:
    """All leaves of a tree are even."""
    bk = (
        "branches(n(A, B), A, B).\nevenleaf(e(N)) :- 0 is N mod 2.\n"
        ":- modeh(1, even(+tree)).\n:- modeb(*, even(+tree)).\n"
        ":- modeb(*, branches(+tree, -tree, -tree)).\n:- modeb(*, evenleaf(+tree)).\n"
    )
    trees = {
        "pos": "e(2) n(e(2),e(4)) n(n(e(4),e(0)),e(2)) n(e(6),n(e(2),e(8)))",
        "neg": "e(3) n(e(1),e(2)) n(e(2),e(5)) n(n(e(2),e(3)),e(4)) "
        "n(e(4),n(e(7),e(2)))",
    }
    atoms = {k: "".join(f"even({t}).\n" for t in v.split()) for k, v in trees.items()}
    assert set(clauses(theory_of(tmp_path, bk=bk, **atoms))) == {
        "even(X) :- evenleaf(X).",
        "even(X) :- branches(X, A, B), even(A), even(B).",
    }


def test_one_of_two_clauses_calls_its_target_for_both_branches(tmp_path: Path) -> None:
    """Formulas that hold, of conjunctions and of what is said twice of one."""
    bk = (
        "both(and(A, B), A, B).\nwithin(box(A), A).\nistrue(t).\nisfalse(f).\n"
        ":- modeh(1, holds(+form)).\n:- modeb(*, holds(+form)).\n"
        ":- modeb(*, both(+form, -form, -form)).\n:- modeb(*, within(+form, -form)).\n"
        ":- modeb(*, istrue(+form)).\n:- modeb(*, isfalse(+form)).\n"
    )
    forms = {
        "pos": "t and(t,t) box(t) box(and(t,t)) and(box(t),t) and(and(t,box(t)),t) "
        "and(t,and(t,t)) box(box(t)) and(t,box(box(and(t,t))))",
        "neg": "f and(t,f) and(f,t) box(f) box(and(f,t)) and(box(f),t) and(t,box(f)) "
        "and(and(t,f),t) and(t,and(f,t)) and(t,box(box(and(t,f))))",
    }
    atoms = {k: "".join(f"holds({t}).\n" for t in v.split()) for k, v in forms.items()}
    assert set(clauses(theory_of(tmp_path, bk=bk, **atoms))) == {
        "holds(X) :- istrue(X).",
        "holds(X) :- within(X, A), holds(A).",
        "holds(X) :- both(X, A, B), holds(A), holds(B).",
    }
