"""The files of the paper's authors, where FOLD_DATA has them."""

from __future__ import annotations

import pytest
from support import DATA, fold, swipl

from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.use.learning.learn import learn

AUTHORS = DATA / "authors"

pytestmark = pytest.mark.skipif(
    not AUTHORS.is_dir(), reason=f"no data of the authors at {AUTHORS}; set FOLD_DATA"
)

FILES = [
    ("flies.pl", "flies/1", 1, 11),
    ("playtennis.pl", "play/1", 9, 5),
    ("acute_train.pl", "inflammation/1", 40, 46),
    ("acute_train.pl", "nephritis/1", 37, 49),
    ("labor_train.pl", "good_contract/1", 26, 14),
    ("credit_au_train.pl", "approved/1", 245, 309),
    ("mushroom_train.pl", "poisonous/1", 2278, 2434),
]


@pytest.mark.parametrize("algorithm", ["fold", "foil"])
@pytest.mark.parametrize(
    ("file", "target", "positives", "negatives"),
    [pytest.param(*row, id=row[1].partition("/")[0]) for row in FILES],
)
def test_sound_and_complete(
    file: str, target: str, positives: int, negatives: int, algorithm: str
) -> None:
    sources = Sources((str(AUTHORS / file),), target=target)
    theory = learn(sources, Options(algorithm)).theory
    assert theory.examples
    assert theory.covers
    sizes = theory.examples.positives, theory.examples.negatives
    assert sizes == (positives, negatives)
    assert (theory.covers.positives, theory.covers.negatives) == (positives, 0)


def test_swipl_agrees_on_credit() -> None:
    path = AUTHORS / "credit_au_train.pl"
    result = fold("learn", "-q", path, "--target", "approved/1")
    assert result.returncode == 0
    theory = result.stdout.replace("approved(X) :-", "learned(X) :-")
    ask = "aggregate_all(count, (%s(X), %s learned(X)), N), print(N), nl"
    answers = swipl(
        "[user]",
        ask % ("approved", "\\+"),
        ask % ("denied", ""),
        files=(path,),
        stdin=theory,
    )
    assert answers == ["0", "0"]
