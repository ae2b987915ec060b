"""Recognizes words that may mean danger, in English and Spanish, before anybody answers them.

Recall comes first: better one call too many to 911. Nothing here weighs symptoms; a hit leads to the fixed
script and a person (clinical words are never answered with advice). The words stand in ``english.txt`` and
``spanish.txt``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from mia.platform.words.phrase_files import read_patterns


class Danger(StrEnum):
    """``NOW``: the 911 script. ``CRISIS``: thoughts of suicide, with the 988 line as well.
    ``ASKED``: a general question about emergencies."""

    NOW = "now"
    CRISIS = "crisis"
    ASKED = "asked"


@dataclass(frozen=True)
class Alarm:
    """Danger that was heard, and whether it was told in Spanish."""

    danger: Danger
    spanish: bool = False

    @property
    def is_urgent(self) -> bool:
        """Whether somebody may be in danger now, and nothing else matters."""
        return self.danger is not Danger.ASKED


_ENGLISH, _SPANISH = "english", "spanish"
_GRAVITY = (Danger.ASKED, Danger.NOW, Danger.CRISIS)


def hear_danger(*lines: str) -> Alarm | None:
    """The gravest danger that an utterance may speak of, ``None`` when there is none.

    ``lines`` are plain forms (``kernel/plain.py``) of the same utterance: as heard, and as corrected towards
    the names that a practice uses. Denials ("it's not an emergency", "no trouble breathing") and plainly
    general questions ("what do I do in an emergency?") are not taken for danger; a symptom told in the first
    person always is.
    """
    judged = (
        (_judge(line, _patterns(language)), language)
        for line in dict.fromkeys(lines)
        for language in (_ENGLISH, _SPANISH)
    )
    alarms = [Alarm(danger, language == _SPANISH) for danger, language in judged if danger is not None]
    return max(alarms, key=lambda alarm: _GRAVITY.index(alarm.danger), default=None)


def denies_danger(line: str) -> bool:
    """Whether a plain text says that something is no danger, or uses its words for something else."""
    return any(
        _patterns(language)[heading].search(line)
        for language in (_ENGLISH, _SPANISH)
        for heading in ("denied", "figure of speech")
    )


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    return read_patterns((files(__package__) / f"{language}.txt").read_text(encoding="utf-8"))


def _judge(line: str, found: Mapping[str, re.Pattern[str]]) -> Danger | None:
    rest = found["figure of speech"].sub(" | ", line)
    rest = found["denied"].sub(" | ", rest)
    if found["crisis"].search(rest):
        return Danger.CRISIS
    if found["excuse"].search(rest):
        rest = found["mild"].sub(" | ", rest)
    if not found["now"].search(rest):
        return Danger.ASKED if found["mentioned"].search(rest) else None
    general = found["in general"].search(rest)
    in_person = found["right now"].search(found["in general"].sub(" ", rest))
    if general and (not in_person or found["question"].match(rest)):
        return Danger.ASKED
    return Danger.NOW
