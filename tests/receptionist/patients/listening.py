"""How a simulated patient listens: what Mia reads back is compared with what they want."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tests.receptionist.patients.objecting import Voice, nearest, wrong_in
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import Patient, Visit
from tests.receptionist.patients.read_back import ReadBack, visits_told

_MOST_OBJECTIONS = 2
"""How often they object to the same thing, before they would rather be called."""
_CANCELS = re.compile(r"\bshall i cancel\b|¿cancelo\b", re.IGNORECASE)
_MOVES = re.compile(r"\blet's move\b|\bvamos a cambiar\b", re.IGNORECASE)


@dataclass
class Listener:
    """``gave_up``: they would rather be called than asked again."""

    patient: Patient
    office: Office
    gave_up: bool = False
    _read: list[ReadBack] = field(default_factory=list)
    _moved: list[ReadBack] = field(default_factory=list)
    _cancels: bool = False
    _objections: dict[object, int] = field(default_factory=dict)

    def hear(self, said: str) -> None:
        """Keep what is read back, until something else is, and what Mia sets out to move."""
        told = visits_told(said, self.office.practice, self.patient.now)
        self._moved, told = (told[:1], told[1:]) if _MOVES.search(said) else ([], told)
        if told:
            self._read, self._cancels = told, bool(_CANCELS.search(said))

    def wrong(self, wishes: Sequence[Visit]) -> tuple[str, ...]:
        """What is wrong in what was read back last."""
        if not self._read:
            return ()
        if self._cancels:
            return self._not_to_go(self._read)
        return wrong_in(nearest(wishes, self._read[-1]), self._read[-1]) if wishes else ("nothing",)

    def to_read_back(self, wishes: Sequence[Visit], *, spanish: bool) -> str:
        """What they say where what was read back last is not what they want."""
        wrong = self.wrong(wishes)
        if not wrong:
            return ""
        times, voice = self._object(wrong, spanish=spanish)
        if times > _MOST_OBJECTIONS:
            self.gave_up = True
            return voice.say("gives up")
        if self._cancels:
            return self._against_change(voice, self._read, "stays")
        return voice.to_booking(nearest(wishes, self._read[-1]), wrong) if wishes else voice.say("nothing")

    def to_move(self, *, spanish: bool) -> str:
        """What they say where Mia sets out to move a visit that is to stay."""
        wrong = self._not_to_go(self._moved)
        if not wrong or self._objections.get(wrong, 0) >= _MOST_OBJECTIONS:
            return ""
        return self._against_change(self._object(wrong, spanish=spanish)[1], self._moved, "stays put")

    def _object(self, wrong: object, *, spanish: bool) -> tuple[int, Voice]:
        """How often they have objected to this now, and their voice for it."""
        turn = sum(self._objections.values())
        self._objections[wrong] = self._objections.get(wrong, 0) + 1
        return self._objections[wrong], Voice(self.patient, self.office.practice, spanish, turn)

    def _on_file(self, told: Sequence[ReadBack]) -> list[str]:
        """Which of their visits were told."""
        starts = {(read.service, read.start) for read in told}
        visits = self.patient.visits
        return [v["id"] for v in visits if (v["service"], datetime.fromisoformat(v["start"])) in starts]

    def _not_to_go(self, told: Sequence[ReadBack]) -> tuple[str, ...]:
        return tuple(id_ for id_ in self._on_file(told) if id_ not in self.patient.cancels)

    def _against_change(self, voice: Voice, told: Sequence[ReadBack], stays: str) -> str:
        """The visit that they meant instead, if there is one."""
        meant = [visit for visit in self.patient.visits if visit["id"] in self.patient.cancels]
        meant = [visit for visit in meant if visit["id"] not in self.office.canceled]
        if not meant:
            return voice.say(stays)
        key = "only" if meant[0]["id"] in self._on_file(told) else "other visit"
        return voice.say(key, visit=voice.visit(meant[0]))
