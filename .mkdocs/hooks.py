"""The site mirrors the repository, so that a link works in both.

Pages keep their paths (``README.md``, ``docs/tables.md``), and MkDocs checks the links
between all of them, whether they stand in ``docs/`` or not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parent.parent
OTHER_FILES = ("*.md", "LICENSE", "benchmarks/*.md", "docs/*.png")
FILE_NAME_OF_BLOCK = re.compile(r"^```(\w+) .*$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return all pages under their paths in the repository."""
    theme = [file for file in files if Path(file.src_dir or "") != ROOT / "docs"]
    pages = [
        path for pattern in ("docs/*.md", *OTHER_FILES) for path in ROOT.glob(pattern)
    ]
    return Files(theme + [_file(path, config) for path in pages])


def _file(path: Path, config: MkDocsConfig) -> File:
    name = path.relative_to(ROOT).as_posix()
    return File(name, str(ROOT), config.site_dir, config.use_directory_urls)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leave out what follows a block's language, which MkDocs does not understand."""
    return FILE_NAME_OF_BLOCK.sub(r"```\1", markdown)
