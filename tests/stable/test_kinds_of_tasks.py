"""Tasks of many kinds: graphs, boards, recursion, defaults, contexts, penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answer_sets import wrong_examples

from fold_cli.stable.cases import Cases
from fold_cli.stable.program import learn_program
from fold_cli.stable.search.noise import CheapestProgram
from fold_cli.stable.search.program_learner import NoProgramError
from fold_cli.stable.tasks.task_reader import read_task

if TYPE_CHECKING:
    from pathlib import Path

KINDS = {
    "dominating_set": (
        """node(1..5). edge(1,2). edge(2,3). edge(3,4). edge(4,5).
        e(X,Y) :- edge(X,Y). e(X,Y) :- edge(Y,X). {in(X)} :- node(X).
        #pos({in(2),in(4)},{in(1),in(3),in(5)}).
        #pos({in(2),in(5)},{in(1),in(3),in(4)}).
        #pos({in(1),in(3),in(5)},{in(2),in(4)}).
        #neg({in(1)},{in(2),in(3),in(4),in(5)}).
        #neg({in(3)},{in(1),in(2),in(4),in(5)}).
        #neg({in(1),in(5)},{in(2),in(3),in(4)}).
        #modeh(dom(var(n))). #modeb(1,in(var(n))). #modeb(1,dom(var(n))).
        #modeb(1,e(var(n),var(n)),(positive)). #modeb(1,node(var(n)),(positive)).""",
        [
            ":- node(X), not dom(X).",
            "dom(X) :- in(X).",
            "dom(X) :- in(Y), e(X, Y).",
        ],
    ),
    "one_of_them_each_day": (
        """day(1..3). person(a;b). {w(P,D)} :- person(P), day(D).
        #pos({w(a,1),w(b,2),w(a,3)},{w(b,1),w(a,2),w(b,3)}).
        #pos({w(b,1),w(b,2),w(a,3)},{w(a,1),w(a,2),w(b,3)}).
        #neg({w(a,1)},{w(a,2),w(b,2)}). #neg({w(b,2),w(a,2)},{w(a,1),w(b,1)}).
        #neg({w(a,1),w(b,1)},{}). #neg({w(a,3),w(b,3)},{}).
        #modeb(2,w(var(p),var(d))). #modeb(1,day(var(d)),(positive)).
        #modeb(1,person(var(p)),(positive)). #modeb(1, var(p) != var(p)).""",
        [
            ":- day(X), not ab0(X).",
            "ab0(X) :- w(_, X).",
            ":- w(X, Y), w(Z, Y), X != Z.",
        ],
    ),
    "defaults_in_several_worlds": (
        """bird(a;b;c). {pen(X)} :- bird(X).
        #pos({fly(a),fly(b),pen(c)},{fly(c),pen(a),pen(b)}).
        #pos({fly(c),pen(a),pen(b)},{fly(a),fly(b),pen(c)}).
        #pos({fly(a),fly(b),fly(c)},{pen(a)}).
        #neg({pen(a),fly(a)},{}). #neg({},{pen(b),fly(b)}).
        #modeh(fly(var(t))). #modeb(bird(var(t)),(positive)). #modeb(pen(var(t))).""",
        ["fly(X) :- bird(X), not pen(X)."],
    ),
    "shifts": (
        """day(1..3). person(a;b). shift(m;n). next(1,2). next(2,3).
        {w(P,D,S)} :- person(P), day(D), shift(S).
        #pos({w(a,1,m),w(a,2,m),w(b,1,n),w(b,2,n),w(a,3,n)},
             {w(b,3,m),w(b,3,n),w(a,1,n),w(a,2,n),w(b,1,m),w(b,2,m),w(a,3,m)}).
        #pos({w(b,1,m),w(b,2,n)},{}).
        #neg({w(a,1,m),w(a,1,n)},{}). #neg({w(b,3,m),w(b,3,n)},{}).
        #neg({w(a,1,n),w(a,2,m)},{}). #neg({w(b,2,n),w(b,3,m)},{}).
        #modeb(2,w(var(p),var(d),const(s)),(positive)).
        #modeb(1,next(var(d),var(d)),(positive)).
        #constant(s,m). #constant(s,n).""",
        [
            ":- w(X, Y, m), w(X, Y, n).",
            ":- w(X, Y, m), w(X, Z, n), next(Z, Y).",
        ],
    ),
    "vertex_cover": (
        """node(1..5). edge(1,2). edge(2,3). edge(3,4). edge(4,5). edge(5,1).
        {in(X)} :- node(X).
        #pos({in(1),in(3),in(4)},{in(2),in(5)}).
        #pos({in(2),in(4),in(5)},{in(1),in(3)}).
        #neg({},{in(1),in(2)}). #neg({},{in(3),in(4)}).
        #modeb(2, in(var(n))). #modeb(1, edge(var(n),var(n)), (positive)).""",
        [":- edge(X, Y), not in(X), not in(Y)."],
    ),
    "independent_set": (
        """node(1..5). edge(1,2). edge(2,3). edge(3,4). edge(4,5).
        #pos({in(1),in(3),in(5)},{in(2),in(4)}).
        #pos({in(2),in(4)},{in(1),in(3),in(5)}).
        #pos({},{in(1),in(2),in(3),in(4),in(5)}).
        #neg({in(1),in(2)},{}). #neg({in(3),in(4)},{}).
        #modeha(in(var(n))). #modeb(2, in(var(n))).
        #modeb(1, node(var(n)), (positive)).
        #modeb(1, edge(var(n),var(n)), (positive)).""",
        ["{ in(X) } :- node(X).", ":- in(X), in(Y), edge(X, Y)."],
    ),
    "hamiltonian_path": (
        """node(1..4). edge(1,2). edge(2,3). edge(3,4). edge(4,1).
        edge(1,3). edge(2,4). edge(3,1). edge(4,2).
        reach(1). reach(Y) :- reach(X), in(X,Y). {in(X,Y)} :- edge(X,Y).
        #pos({in(1,2),in(2,3),in(3,4),in(4,1)},{in(1,3),in(2,4),in(3,1),in(4,2)}).
        #pos({in(1,3),in(3,4),in(4,2)},
             {in(1,2),in(2,3),in(4,1),in(2,4),in(3,1)}).
        #neg({in(1,2),in(1,3)},{}). #neg({in(1,3),in(2,3)},{}).
        #neg({in(1,3)},{in(1,2),in(2,3),in(3,4),in(4,1),in(2,4),in(3,1),in(4,2)}).
        #neg({},{in(1,2),in(1,3)}).
        #modeb(2,in(var(n),var(n)),(positive)). #modeb(1,reach(var(n))).
        #modeb(1,node(var(n)),(positive)). #modeb(1,var(n) != var(n)).""",
        [
            ":- node(X), not reach(X).",
            ":- in(X, Y), in(X, Z), Y != Z.",
            ":- in(X, Y), in(Z, Y), X != Z.",
        ],
    ),
    "clique": (
        """v(1..4). e(1,2). e(2,1). e(1,3). e(3,1). e(2,3). e(3,2). e(3,4). e(4,3).
        {c(X)} :- v(X).
        #pos({c(1),c(2),c(3)},{c(4)}). #pos({c(3),c(4)},{c(1),c(2)}).
        #neg({c(1),c(4)},{}). #neg({c(2),c(4)},{}).
        #modeb(2,c(var(v)),(positive)). #modeb(1,e(var(v),var(v))).
        #modeb(1,var(v) != var(v)).""",
        [":- c(X), c(Y), not e(X, Y), X != Y."],
    ),
    "latin_square": (
        """row(1..3). col(1..3). num(1..3).
        1 {c(R,C,N) : num(N)} 1 :- row(R), col(C).
        #pos({c(1,1,1),c(1,2,2),c(1,3,3),c(2,1,2),c(2,2,3),c(2,3,1),c(3,1,3),
              c(3,2,1),c(3,3,2)},{}).
        #neg({c(1,1,1),c(1,2,1)},{}). #neg({c(1,1,2),c(3,1,2)},{}).
        #modeb(2,c(var(r),var(co),var(n)),(positive)).
        #modeb(1,var(r) != var(r)). #modeb(1,var(co) != var(co)).""",
        [":- c(X, Y, Z), c(X, U, Z), Y != U.", ":- c(X, Y, Z), c(U, Y, Z), X != U."],
    ),
    "schedule": (
        """job(a). job(b). job(c). slot(1..3). before(a,b). conflict(b,c).
        1 {at(J,S) : slot(S)} 1 :- job(J).
        #pos({at(a,1),at(b,2),at(c,1)},{}). #pos({at(a,2),at(b,3),at(c,1)},{}).
        #neg({at(a,2),at(b,1)},{}). #neg({at(a,2),at(b,2)},{}).
        #neg({at(b,3),at(c,3)},{}). #neg({at(b,2),at(c,2)},{}).
        #modeb(2,at(var(j),var(s)),(positive)).
        #modeb(1,before(var(j),var(j)),(positive)).
        #modeb(1,conflict(var(j),var(j)),(positive)). #modeb(1,var(s) <= var(s)).""",
        [
            ":- at(X, Y), at(Z, Y), conflict(X, Z).",
            ":- at(X, Y), before(X, Z), at(Z, U), U <= Y.",
        ],
    ),
    "dice_with_constants": (
        """die(d1). die(d2).
        #pos({roll(d1,1),roll(d2,3)},
             {roll(d1,2),roll(d1,3),roll(d2,1),roll(d2,2)}).
        #pos({roll(d1,3),roll(d2,2)},
             {roll(d1,2),roll(d1,1),roll(d2,1),roll(d2,3)}).
        #neg({roll(d1,1),roll(d1,2)},{}).
        #neg({},{roll(d2,1),roll(d2,2),roll(d2,3)}).
        #modeha(roll(var(d),const(f))). #constant(f,1..3).
        #modeb(1,die(var(d)),(positive)).""",
        ["1 { roll(X, 1); roll(X, 2); roll(X, 3) } 1 :- die(X)."],
    ),
    "a_variable_compared_with_constants": (
        """n(1..6).
        #pos({big(5),big(6)},{big(1),big(3),big(4)}). #neg({big(2)},{}).
        #modeh(big(var(n))). #modeb(n(var(n)),(positive)).
        #modeb(var(n) > const(k)). #constant(k,2). #constant(k,4).""",
        ["big(X) :- n(X), X > 4."],
    ),
    "a_constant_before_what_it_is_compared_with": (
        """req(r1;r2;r3). role(r1,admin). role(r2,guest). role(r3,admin).
        age(r1,20). age(r2,30). age(r3,16).
        #pos({accept(r1)},{accept(r2),accept(r3)}). #neg({accept(r3)},{}).
        #modeh(accept(var(r))). #modeb(role(var(r),const(role)),(positive)).
        #modeb(age(var(r),var(y)),(positive)). #modeb(const(y) <= var(y)).
        #constant(role,admin). #constant(role,guest). #constant(y,18).""",
        ["accept(X) :- age(X, Y), role(X, admin), 18 <= Y."],
    ),
    "a_term_compared_with_a_variable": (
        """at(p1,(1,2)). at(p2,(3,4)). at(p3,(1,1)).
        #pos({home(p1)},{home(p2),home(p3)}). #neg({home(p2)},{}).
        #modeh(home(var(p))). #modeb(at(var(p),var(c)),(positive)).
        #modeb(var(c) = (1,2)). #modeb(var(c) != const(c)). #constant(c,(7,7)).
        #modeb(1 < 2).""",
        ["home(X) :- at(X, Y), Y = (1, 2)."],
    ),
    "transitive_closure": (
        """edge(a,b). edge(b,c). edge(c,d). edge(e,f).
        #pos({path(a,b),path(a,c),path(a,d),path(b,d),path(e,f)},
          {path(a,e),path(d,a),path(b,a),path(e,a),path(a,a),path(f,e)}).
        #neg({path(c,a)},{}).
        #modeh(path(var(n),var(n))). #modeb(2,path(var(n),var(n)),(positive)).
        #modeb(1,edge(var(n),var(n)),(positive)).""",
        ["path(X, Y) :- edge(X, Y).", "path(X, Y) :- path(X, Z), edge(Z, Y)."],
    ),
    "defaults_with_exceptions": (
        """bird(X) :- penguin(X). bird(tweety). bird(et). cat(kitty). penguin(polly).
        penguin(sp). super(sp). super(k2). cat(k2).
        #pos({fly(tweety),fly(et),fly(sp)},{fly(polly),fly(kitty),fly(k2)}).
        #neg({fly(kitty)},{}).
        #modeh(fly(var(a))). #modeb(1,bird(var(a)),(positive)).
        #modeb(1,penguin(var(a)),(positive)). #modeb(1,super(var(a)),(positive)).
        #modeb(1,cat(var(a)),(positive)).""",
        [
            "fly(X) :- bird(X), not ab0(X).",
            "ab0(X) :- penguin(X), not ab1(X).",
            "ab1(X) :- super(X).",
        ],
    ),
    "a_coin_without_a_name": (
        """#pos({heads},{}). #pos({tails},{}). #neg({heads,tails},{}).
        #modeh(heads). #modeh(tails). #modeb(heads). #modeb(tails).""",
        ["heads :- not tails.", "tails :- not heads."],
    ),
    "strong_negation": (
        """#pos({-a(1)},{}). #neg({a(1)},{}). #modeh(-a(var(t))).
        #modeb(p(var(t))). p(1).""",
        ["-a(X) :- p(X)."],
    ),
    "terms_in_heads": (
        """#pos({p(f(1,g(2)))},{p(f(2,g(2)))}). #neg({p(f(3,g(2)))},{}).
        #modeh(p(f(var(n),g(var(n))))). n(1..3). one(1).
        #modeb(n(var(n)),(positive)). #modeb(one(var(n)),(positive)).""",
        ["p(f(X, g(Y))) :- one(X), n(Y)."],
    ),
    "contexts": (
        """#pos({reach(c)},{reach(d)},{edge(a,b). edge(b,c). edge(d,c). start(a).}).
        #pos({reach(d)},{reach(b)},{edge(a,c). edge(c,d). edge(b,a). start(a).}).
        #pos({reach(a)},{},{start(a).}).
        #modeh(reach(var(n))). #modeb(1,reach(var(n)),(positive)).
        #modeb(1,start(var(n)),(positive)).
        #modeb(1,edge(var(n),var(n)),(positive)).""",
        ["reach(X) :- edge(_, X).", "reach(X) :- start(X)."],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_task(kind: str, tmp_path: Path) -> None:
    text, rules = KINDS[kind]
    path = tmp_path / "task.las"
    path.write_text(text, encoding="utf-8")
    task = read_task(str(path))
    program = learn_program(task)
    assert wrong_examples(task, program.render()) == []
    assert [str(rule) for rule in program.rules] == rules


def test_examples_with_a_penalty_are_given_up_where_that_is_cheaper(
    tmp_path: Path,
) -> None:
    path = tmp_path / "noise.las"
    path.write_text(
        "n(1..6). even(2). even(4). even(6).\n"
        "#pos(a@5,{p(2)},{}). #pos(b@5,{p(4)},{}). #pos(c@5,{p(6)},{}).\n"
        "#pos(d@1,{p(3)},{}). #neg(e@5,{p(1)},{}). #neg(f@5,{p(5)},{}).\n"
        "#modeh(p(var(n))). #modeb(1,even(var(n)),(positive)).\n"
        "#modeb(1,n(var(n)),(positive)).\n"
    )
    program = learn_program(read_task(str(path)))
    assert [str(rule) for rule in program.rules] == ["p(X) :- even(X)."]
    assert program.given_up == ("#pos d",)
    assert "% given up: #pos d" in program.render()


def test_a_task_that_nothing_solves_is_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "t.las"
    path.write_text("#neg({}, {}).\n#modeh(a).\n#modeb(1, a).\n")
    with pytest.raises(NoProgramError):
        learn_program(read_task(str(path)))


def test_equal_examples_are_given_up_once(tmp_path: Path) -> None:
    """Without one of several that say the same, the same program is learned."""
    path = tmp_path / "x.las"
    path.write_text("#modeh(t).\n#pos(a@1, {t}, {}).\n#pos(b@1, {t}, {}).\n")
    task = read_task(str(path))
    tried: list[int] = []
    search = CheapestProgram(
        task, Cases(task), lambda fewer: tried.append(len(fewer.examples))
    )
    best = search.best(None)
    assert best is not None
    assert best.cost == 2
    assert tried == [1]
