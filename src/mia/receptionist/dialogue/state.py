"""What the receptionist remembers between turns, kept as a JSON object in the engine's memory."""

from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.understanding.wants import Wants, read_wants
from mia.receptionist.understanding.who.people import SELF, Person, called

_KEY = "receptionist"
LARGEST_OFFER = 3


class Step(StrEnum):
    """The question the caller was asked last."""

    OPEN = "open"
    SERVICE = "service"
    WHEN = "when"
    SLOT = "slot"
    NAME = "name"
    LAST_NAME = "last_name"
    PHONE = "phone"
    CONFIRM = "confirm"
    FIX = "fix"
    CODE = "code"
    ELSE = "else"
    OFFER_VISIT = "offer_visit"
    OFFER_PERSON = "offer_person"
    PERSON_CONTACT = "person_contact"
    EMERGENCY = "emergency"
    EMERGENCY_CHECK = "emergency_check"
    IDENTITY = "identity"
    NUMBER = "number"
    WHO = "who"
    VISIT = "visit"
    CANCEL = "cancel"
    ENDED = "ended"


class Waiting(StrEnum):
    """Whether the caller is to be on the waiting list for the visit being arranged."""

    NO = "no"
    OFFERED = "offered"
    WANTED = "wanted"


VISIT_STEPS = frozenset(
    {Step.SERVICE, Step.WHEN, Step.SLOT, Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM, Step.FIX}
)
PERSONAL_STEPS = frozenset({Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM, Step.FIX, Step.PERSON_CONTACT})
_LEADS_ON = frozenset(
    {Step.SERVICE, Step.WHEN, Step.SLOT, Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM, Step.WHO}
    | {Step.CODE, Step.IDENTITY, Step.NUMBER, Step.VISIT, Step.OFFER_VISIT, Step.OFFER_PERSON}
)
_GOES_ON = frozenset({Step.LAST_NAME, Step.FIX, Step.PERSON_CONTACT, Step.EMERGENCY, Step.EMERGENCY_CHECK})
"""Steps at which the caller may well be saying the rest already, or is better heard out."""


@dataclass
class Planned:
    """A visit that comes after the one being arranged. ``service``: ``""`` for the same as before, ``kin``: for
    whom, by kin or name (``other`` where it was not said who), ``when``: what was told of its day, ``apart``: at a
    time of its own, so that none of those before holds for it, ``other_day``: not on the day of the one before."""

    service: str = ""
    kin: str = ""
    when: dict[str, Any] = field(default_factory=dict)
    apart: bool = False
    other_day: bool = False


@dataclass
class State:
    """A conversation so far.

    ``offered`` and ``slot`` are slots as ``find_slots`` returned them; only their tokens are ever booked.
    ``visits`` are those that this conversation booked and that still stand, ``replaces`` is the one that is being
    moved, ``wished`` when the last of them was wanted; ``planned`` are those that were asked for as well and come
    after it, ``beside`` whether it is one more for the same person and treatment, ``others_told`` whether
    more people than one were told of, so that nobody's name is taken for the next, ``people`` those who were
    told of by name, ``to_cancel`` what is canceled after the pending one, ``to_move`` the visits on file
    that are moved after it, ``gone`` the visits that were moved or canceled, with the ``turn`` of it and the visit
    that they ``became``, if any. ``errand`` is what is wanted of a
    visit on file (``dialogue/on_file/errands.py``), ``known`` whether the caller has shown to be a patient, as
    ``known_name``, and ``on_file`` are the visits that they have then. ``waiting``: for the waiting list, with the
    wish that was ``unmet``; ``listed`` says what for. ``ringing``: the team's phone rings, as it does once in a
    call (``rang``). ``pending`` is the tool call we wait for. ``said`` counts wordings used, so that none repeats
    at once. ``misses`` counts utterances in a row that brought nothing, ``heard_times`` how often ``heard_last``, a
    question and the answer to it, was heard in a row. ``no_visit``: they said that they
    need none. ``minor``: the visit is for someone under 18, so that nothing is booked in this conversation
    anymore, unless they are another (not ``minor_self``) and the caller turns to a visit of their own.
    ``reach_by``: how the team is to reach them, where a call is not wanted. ``typed``: they write. ``spanish``:
    they write Spanish, or told an emergency in Spanish, so that what is said comes in Spanish too. ``outreach``:
    the practice began the conversation (``dialogue/outreach.py``): whom it wants, what is due, whether the person
    is ``identified``, and the ``outcome`` when that was neither a visit nor a person. ``price_asked``: the price
    of a treatment that they have yet to name; ``priced``: turn, treatment and count (none: not certain) of those
    told last. ``days_beside``: those wanted are closed, and others are looked at. ``intended`` is the treatment of
    a visit that was wanted and not booked, or was canceled: another day that is asked for is meant for it.
    ``weighed`` are the treatments that were told or named side by side last. ``left`` are the wishes that wait
    until what is arranged now is settled. ``spelling`` of a name that was heard, but that few people have:
    ``due``, or ``asked`` for. ``unanswered`` are questions to which the practice has given no answer, in the
    caller's words; ``unanswered_at`` is the turn of the last of them, for the first ``unanswered_offered``
    someone's call was offered. ``leaving``: they said goodbye and were told of one. ``passed_on`` are the reasons
    that the team was told, ``told`` is what was said last that may be what someone is after. ``hours_told_at`` is
    the turn in which opening hours were told. ``doubted`` is what danger was heard in last, and where the
    conversation stood before: it is gone back to when there is none. ``asked`` is the question before, with its
    words for a treatment, ``asked_words``, and the place, ``asked_at``; ``subjects`` are the treatments that were
    named last, in which turn (``subject_at``), ``subject_provider`` who, and ``subject_day`` the day: what is
    wanted next is for it. ``hints`` are words, by their kind, that
    are a farewell when enough of them come together, ``said_before`` is the last short message, which the next may
    go on with.
    """

    step: Step = Step.OPEN
    booking: bool = False
    service_id: str | None = None
    service_choice: list[str] = field(default_factory=list)
    intended: str | None = None
    provider_id: str | None = None
    provider_gender: str | None = None
    providers_refused: list[str] = field(default_factory=list)
    location_id: str | None = None
    when: dict[str, Any] = field(default_factory=dict)
    offered: list[dict[str, Any]] = field(default_factory=list)
    slot: dict[str, Any] | None = None
    searches: int = 0
    days_beside: bool = False
    name: str | None = None
    name_complete: bool = False
    spelling: str = ""
    phone: str | None = None
    phone_part: str = ""
    phone_misses: int = 0
    phone_heard: str = ""
    reach_by: str = ""
    email: str | None = None
    for_whom: str | None = None
    no_visit: bool = False
    minor: bool = False
    minor_self: bool = False
    pending: dict[str, Any] | None = None
    calls: int = 0
    reported: dict[str, Any] = field(default_factory=dict)
    visits: list[dict[str, Any]] = field(default_factory=list)
    replaces: str | None = None
    planned: list[Planned] = field(default_factory=list)
    beside: bool = False
    others_told: bool = False
    in_turn: str = ""
    people: list[Person] = field(default_factory=list)
    wished: dict[str, Any] = field(default_factory=dict)
    to_cancel: list[str] = field(default_factory=list)
    to_move: list[dict[str, Any]] = field(default_factory=list)
    gone: list[dict[str, Any]] = field(default_factory=list)
    errand: dict[str, Any] | None = None
    known: bool = False
    known_name: str = ""
    on_file: list[dict[str, Any]] = field(default_factory=list)
    waiting: Waiting = Waiting.NO
    unmet: dict[str, Any] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)
    ringing: bool = False
    rang: bool = False
    handed_off: bool = False
    person_reason: str = ""
    passed_on: list[str] = field(default_factory=list)
    passed_phone: str = ""
    told: str = ""
    person_asked: bool = False
    doubted: dict[str, Any] | None = None
    hints: dict[str, str] = field(default_factory=dict)
    said_before: str = ""
    emergency: bool = False
    spanish: bool = False
    typed: bool = False
    outreach: dict[str, Any] | None = None
    price_asked: bool = False
    priced: list[Any] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    asked: str = ""
    asked_words: str = ""
    asked_at: str = ""
    subjects: list[str] = field(default_factory=list)
    subject_at: int = -1
    subject_provider: str | None = None
    subject_day: str = ""
    unanswered: list[str] = field(default_factory=list)
    unanswered_at: int = 0
    unanswered_offered: int = 0
    leaving: bool = False
    hours_told_at: int = -1
    weighed: list[str] = field(default_factory=list)
    left: list[Wants] = field(default_factory=list)
    misses: int = 0
    heard_last: str = ""
    heard_times: int = 0
    turns: int = 0
    said: dict[str, int] = field(default_factory=dict)
    last_lines: list[str] = field(default_factory=list)

    @property
    def wish(self) -> When:
        """When the caller wants to come."""
        return When.from_json(self.when)

    @wish.setter
    def wish(self, value: When) -> None:
        self.when = value.to_json()

    @property
    def booked(self) -> dict[str, Any] | None:
        """The visit booked last, of those that stand."""
        return self.visits[-1] if self.visits else None

    @property
    def is_own_visit(self) -> bool:
        """Whether the visit is for the one who has shown to be a patient, whose number is known."""
        return self.known and self.name == self.known_name

    @property
    def standing(self) -> list[dict[str, Any]]:
        """The visits that we know to stand: on file, or booked in this conversation."""
        return [*self.on_file, *self.visits]

    def add_visit(self, visit: dict[str, Any], *, moved: bool) -> None:
        """A visit was booked; ``moved``: in place of the one to be moved, else of one for the same service."""
        if moved or self.replaces:
            gone = self.replaces or next(
                (v["appointment_id"] for v in self.visits[::-1] if v["service_id"] == visit["service_id"]), None
            )
            self.drop_visit(gone, became=visit["appointment_id"])
        same = (visit["service_id"], visit["starts"])
        self.gone = [one for one in self.gone if one["became"] or (one["service_id"], one["starts"]) != same]
        self.visits.append(visit | {"turn": self.turns})
        self.intended = None

    def drop_visit(self, appointment_id: str | None, *, became: str = "") -> None:
        """A visit of this conversation stands no more; ``became``: the one that stands in its place."""
        gone = [visit for visit in self.standing if visit["appointment_id"] == appointment_id]
        self.gone += [visit | {"became": became, "turn": self.turns} for visit in gone]
        self.intended = gone[-1]["service_id"] if gone else self.intended
        self.visits = [visit for visit in self.visits if visit["appointment_id"] != appointment_id]
        self.on_file = [visit for visit in self.on_file if visit["appointment_id"] != appointment_id]

    @property
    def first_name(self) -> str:
        """The caller's first name, ``""`` when unknown."""
        return self.name.split()[0] if self.name else ""

    def turn_to(self, kin: str) -> None:
        """The next visit is for another of those who come, whose name may have been told; ``kin`` is ``other``
        where it was not said who that is."""
        name = self.name_of(kin) or (kin if kin[:1].isupper() else None)
        self.for_whom = None if kin == SELF else kin
        self.name, self.name_complete = name, bool(name and " " in name)

    def name_of(self, kin: str) -> str | None:
        """The name of the one who is meant by kin, if it was told; those who have their visit come last."""
        own = [Person(SELF, self.known_name)] if self.known else []
        return called([*own, *self.people], kin, {visit["name"] for visit in self.visits})

    @property
    def has_it_already(self) -> bool:
        """Whether the name for someone else's visit is that of one who has the same visit: it was misunderstood."""
        same = [v for v in self.visits if v["service_id"] == self.service_id and v["name"] == self.name]
        return bool(same and self.for_whom and not (self.replaces or self.beside))

    def wants_none(self) -> None:
        """Who has something for the team to settle, and arranges nothing, is asked for no visit."""
        self.no_visit = self.no_visit or not self.booking

    def drop_slot(self) -> None:
        """Forget offers and choice, because what they were for has changed."""
        self.offered, self.slot = [], None

    def drop_booking(self) -> None:
        """Forget the visit being arranged; the caller stays known."""
        booked = self.booked is not None and self.booked["service_id"] == self.service_id
        self.intended = self.service_id if self.booking and not booked else None
        self.booking = False
        self.service_id = self.provider_id = self.provider_gender = self.location_id = None
        self.service_choice, self.when, self.searches, self.replaces = [], {}, 0, None
        self.waiting, self.beside = Waiting.NO, False
        self.drop_slot()

    def drop_plans(self) -> None:
        """Forget what was to come after the visit being arranged, too."""
        self.drop_booking()
        self.planned, self.to_move = [], []


def load(memory: dict[str, Any]) -> State:
    """The state kept in an engine's memory; a fresh one when there is none. Unknown keys (of a later
    version) are left out."""
    raw = memory.get(_KEY) or {}
    known = {f.name for f in fields(State)}
    state = State(**{key: value for key, value in raw.items() if key in known})
    state.step, state.waiting = Step(state.step), Waiting(state.waiting)
    state.planned = [Planned(**one) if isinstance(one, dict) else one for one in state.planned]
    state.people = [Person(**one) if isinstance(one, dict) else one for one in state.people]
    state.left = [read_wants(one) if isinstance(one, dict) else one for one in state.left]
    return state


def store(state: State, memory: dict[str, Any]) -> None:
    """Keep the state in the engine's memory."""
    memory[_KEY] = {**asdict(state), "step": state.step.value, "waiting": state.waiting.value}


def answers_led_on(before: State, after: State) -> bool:
    """Whether what the caller said between the two states answered our question and led on to the next."""
    asked = before.step in _LEADS_ON and not before.pending
    led_on = after.step is not before.step and after.step not in _GOES_ON
    return asked and (led_on or after.pending is not None) and after.misses <= before.misses
