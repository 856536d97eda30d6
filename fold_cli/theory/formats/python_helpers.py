"""What a theory that is written as Python reads cells with, as ``fold`` reads tables.

These are texts of functions; ``python_format.py`` writes them before a theory's own.
"""

HELPERS = '''\
WHOLE_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,15})\\.0")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
TRUTH = {"true": 1, "1": 1, "1.0": 1, "false": 0, "0": 0, "0.0": 0}


def _written(cell):
    """Return a cell as it is written, None if there is nothing."""
    text = str(cell).strip(" \\t")
    if isinstance(cell, str):
        return text
    return None if cell is None or text == "<NA>" or cell != cell else text


def _text(cell):
    """Return a cell as a name, None if it is missing."""
    text = _written(cell)
    if text and WHOLE_FLOAT.fullmatch(text):  # 1.0, where cells are missing, is 1
        text = "0" if text == "-0.0" else text[:-2]
    return None if text in MISSING else text


def _number(cell):
    """Return a cell as a number, None if it is missing or none."""
    text = _written(cell)
    if text is None or text in MISSING:
        return None
    if DECIMAL_COMMA and COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if len(text) > 64 or not NUMBER.fullmatch(text):
        return None
    if set(text) & set(".eE"):
        number = float(text)
        return number if abs(number) < float("inf") else None
    return int(text)


def _truth(cell):
    """Return a truth value, however it is written, as 1 or 0; None if it is none."""
    text = _written(cell) or ""
    return None if text in MISSING else TRUTH.get(text.lower())


def _truth_number(cell):
    """Return a number, for which a truth value may stand."""
    truth = _truth(cell)
    return _number(cell) if truth is None else truth


def _check(row, columns):
    """Raise an error where a row lacks a column; None stands for a missing cell."""
    lacking = [column for column in columns if column not in row]
    if lacking:
        raise KeyError(f"the row has no {', '.join(lacking)}; None is a missing cell")


def _equals(row, column, value, kind=_text):
    return kind(row.get(column)) == value


def _alike(cell, bound):
    """Return two numbers of one type: whole numbers and floats compare as floats."""
    if isinstance(cell, float) or isinstance(bound, float):
        return float(cell), float(bound)
    return cell, bound


def _at_most(row, column, bound, kind=_number):
    cell = kind(row.get(column))
    if cell is None:
        return False
    cell, bound = _alike(cell, bound)
    return cell <= bound


def _more_than(row, column, bound, kind=_number):
    cell = kind(row.get(column))
    return cell is not None and not _at_most(row, column, bound, kind)
'''

DATES = '''\
DATE = re.compile(
    r"([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})"
    r"(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?)?"
)


def _date(cell):
    """Return a date or time as text whose order is that of time, in UTC."""
    match = DATE.fullmatch(_text(cell) or "")
    if not match:
        return None
    year, month, day, *clock, fraction, offset = match.groups()
    try:
        time = [int(part or 0) for part in clock]
        moment = datetime.datetime(int(year), int(month), int(day or 1), *time)
        if offset and offset != "Z":
            digits = offset[1:].replace(":", "").ljust(4, "0")
            shift = datetime.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
            moment += shift if offset[0] == "-" else -shift
    except (ValueError, OverflowError):
        return None
    if day is None:
        return f"{year}-{month}"
    date, time = moment.isoformat().split("T")
    fraction = (fraction or "").rstrip("0")
    if time == "00:00:00" and not fraction:
        return date
    return f"{date}T{time}.{fraction}" if fraction else f"{date}T{time}"
'''
