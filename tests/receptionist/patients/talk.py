"""A simulated patient talks with Mia until they have what they came for, or give up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.asked import question_in
from tests.receptionist.patients.listening import Listener
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import Patient, Visit, practice

_MOST_TURNS = 18
_MOST_REPEATS = 2

_YES = re.compile(r"\W*(?:y(?:es|eah|ep|up|a)?|s[ií])\b", re.IGNORECASE)
_OBJECTS = re.compile(
    r"\b(?:no|not|nope|wrong|leave|keep|stays?|still|wait|hold on|meant|instead|déjel[ao]|queda)\b|n['\u2019]?t\b",
    re.IGNORECASE,
)
"""How their own answers to a read-back object to it."""
ENDS = (
    "no thats everything, thank you",
    "nope all good. thanks, bye",
    "that's it, bye now",
    "no. thanks so much, bye!",
)
_SPANISH_END = "eso es todo, gracias, adiós"
_SPANISH_TAKES = ("el {time} está bien", "{time} por favor", "mejor el {time}")
_SPANISH_PLAIN = {"place": ("la primera",), "confirm": ("sí, por favor",)}
_SPANISH_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_TAKES = ("{time} works", "ok {time} then", "let's do {time}", "{time} please", "I'll take {time}")
PLAIN = {
    "place": ("the first one you said", "whichever is first"),
    "confirm": ("yes", "yes please", "yep thats right", "correct, go ahead", "yeah that's perfect"),
}


@dataclass
class Talk:
    """One conversation as it goes; ``lines`` is what both said."""

    patient: Patient
    talk: Conversation
    lines: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    gave_number: bool = False
    said_goodbye: bool = False
    _used: dict[str, int] = field(default_factory=dict)
    _next: int = 0
    _repeats: int = 0
    _kind: str = "other"
    listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self.listener = Listener(self.patient, self.office)

    @property
    def office(self) -> Office:
        """What the clinic has."""
        assert isinstance(self.talk.office, Office)
        return self.talk.office

    @property
    def goals_left(self) -> list[Visit]:
        """Visits that are not booked yet."""
        booked = list(self.office.booked)
        left = []
        for visit in self.patient.books:
            found = next((b for b in booked if serves(visit, b)), None)
            booked.remove(found) if found else left.append(visit)
        return left

    @property
    def open_wishes(self) -> list[Visit]:
        """Visits that the patient still asks for: they see no mistake in a booking that was made."""
        left = [] if self.listener.gave_up else list(self.patient.books)
        for booked in self.office.booked:
            same = [visit for visit in left if visit.service == booked["service_id"]]
            if same:
                left.remove(next((visit for visit in same if serves(visit, booked)), same[0]))
        return left

    async def run(self) -> "Talk":
        """Talk to the end."""
        words: str | None = self.patient.says
        for _ in range(_MOST_TURNS):
            assert words is not None
            self.lines.append(f"  patient: {words}")
            self.gave_number |= self.gives_number(words)
            said = await self.tell(words)
            self.replies.append(said)
            self.lines.append(f"  mia:     {said}")
            self.listener.hear(said)
            if self.talk.ended or self.said_goodbye:
                break
            words = self.answer(question_in(said))
        return self

    async def tell(self, words: str) -> str:
        """Say something; what Mia answers."""
        return await self.talk.say(words)

    def gives_number(self, words: str) -> bool:
        """Whether they tell their number."""
        return bool(self.patient.digits) and self.patient.digits in re.sub(r"\D", "", words)

    def answer(self, kind: str) -> str:
        """What they say to a kind of question."""
        kind = self._kind if kind == "again" else kind
        self._kind = kind
        answers = self.patient.answers
        if objection := self.objection(kind):
            return objection
        if kind in ("other", "else") or (
            kind in ("service", "when") and not self.open_wishes and kind not in answers
        ):
            return self._go_on(kind)
        if kind == "danger":
            return "yes, right now!" if self.patient.task == "emergency" else "no no, nothing like that"
        if kind in PLAIN or kind == "code":
            plain = _SPANISH_PLAIN if self._spanish else PLAIN
            return self._words(kind, plain.get(kind) or self._code())
        if kind == "time" or (kind == "when" and "when" not in answers):
            return self.take_time()
        if kind == "spell":
            who = self.patient.books[0].who if self.patient.books else ""
            last = (who or self._words("name", ("no",))).split()[-1]
            return self._words("spell", ("-".join(last.upper()),))
        if kind == "contact":
            return " ".join(self._words(part, ("I'd rather not say",)) for part in ("name", "phone"))
        if kind in ("offer", "person") and kind not in answers:
            wants = self.open_wishes if kind == "offer" else self.patient.task or self.listener.gave_up
            return "yes please" if wants else self._go_on("else" if not self.open_wishes else "other")
        if kind in answers:
            return self._words(kind, ())
        return self._go_on("other") if kind == "service" else "I'd rather not say"

    @property
    def _spanish(self) -> bool:
        """Whether Mia writes Spanish: then they go on in it, too."""
        return bool(self.replies) and bool(re.search("[¿¡]", self.replies[-1]))

    def _code(self) -> Sequence[str]:
        """How they read the code that their phone got last, if it got one."""
        codes = re.findall(r"\b\d{6}\b", " ".join(self.office.delivered))
        return (f"it says {codes[-1]}", codes[-1]) if codes else ("nothing came",)

    def objection(self, kind: str) -> str:
        """What they say where what Mia read back, or sets out to move, is not what they want; their own words to a
        read-back first, unless these agree to it."""
        if moved := self.listener.to_move(spanish=self._spanish):
            return moved
        if kind not in ("confirm", "fix") or (kind == "confirm" and self._objects_in_own_words()):
            return ""
        return self.listener.to_read_back(self.wishes, spanish=self._spanish)

    def _objects_in_own_words(self) -> bool:
        """Whether their own next answer to a read-back is no yes: it objects, or another follows."""
        own, used = self.patient.answers.get("confirm", ()), self._used.get("confirm", 0)
        return used < len(own) - 1 or bool(own and _OBJECTS.search(own[-1]) and not _YES.match(own[-1]))

    @property
    def wishes(self) -> list[Visit]:
        """What a booking may serve: a visit that is not there, or not as it was wanted."""
        return self.open_wishes or self.goals_left

    def take_time(self) -> str:
        """What they say to the times they are offered."""
        fitting = [s for s in self.office.offered for v in self.open_wishes if v.fits(s)]
        if not fitting:
            return self._words(
                "unfit", (*self.patient.answers.get("when", ()), "none of those, sorry. Anything else?")
            )
        choice = "time" if "time" in self.patient.answers else "takes"
        takes, spoken = (_SPANISH_TAKES, _in_spanish) if self._spanish else (_TAKES, _spoken)
        return self._words(choice, takes).format(time=spoken(fitting[0]))

    def _words(self, kind: str, others: Sequence[str]) -> str:
        lines = self.patient.answers.get(kind)
        if lines is None:
            return others[sum(self.patient.id.encode()) % len(others)]
        used = self._used.get(kind, 0)
        self._used[kind] = used + 1
        return lines[min(used, len(lines) - 1)]

    def _go_on(self, kind: str) -> str:
        """What they say where Mia asks nothing of theirs: the next wish, the same again, or goodbye."""
        if self._next < len(self.patient.then):
            self._next += 1
            return self.patient.then[self._next - 1]
        if self.open_wishes and self._repeats < _MOST_REPEATS:
            self._repeats += 1
            return self.patient.says
        if kind in ("service", "when") and self._repeats < 1:
            self._repeats += 1
            return f"I was only asking, {self.patient.says}"
        if kind == "other" and self.patient.task and not self.office.made("request_person") and self._repeats < 1:
            self._repeats += 1
            return self.patient.says
        self.said_goodbye = True
        if self._spanish:
            return _SPANISH_END
        return ENDS[sum(self.patient.id.encode()) % len(ENDS)]


def serves(visit: Visit, booked: dict[str, object]) -> bool:
    """Whether a booking is the one that a patient wants."""
    start = booked["start"]
    assert isinstance(start, datetime)
    same = visit.service == booked["service_id"] and visit.fits(start)
    return same and visit.who.casefold() in str(booked["name"]).casefold()


def _in_spanish(start: datetime) -> str:
    clock = f"{start.hour % 12 or 12}" + (f":{start.minute:02}" if start.minute else "")
    part = "de la mañana" if start.hour < 12 else "de la tarde"
    return f"{_SPANISH_DAYS[start.weekday()]} a {'la' if clock[:2] in ('1', '1:') else 'las'} {clock} {part}"


def _spoken(start: datetime) -> str:
    clock = f"{start.hour % 12 or 12}" + (f":{start.minute:02}" if start.minute else "")
    return f"{start:%A} at {clock} {'AM' if start.hour < 12 else 'PM'}"


async def hold(patient: Patient) -> Talk:
    """The conversation of a patient, from their first words to the end."""
    facts = practice(patient.practice)
    on_file = [visit_on_file(visit, facts) for visit in patient.visits]
    office = Office(practice=facts, on_file=on_file, number=patient.digits, now=patient.now)
    return await Talk(patient, Conversation(office, typed=True)).run()
