"""A simulated patient who calls, as ``evals/spoken/patients.toml`` describes one, and everything they may say."""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from tests.receptionist.patients.office import CODE
from tests.receptionist.patients.patient import Patient, patient_of
from tests.receptionist.patients.talk import ENDS, PLAIN

FOLDER = Path(__file__).resolve().parents[3] / "evals/spoken"

NUMBERED = ("The first one works.", "The second one, please.")
"""How someone takes one of the times they are told, without naming it."""
WRONG_DAY = "No, that's the wrong day."
WRONG_NUMBER = "No, that's not the number."
ANYTHING_ELSE = "None of those, sorry. Anything else?"
CODE_READ = f"It says {', '.join(CODE)}."
NOT_SAID = "I'd rather not say."
IN_DANGER, NO_DANGER = "Yes, right now!", "No no, nothing like that."


@dataclass(frozen=True)
class Caller(Patient):
    """``voice`` speaks all their words; ``number`` and ``full_name`` have to be kept as they are."""

    voice: str = ""
    number: str = ""
    full_name: str = ""

    @property
    def digits(self) -> str:
        return self.number[-4:]


@cache
def callers() -> tuple[Caller, ...]:
    """All of them, in the order of the file."""
    rows = tomllib.loads((FOLDER / "patients.toml").read_text(encoding="utf-8"))["patient"]
    return tuple(_caller(dict(row)) for row in rows)


def _caller(row: dict[str, Any]) -> Caller:
    voice, number, name = (str(row.pop(key, "")) for key in ("voice", "number", "full_name"))
    if name:
        row.setdefault("spell", f"{', '.join(name.split()[-1].upper())}.")
    told = patient_of("spoken", row)
    of_patient: dict[str, Any] = {field.name: getattr(told, field.name) for field in fields(Patient)}
    return Caller(**of_patient, voice=voice, number=number, full_name=name)


def words_of(caller: Caller) -> list[str]:
    """Everything they may say, whatever they are asked."""
    own = [caller.says, *caller.then, *(words for answer in caller.answers.values() for words in answer)]
    stock = [
        of_voice(caller, PLAIN["place"]),
        of_voice(caller, PLAIN["confirm"]),
        of_voice(caller, ENDS),
        NOT_SAID,
        NO_DANGER,
    ]
    if caller.task == "emergency":
        stock.append(IN_DANGER)
    if caller.books or "time" in caller.answers:
        stock += [*NUMBERED, ANYTHING_ELSE, WRONG_DAY]
    if caller.number:
        stock.append(WRONG_NUMBER)
    if caller.visits and "code" not in caller.answers:
        stock.append(CODE_READ)
    return list(dict.fromkeys((*own, *stock)))


def of_voice(caller: Caller, words: Sequence[str]) -> str:
    """One of several ways to say a thing: a voice has its own."""
    return words[sum(caller.voice.encode()) % len(words)]


def clip(voice: str, words: str) -> Path:
    """Where a voice says something."""
    return FOLDER / "clips" / voice / f"{hashlib.sha256(words.encode()).hexdigest()[:12]}.opus"


if __name__ == "__main__":
    wanted = dict.fromkeys((caller.voice, words) for caller in callers() for words in words_of(caller))
    for voice, words in wanted:
        print(voice, clip(voice, words).relative_to(FOLDER / "clips"), words, sep="\t")
