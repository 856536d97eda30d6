"""JSON with lines for people, several times as fast as the standard library's.

That one has its fast encoder only for text in one line.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import Any


def indented_json(value: Any, newline: str = "\n") -> str:
    """Return ``json.dumps(value, indent=2, ensure_ascii=False)``.

    Keys are texts. ``newline`` begins a line: a newline, then the indentation.
    """
    if isinstance(value, str):
        return encode_basestring(value)
    deeper = f"{newline}  "
    if value and isinstance(value, dict):
        items = [
            f"{encode_basestring(key)}: {indented_json(item, deeper)}"
            for key, item in value.items()
        ]
        return f"{{{deeper}{f',{deeper}'.join(items)}{newline}}}"
    if value and isinstance(value, (list, tuple)):
        items = [indented_json(item, deeper) for item in value]
        return f"[{deeper}{f',{deeper}'.join(items)}{newline}]"
    return json.dumps(value)
