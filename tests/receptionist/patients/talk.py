"""A simulated patient talks with Mia until they have what they came for, or give up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import Patient, Visit, practice

_MOST_TURNS = 18
_MOST_REPEATS = 2

_QUESTIONS: Sequence[tuple[str, str]] = (
    ("again", r"take your time|go ahead whenever|and the rest"),
    ("code", r"(?<!area )code\b"),
    ("person", r"(someone|somebody|a person|our team|team member)\b.*\b(call|help|reach|get back)"),
    ("confirm", r"(is that|that'?s|all that) (right|correct)|correct\?|sound right"
     r"|shall i (go ahead|book|cancel|move)|should i (book|cancel|move)|book it\?|want me to (book|cancel)"
     r"|did i get"),
    ("danger", r"happening (right )?now|emergency\?|in danger"),
    ("birth", r"birth"),
    ("email", r"e-?mail"),
    ("contact", r"\bname\b.*\b(phone|number)\b"),
    ("spell", r"\bspell"),
    ("phone", r"\b(phone|number|reach you|area code|digits)\b"),
    ("name", r"\bname\b|who is (it|this) for|who am i"),
    ("place", r"which (location|office|of our)|address of"),
    ("when", r"\bwhen\b|what (day|time|date)|which day|another day|days? (and|or) time"),
    ("service", r"(what|which) (service|treatment)|come in for|what would you like (to (book|have)|done)"),
    ("time", r"which (one|of|would)"
     r"|(which|do any|does (any|either|that|one)|would (any|either|that|one)).*(time|work|suit|best|better|fit)"),
    ("offer", r"would you like (me )?to (book|schedule|come|set)|like to (book|schedule)"
     r"|shall i (look|find|check)"),
    ("else", r"anything else|what else|help (you )?with|can i do for you"),
)  # fmt: skip
_IN_SPANISH: Sequence[tuple[str, str]] = (
    ("again", r"tómese su tiempo|dígame\.|¿y el resto"),
    ("code", r"\bcódigo (?!de área)"),
    ("person", r"(alguien|nuestro equipo)\b.*\bllam"),
    ("confirm", r"está correcto|¿la (reservo|cancelo)|¿cancelo|es correcto\?|la reservo\?|sí o no"),
    ("danger", r"ahora mismo\?"),
    ("birth", r"nacimiento"),
    ("email", r"\bcorreo\b"),
    ("contact", r"\bnombre\b.*\bteléfono\b"),
    ("phone", r"\b(teléfono|número)\b"),
    ("name", r"\b(nombre|apellido)\b"),
    ("place", r"qué sede|de cuál"),
    ("when", r"qué (otro )?día|cuándo"),
    ("service", r"qué tratamiento|cuál le interesa"),
    ("time", r"cuál prefiere|¿le conviene|cuál de ell"),
    ("offer", r"quiere hacer una cita|le busco una hora"),
    ("else", r"algo más|puedo ayudar|qué necesita|qué más"),
)  # fmt: skip
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


def question_in(said: str) -> str:
    """What Mia wants to know, judged by the last thing she asked; ``other`` when that is none of ours."""
    parts = re.split(r"(?<=[.!?])\s+", said)
    asked = [part for part in parts if part.endswith("?")]
    for sentence in reversed(asked or parts):
        for kind, pattern in (*_QUESTIONS, *_IN_SPANISH):
            if re.search(pattern, sentence, re.IGNORECASE):
                return kind
    return "other"


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
        done = [b["service_id"] for b in self.office.booked]
        left = []
        for visit in self.patient.books:
            done.remove(visit.service) if visit.service in done else left.append(visit)
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
        if kind in ("other", "else") or (
            kind in ("service", "when") and not self.open_wishes and kind not in answers
        ):
            return self._go_on(kind)
        if kind == "danger":
            return "yes, right now!" if self.patient.task == "emergency" else "no no, nothing like that"
        if kind == "confirm" and kind not in answers and self._wrong_day():
            return f"no, that's the wrong day. I meant {self._words('when', ('another one',))}"
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
            wants = self.open_wishes if kind == "offer" else self.patient.task
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

    def _wrong_day(self) -> bool:
        """Whether what Mia just read back is on a day that they did not ask for."""
        read = re.search(r"(November|December|January) (\d+)", self.replies[-1])
        if read is None or not self.open_wishes:
            return False
        year, month = {"November": (2026, 11), "December": (2026, 12), "January": (2027, 1)}[read[1]]
        day = datetime.combine(date(year, month, int(read[2])), time())
        return not any(replace(visit, hours=(0, 24)).fits(day) for visit in self.open_wishes)

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
