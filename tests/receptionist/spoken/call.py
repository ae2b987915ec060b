"""A simulated patient on the telephone: everything they say is played and heard."""

import re
from dataclasses import dataclass, field

from mia.platform.conversation.ports import Heard
from mia.platform.conversation.spoken_text import sentences
from mia.voice.engine.ports import Speech
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice
from tests.receptionist.patients.talk import ENDS, PLAIN, Talk
from tests.receptionist.spoken.caller import (
    ANYTHING_ELSE,
    CODE_READ,
    IN_DANGER,
    NO_DANGER,
    NOT_SAID,
    NUMBERED,
    WRONG_DAY,
    WRONG_NUMBER,
    Caller,
    clip,
    of_voice,
)
from tests.receptionist.spoken.ear import Ear
from tests.receptionist.spoken.sound import heard_as

_READ_BACK = re.compile(r"\b(\d{3})-(\d{3})-(\d{4})\b")
_AS_SPOKEN = {
    "yes, right now!": IN_DANGER,
    "no no, nothing like that": NO_DANGER,
    "I'd rather not say": NOT_SAID,
    "none of those, sorry. Anything else?": ANYTHING_ELSE,
    "nothing came": NOT_SAID,
}


@dataclass
class Call(Talk):
    """``condition`` is how the sound reaches the product; ``heard`` what came of each thing said."""

    ear: Ear | None = None
    condition: str = "clean"
    heard: list[tuple[str, str]] = field(default_factory=list)
    _silent: int = 0

    @property
    def caller(self) -> Caller:
        """Who calls."""
        assert isinstance(self.patient, Caller)
        return self.patient

    async def tell(self, words: str) -> str:
        assert self.ear is not None
        clips = [clip(self.caller.voice, part) for part in words.split("\n")]
        last = self.replies[-1] if self.replies else self.talk.brief.first_message
        heard = await self.ear.listen(heard_as(clips, self.condition), list(sentences(last))[-1])
        self._note(words, heard)
        if heard is None:
            self._silent += 1
            return await self.talk.stay_silent(self._silent)
        self._silent = 0
        return await self.talk.hear(heard)

    def _note(self, words: str, heard: Heard | None) -> None:
        text = heard.text if heard else ""
        self.heard.append((words, text))
        self.lines.append(f"  heard:   {text}" + (f"  [{heard.raw}]" if heard and heard.raw else ""))

    def gives_number(self, words: str) -> bool:
        return bool(self.caller.number) and any(told in words for told in self.caller.answers.get("phone", ()))

    def answer(self, kind: str) -> str:
        if wrong := self._correction():
            return wrong
        words = super().answer(kind)
        if words.startswith("it says") or words.isdigit():
            return CODE_READ
        for ways in (ENDS, *PLAIN.values()):
            if words in ways:
                return of_voice(self.caller, ways)
        if self._kind == "contact":
            return "\n".join(self._words(part, (NOT_SAID,)) for part in ("name", "phone"))
        return _AS_SPOKEN.get(words, words.removeprefix("I was only asking, "))

    def objection(self, kind: str) -> str:
        """Of all objections they have been recorded with the one to a day."""
        unsettled = kind == "confirm" and "confirm" not in self.patient.answers and bool(self.open_wishes)
        return WRONG_DAY if unsettled and "day" in self.listener.wrong(self.wishes) else ""

    def take_time(self) -> str:
        """By its place among those they were told."""
        told = self.office.offered[: len(NUMBERED)]
        fitting = [i for i, start in enumerate(told) if any(visit.fits(start) for visit in self.open_wishes)]
        if "time" in self.patient.answers:
            return self._words("time", ())
        return (
            NUMBERED[fitting[0]]
            if fitting
            else self._words("unfit", self.patient.answers.get("when", (ANYTHING_ELSE,))[:1])
        )

    def _correction(self) -> str:
        """What they say when Mia reads back a number that is not theirs."""
        said = self.replies[-1]
        for number in _READ_BACK.findall(said):
            if self.caller.number and "".join(number) not in (self.caller.number, self.talk_number):
                return f"{WRONG_NUMBER}\n{self._words('phone', ())}"
        return ""

    @property
    def talk_number(self) -> str:
        """The practice's own number, which Mia may tell."""
        return re.sub(r"\D", "", str(self.office.practice["phone"]))


async def call(caller: Caller, speech: Speech, condition: str) -> Call:
    """The call of a patient, from their first words to the end."""
    facts = practice(caller.practice)
    on_file = [visit_on_file(visit, facts) for visit in caller.visits]
    office = Office(practice=facts, on_file=on_file, number=caller.digits)
    talk = Call(caller, Conversation(office), ear=Ear(speech, facts), condition=condition)
    await talk.run()
    return talk
