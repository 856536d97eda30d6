"""Reports opened in Chromium: what is seen, what is sent, who can read it.

``make install-browser`` installs what this needs; without that, it skips.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from support import BIRDS, DATA, PROBLEMS, ROOT, fold, learned
from test_report import LOANS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

playwright = pytest.importorskip(
    "playwright.sync_api", reason="no Playwright: run make install-browser"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = ROOT / "build" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium: run make install-browser"),
    pytest.mark.skipif(
        not AXE.exists(), reason="no axe-core: run make install-browser"
    ),
]
shared = pytest.mark.skipif(not DATA.is_dir(), reason="needs the shared data")

PROBLEM_FILES: dict[str, tuple[str | Path, ...]] = {
    "birds": BIRDS,
    "play_tennis": tuple(
        PROBLEMS / "play_tennis" / name for name in ("bk.pl", "pos.pl", "neg.pl")
    ),
    "adult": (DATA / "uci" / "adult" / "data.csv",),
    "trains1": (DATA / "relational" / "popper" / "trains1",),
    "iris": (DATA / "uci" / "iris" / "data.csv",),
}
PAGES = [
    "birds",
    "play_tennis",
    *(pytest.param(name, marks=shared) for name in ("adult", "trains1", "iris")),
]

# Elements that reach beyond the window, but for those in a box that scrolls.
OVERFLOWING = """() => [...document.body.querySelectorAll("*")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(".scroll, svg") &&
    (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((each) => each.outerHTML.slice(0, 200)).concat(
  document.documentElement.scrollWidth > innerWidth ? ["the page"] : [])"""
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => each.open = true)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=root)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the theory and the report of a problem, made once."""
    directory = tmp_path_factory.mktemp("reports")

    @cache
    def report(name: str) -> tuple[Path, Path]:
        theory, page = directory / f"{name}.pl", directory / f"{name}.html"
        theory.write_text(learned(*PROBLEM_FILES[name]), "utf-8")
        result = fold("report", theory, *PROBLEM_FILES[name], "-o", page)
        assert result.returncode == 0, result.stderr
        return theory, page

    return report


class Watched:
    """A page in a browser, with all that it asks for and complains about."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(
            viewport={"width": 360, "height": 800}, **options
        )
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.url = path.as_uri()
        self.page.goto(self.url)

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def check_quiet(self) -> None:
        """Raise unless it asked for itself alone, and complained of nothing."""
        assert self.requests == [self.url]
        assert self.complaints == []

    def check_width(self) -> None:
        """Raise if anything is wider than a narrow, or than a wide, window."""
        for width in (360, 1600):
            self.page.set_viewport_size({"width": width, "height": 800})
            assert self.page.evaluate(OVERFLOWING) == []

    def check_accessible(self) -> None:
        """Raise if axe-core finds anything, in the light or in the dark."""
        self.page.evaluate(AXE.read_text("utf-8"))
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            found = self.page.evaluate("axe.run()")
            assert found["passes"]
            faults = [
                (each["id"], node["html"], node["failureSummary"])
                for each in found["violations"]
                for node in each["nodes"]
            ]
            assert faults == []


@pytest.mark.parametrize("name", PAGES)
def test_a_report_is_read(name: str, browser: Any, reports: Any) -> None:
    theory, path = reports(name)
    evaluated = fold("evaluate", theory, *PROBLEM_FILES[name], "--format", "json")
    said = json.loads(evaluated.stdout)
    with Watched(browser, path) as watched:
        page = watched.page
        shown = page.locator("#measures dl > div").all_inner_texts()
        named = dict(each.split("\n") for each in map(_plain, shown))
        assert named["Accuracy"] == f"{said['accuracy']:.3f}"
        assert named["AUC"] == f"{said['auc']:.3f}"
        _check_counts(page, said)
        _unfold(page)
        _find(page)
        page.evaluate(OPEN_ALL)
        watched.check_width()
        watched.check_accessible()
        watched.check_quiet()


def _plain(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if line)


def _check_counts(page: Any, said: dict[str, Any]) -> None:
    """Compare the numbers beside the bars, and the confusion, with what is said."""
    texts = page.locator("#rules .bars").evaluate_all(
        "(all) => all.map((e) => e.textContent)"
    )
    bars = [tuple(map(int, re.findall(r"\d+", t.replace(",", "")))) for t in texts]
    counts = [tuple(each["covers"].values()) for each in said["clauses"]]
    assert bars
    assert set(bars) <= set(counts)
    cells = page.locator("#measures table").first.locator("tbody td").all_inner_texts()
    numbers = sorted(int(text.replace(",", "")) for text in cells)
    confusion = said["confusion"]
    if isinstance(confusion, list):
        assert sum(numbers) == sum(map(sum, confusion))
    else:
        assert numbers == sorted(confusion.values())


def _unfold(page: Any) -> None:
    """Unfold exceptions, one by the keyboard and all by the button."""
    exceptions = page.locator("details.exceptions")
    button = page.locator("#unfold")
    if not exceptions.count():
        assert button.is_hidden()
        return
    first = exceptions.first
    first.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert first.locator("pre").first.is_visible()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Unfold all exceptions").click()
    opened = exceptions.evaluate_all("(all) => all.filter((e) => e.open).length")
    assert opened == exceptions.count()
    assert page.get_by_role("button", name="Fold all exceptions", exact=True).count()


def _find(page: Any) -> None:
    """Find an example by its name, and see why it holds or not."""
    examples = page.locator("details.example")
    name = examples.last.locator(".name").inner_text()
    page.get_by_label("Find an example").fill(name)
    found = page.locator("details.example:visible")
    assert name in found.locator(".name").all_inner_texts()
    [opened] = [each for each in found.all() if each.get_attribute("open") is not None]
    assert opened.locator(".name").inner_text() == name
    assert opened.locator(".tree").is_visible()
    page.get_by_label("Find an example").fill("nobody is called so")
    assert page.locator("details.example:visible").count() == 0
    assert page.locator("#found").inner_text() == "0 shown"
    page.get_by_label("Find an example").fill("")
    page.get_by_label("Show").select_option("wrong")
    kinds = page.locator("details.example:visible").evaluate_all(
        "(all) => all.map((e) => e.dataset.kind)"
    )
    assert set(kinds) <= {"wrong"}
    page.get_by_label("Show").select_option("")


def test_without_scripts_everything_can_be_read(browser: Any, reports: Any) -> None:
    _, path = reports("birds")
    with Watched(browser, path, java_script_enabled=False) as watched:
        page = watched.page
        assert page.locator(".finder").is_hidden()
        assert page.locator("#unfold").is_hidden()
        assert page.locator("section h2").count() == 6
        example = page.locator("details.example").first
        assert not example.locator(".tree").is_visible()
        example.locator("summary").click()
        assert example.locator(".tree").is_visible()


def test_exceptions_are_printed(browser: Any, reports: Any) -> None:
    _, path = reports("birds")
    with Watched(browser, path) as watched:
        watched.page.emulate_media(media="print")
        watched.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert watched.page.locator("details.exceptions pre").first.is_visible()
        assert watched.page.locator("nav").is_hidden()
        assert watched.page.locator(".finder").is_hidden()
        watched.page.evaluate("dispatchEvent(new Event('afterprint'))")
        watched.check_quiet()


HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(2)>",
    '" onclick="alert(3)" \'',
    "\u202ereversed\u2066",
    "<!--",
    "a" * 10_000,
]


def test_hostile_names_stay_text(browser: Any, tmp_path: Path) -> None:
    table, theory, page = (tmp_path / n for n in ("d.csv", "t.pl", "r.html"))
    quoted = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in HOSTILE]
    rows = [
        f'{quoted[n % 6][:-1]} {n}",{quoted[n % 6]},{n},{quoted[n % 6 // 3]}\n'
        for n in range(36)
    ]
    table.write_text(f"id,{quoted[1]},{quoted[0]},class\n{''.join(rows)}", "utf-8")
    text = learned(table, "--id", "id", "--exact", "--positive", HOSTILE[0])
    theory.write_text(text, "utf-8")
    result = fold("report", theory, table, "--id", "id", "-o", page)
    assert result.returncode == 0, result.stderr
    assert len(page.read_bytes()) < 150_000
    with Watched(browser, page) as watched:
        assert watched.page.evaluate("document.scripts.length") == 1
        assert watched.page.locator("img, [onclick], [onerror]").count() == 0
        assert "alert(1)" in watched.page.locator("#rules").inner_text()
        watched.page.evaluate(OPEN_ALL)
        watched.check_width()
        watched.check_accessible()
        watched.check_quiet()


def test_folds_and_cards(browser: Any, reports: Any, tmp_path: Path) -> None:
    table, folds, cards = (tmp_path / n for n in ("d.csv", "cv.html", "cards.html"))
    table.write_text(LOANS)
    options = ["--class", "credit", "--positive", "bad", "--folds", "3"]
    result = fold("cv", "-q", table, *options, "--jobs", "1", "--report", folds)
    assert result.returncode == 0, result.stderr
    shown = fold("show", reports("birds")[0], "--format", "html", "-o", cards)
    assert shown.returncode == 0, shown.stderr
    for path in (folds, cards):
        with Watched(browser, path) as watched:
            watched.page.evaluate(OPEN_ALL)
            watched.check_width()
            watched.check_accessible()
            watched.check_quiet()
