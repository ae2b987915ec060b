"""Phone numbers as people say them, whole or in groups over several turns."""

import re
from collections.abc import Sequence

import phonenumbers

from mia.platform.words.plain import plain
from mia.receptionist.numbers import TEENS, TENS, UNITS

_SURE = UNITS | {"oh": 0, "o": 0, "nought": 0, "owe": 0}
# Words a recognizer writes for digits; they count only between other digits.
_SOUNDS_LIKE = {"to": 2, "too": 2, "for": 4, "fore": 4, "won": 1, "ate": 8, "tree": 3, "sex": 6, "nein": 9}
_SOUNDS_LIKE |= {
    "fife": 5,
    "free": 3,
    "sick": 6,
    "sicks": 6,
    "hate": 8,
    "or": 0,
    "ah": 0,
    "near": 0,
    "zeros": 0,
    "fives": 5,
    "ohs": 0,
    "of": 0,
    "zo": 0,
}
_BETWEEN = {
    "and",
    "then",
    "dash",
    "hyphen",
    "area",
    "code",
    "uh",
    "plus",
    "space",
    "parenthesis",
    "extension",
}
_GROUP = 3
"""Digits of a group, after which a word at the end that sounds like one is one."""
_TIMES = {"double": 2, "triple": 3, "treble": 3}
NATIONAL_DIGITS = 10
_WRITTEN = re.compile(r"(?<![\d+])(?<!\d )\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)(?=[^\d]*$)")
"""A whole number as it is written, after which no digit comes."""


_EXTENSION = re.compile(r",?\s*\b(?:ext(?:ension)?|extn)\b\.?:? *#?(\d{1,6})\b", re.IGNORECASE)


def hear_extension(text: str) -> str:
    """The extension told with a number, ``""`` for none: it is no part of the number that is dialed."""
    found = _EXTENSION.search(text)
    return found[1] if found else ""


def hear_digits(text: str, *, expected: bool) -> str:
    """The longest run of spoken or written digits, ``""`` for none.

    Unless a number is ``expected``, only runs long enough for a phone number (7) count.
    Corrections inside one utterance ("no, sorry") keep what came last.
    """
    text = _EXTENSION.sub(" ", text)
    written = _WRITTEN.search(text)
    if written and valid_phone(number := re.sub(r"\D", "", written[0])):
        return number  # "oh one fifty three (503-555-0153)" says it twice
    line = re.sub(r"[()./-]", " ", text.replace("+", " "))
    line = re.sub(r"\b[oO](?=\d)", "0 ", line)
    best = ""
    for part in re.split(r"\b(?:no sorry|sorry|i mean|scratch that|wait|actually|no)\b", plain(line)):
        run = _best_run(part)
        if len(run) >= (3 if expected else 7):
            best = run
    return best


def _best_run(part: str) -> str:
    """The longest run, "three hundred five" read as 305 when that makes a whole number of it."""
    run = max(_runs(part.split()), key=len, default="")
    if " hundred " in part and not valid_phone(run):
        summed = re.sub(r"\bhundred (?:and )?(?=(?:\d{1,2}|\w+ty|\w+teen|[a-z]+)\b)", "hundred+ ", part)
        other = max(_runs(summed.split()), key=len, default="")
        run = other if valid_phone(other) else run
    return _without_echo(run)


def _without_echo(run: str) -> str:
    """Recognizers hear one digit too many in "five five five five"; reading back catches a mistake."""
    while len(run) > NATIONAL_DIGITS + 1 and (twice := re.search(r"(\d{3})\1", run)) and not valid_phone(run):
        run = run[: twice.start()] + run[twice.end(1) :]  # "305-555-555-555-0177"
    surplus = len(run) - NATIONAL_DIGITS - (run.startswith("1") and len(run) > NATIONAL_DIGITS + 1)
    repeated = re.search(r"(\d)\1{3,}", run)
    if surplus == 1 and repeated and not valid_phone(run):
        shorter = run[: repeated.start()] + run[repeated.start() + 1 :]
        return shorter if valid_phone(shorter) else run
    return run


def _runs(words: Sequence[str]) -> list[str]:
    runs, now, i = [], "", 0
    while i < len(words):
        digits, used = _digits(words, i, inside=len(now))
        if used:
            now += digits
            i += used
        elif words[i] in _BETWEEN and now:
            i += 1
        else:
            runs.append(now)
            now = ""
            i += 1
    return [*runs, now]


def _digits(words: Sequence[str], i: int, *, inside: int) -> tuple[str, int]:
    """Digits at word ``i`` and how many words they took; ``("", 0)`` when it is no digit. ``inside``: the digits
    before it."""
    word, after = words[i], words[i + 1] if i + 1 < len(words) else ""
    if word.isdigit():
        return _hundreds(int(word), words, i) if after.startswith("hundred") and len(word) == 1 else (word, 1)
    if word in _TIMES and (after in _SURE or (after.isdigit() and len(after) == 1)):
        return str(_SURE.get(after, after)) * _TIMES[word], 2
    if word in _SURE:
        if after.startswith("hundred"):
            return _hundreds(_SURE[word], words, i)
        return (str(_SURE[word]), 1) if word != "o" or inside or _is_digit(after) else ("", 0)
    if word in TENS:
        if after in UNITS and after != "zero":
            return str(TENS[word] + UNITS[after]), 2
        return str(TENS[word]), 1
    if word in TEENS:
        return str(TEENS[word]), 1
    opening = (
        _is_digit(after) and i + 2 < len(words) and _is_digit(words[i + 2]) and word not in ("for", "to", "too")
    )
    if word in _SOUNDS_LIKE and (opening or (inside and _is_digit(after)) or (inside >= _GROUP and not after)):
        return str(_SOUNDS_LIKE[word]), 1
    return "", 0


def _hundreds(count: int, words: Sequence[str], i: int) -> tuple[str, int]:
    """ "Eight hundred" is 800; with the mark ``hundred+`` the number after it is added."""
    if words[i + 1] == "hundred+":
        rest, used = _digits(words, i + 2, inside=_GROUP) if i + 2 < len(words) else ("", 0)
        if used and int(rest) < 100:
            return str(count * 100 + int(rest)), 2 + used
    return f"{count}00", 2


def _is_digit(word: str) -> bool:
    return word.isdigit() or any(word in t for t in (_SURE, TENS, TEENS, _SOUNDS_LIKE, _TIMES))


def national(digits: str) -> str:
    """Drop the leading 1 of a North American number."""
    return digits[1:] if len(digits) == NATIONAL_DIGITS + 1 and digits.startswith("1") else digits


def valid_phone(digits: str, *, international: bool = False) -> str | None:
    """The number in E.164, or ``None`` when no such number is possible.

    Fictional numbers (555-01xx) are possible but not "valid" in the library's sense, so only the
    possible shape is checked; the caller confirms the digits anyway.
    """
    text = f"+{digits}" if international else national(digits)
    try:
        number = phonenumbers.parse(text, "US")
    except phonenumbers.NumberParseException:
        return None
    possible = phonenumbers.is_possible_number_with_reason(number)
    if possible != phonenumbers.ValidationResult.IS_POSSIBLE:
        return None
    if number.country_code == 1 and national(digits)[0] in "01":
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


OF_A_NUMBER = re.compile(
    r"\b(?:numbers?|phone|cell|mobile|digits?|area code|last (?:four|4|two|2|three|3|one)|ends?|ending)\b"
    r"|^\W*(?:no|sorry|it is|its|actually|not|should be|[\d\s-]"
    r"|zero|one|two|three|four|five|six|seven|eight|nine|oh)+$"
)
"""Words that a part of a number that is put right is told with, or nothing but the digits themselves."""


def corrected(known: str, digits: str, text: str) -> str:
    """Apply a partial correction to a known E.164 number: "the last four are 0 1 4 3", "area code 786"."""
    local = known.removeprefix("+1")
    if len(local) != NATIONAL_DIGITS or len(digits) >= 7:
        return digits
    if len(digits) == 3 and "area" in text:
        return digits + local[3:]
    if re.search(r"\b(?:last|ends?|ending|end)\b", text) or len(digits) == 4:
        return local[: NATIONAL_DIGITS - len(digits)] + digits
    return digits


def spoken_phone(e164: str) -> str:
    """A number for reading back in groups: "305-555-0142"."""
    local = e164.removeprefix("+1")
    if len(local) == NATIONAL_DIGITS and e164.startswith("+1"):
        return f"{local[:3]}-{local[3:6]}-{local[6:]}"
    digits = e164.removeprefix("+")
    return "-".join(digits[i : i + 3] for i in range(0, len(digits), 3))
