"""A conversation with invented people in place of those who held it: the same one each time, so that what was said
keeps its sense."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mia.clinic.teaching.impersonal import (
    EMAILS,
    NUMBERS,
    PROPER,
    SPOKEN_NUMBERS,
    WORD,
    introduced_names,
    is_ordinary,
    said_digits,
)

_FIRST = ("Maya", "Owen", "Clara", "Felix", "Nadia", "Hugo", "Iris", "Jonas", "Lena", "Theo")
_LAST = ("Collins", "Barrett", "Whitman", "Ferris", "Lindgren", "Mercer", "Ostrow", "Pruitt", "Sorrel", "Tolland")
_ASKS_NAME = re.compile(r"\bnames?\b|\bspell|\bwho (?:is this|am i|is it for)", re.IGNORECASE)
_NO_NAME = re.compile(
    r"(?:yes|yeah|yep|no|nope|sure|okay|ok|um|uh|hi|hello|it'?s|its|that'?s|this|thanks|thank|sorry|what|why|right|"
    r"first|last|name|names|and|is|the|my|me|for|a|an|i|i'?m|im|of|to|you|with|as|in|speaking|here|please|correct)",
    re.IGNORECASE,
)
_MOST_WORDS_OF_NAME = 6
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_BIRTH = re.compile(
    rf"\b\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}}\b"
    rf"|\b{_MONTH}\.?\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?:of\s+)?(?:19\d\d|20[01]\d)\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+(?:19\d\d|20[01]\d)\b"
    rf"|\b{_MONTH}\s+(?:the\s+)?\w+(?:[\s-]\w+)?,?\s+(?:nineteen|two thousand)"
    rf"(?:[\s-]+(?:and|oh|\w+(?:ty|teen|ne|wo|ee|ur|ve|ix|en|ht)))+",
    re.IGNORECASE,
)
_STREET = re.compile(
    rf"\b\d{{1,6}}[a-z]?\s+(?:{WORD}\.?\s+){{1,3}}(?:(?i:street|avenue|ave|road|rd|lane|ln|boulevard|blvd|terrace|"
    rf"parkway|pkwy)|St|Drive|Dr|Court|Ct|Way|Place|Pl|Circle)\b\.?(?:,?\s*(?i:apt|apartment|unit|suite|#)\.?\s*\w+)?"
)
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_HANDLE = re.compile(r"(?<!\w)@\w[\w.]+")
_SPELLED = re.compile(r"\b[A-Za-z](?:[-.][A-Za-z]){2,}\b|\b[A-Z](?:[\s,]+[A-Z]){2,}\b")
_AS_IN = re.compile(r"(?<!['\u2019\w])(?:[A-Za-z] as in|[B-HJ-Z] for) [A-Za-z]+\b")
_WORDS_OF_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Said:
    """A line of a conversation."""

    role: str
    text: str = field(repr=False)


@dataclass
class _Cast:
    """Who and what stands for whom and what in one conversation."""

    names: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    people: int = 0

    def meet(self, name: str) -> None:
        """Invent someone for a name; a part of one that is known keeps its stand-in."""
        parts = re.findall(WORD, name)
        fresh = [part for part in parts if part.casefold() not in self.names and len(part) > 1]
        if not fresh or "mia" in (part.casefold() for part in fresh):
            return
        at = self.people % len(_FIRST)
        self.people += 1
        for part in fresh:
            self.names[part.casefold()] = _FIRST[at] if part == parts[0] else _LAST[at]

    def number(self, digits: str) -> str:
        """Digits of the same count; those of a phone are from the range that is kept for stories."""
        if digits not in self.numbers:
            at = len(self.numbers)
            if len(digits) >= 7:
                made = f"1305555{111 + at:04}"
                made = made[-len(digits) :].rjust(len(digits), "1")
            else:
                made = "".join(str((at + place + 1) % 10) for place in range(len(digits)))
            self.numbers[digits] = made
        return self.numbers[digits]


def with_stand_ins(lines: Sequence[Said], names: Iterable[str | None]) -> list[Said]:
    """The conversation with names, numbers, addresses, births and links replaced: the ``names`` that have to do
    with it, those that introduce someone, and the answers to a question for a name."""
    cast = _Cast()
    for name in (*filter(None, names), *_told(lines)):
        cast.meet(name)
    return [Said(line.role, _replaced(line.text, cast)) for line in lines]


def _told(lines: Sequence[Said]) -> list[str]:
    found: list[str] = []
    asked = False
    for line in lines:
        if line.role == "user":
            found += introduced_names(line.text)
            if asked and (name := _bare_name(line.text)):
                found.append(name)
        asked = line.role == "assistant" and bool(_ASKS_NAME.search(line.text))
    return found


def _bare_name(text: str) -> str:
    """The words of a short answer that may be a name."""
    words = re.findall(WORD, text)
    if len(words) > _MOST_WORDS_OF_NAME or "?" in text:
        capitals = re.findall(rf"(?<![.!?]\s)(?<!^){PROPER}", text)
        return " ".join(word for word in capitals if not _NO_NAME.fullmatch(word))
    return " ".join(word for word in words if not _NO_NAME.fullmatch(word))


def _replaced(text: str, cast: _Cast) -> str:
    text = " ".join(text.split())
    text = _LINK.sub("https://practice.example/link", text)
    text = EMAILS.sub("maya.collins@mail.example", text)
    text = _HANDLE.sub("@sample", text)
    text = _BIRTH.sub("January 2, 1980", text)
    kept: list[str] = re.findall(r"January 2, 1980", text)
    text = text.replace("January 2, 1980", "\x00")
    text = _STREET.sub("\x01", text)
    text = NUMBERS.sub(lambda found: _in_place(found[0], cast), text)
    text = SPOKEN_NUMBERS.sub(lambda found: _in_words(found[0], cast), text)
    text = text.replace("\x01", "12 Sample Street")
    for _ in kept:
        text = text.replace("\x00", "January 2, 1980", 1)
    text = _AS_IN.sub("S as in Sam", _SPELLED.sub(lambda found: _spelled(found[0], cast), text))
    return re.sub(WORD, lambda found: _renamed(found, cast), text)


def _in_place(found: str, cast: _Cast) -> str:
    fresh = iter(cast.number(re.sub(r"\D", "", found)))
    return re.sub(r"\d", lambda _: next(fresh), found)


def _in_words(found: str, cast: _Cast) -> str:
    digits = cast.number(said_digits(found))
    return " ".join(_WORDS_OF_DIGITS[int(digit)] for digit in digits)


def _spelled(found: str, cast: _Cast) -> str:
    letters = "".join(re.findall("[A-Za-z]", found))
    return "-".join(cast.names.get(letters.casefold(), "Smith").upper())


def _renamed(found: re.Match[str], cast: _Cast) -> str:
    word = found[0]
    owned = re.sub(r"['\u2019]s$", "", word)
    made = cast.names.get(owned.casefold())
    if made is None or (is_ordinary(owned) and (not owned[0].isupper() or found.start() == 0)):
        return word
    return (made if owned[0].isupper() else made.lower()) + word[len(owned) :]
