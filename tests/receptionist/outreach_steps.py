"""Brings a call that Mia makes to a step, says one wording and judges what she did with it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any

from mia.platform.conversation.ports import Brief, Message
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import ZONE, FrontOffice
from tests.receptionist.steps import EVALS, TUESDAY

Case = Mapping[str, Any]

VOICEMAIL = "This is Mia, the automated assistant at Downtown MedSpa, for Ana. Please call 305-555-0100."
OPENING = (
    "Hi, this is Mia, an AI assistant calling for Downtown MedSpa. This call isn't recorded. "
    "Am I speaking with Ana?"
)
OFFERED = (time(10), time(14, 30))
TREATMENT = "botox"


@dataclass
class OutreachOffice(FrontOffice):
    """A front office that has called Ana: who she is, and whether she was called rightly, it decides itself."""

    identified: bool = False
    refuse_identity: bool = False

    def answer(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name == "confirm_identity":
            self.calls.append((name, dict(arguments)))
            self.identified = bool(arguments["is_patient"]) and not self.refuse_identity
            return {"status": "confirmed" if self.identified else "refused"}
        if name == "stop_contact":
            self.calls.append((name, dict(arguments)))
            return {"status": "paused" if arguments.get("reason") == "not_interested" else "stopped"}
        if name in ("find_slots", "book_appointment"):
            assert self.identified, "nothing is told before the person is known"
        if name == "book_appointment":
            assert set(arguments) == {"slot_token"}, "whose visit it is, the front office knows"
            arguments = {**arguments, "name": "Ana Ruiz", "phone": "+13055550142"}
        return super().answer(name, arguments)


@dataclass
class OutreachCall(Conversation):
    """A call to Ana."""

    office: FrontOffice = field(default_factory=OutreachOffice)
    history: list[Message] = field(default_factory=lambda: [Message("assistant", OPENING)])

    @property
    def brief(self) -> Brief:
        outreach = {"first_name": "Ana", "practice": "Downtown MedSpa", "services": ["svc_botox"], "kind": "recall"}
        name, practice = "Mia - Downtown MedSpa", self.office.practice
        return Brief(name, OPENING, "", {"practice": practice, "outreach": outreach}, voicemail_message=VOICEMAIL)

    @property
    def outcome(self) -> str:
        """What the conversation has come to, by memory."""
        return str((self.state["outreach"] or {}).get("outcome", ""))


def cases(file: str = "outreach.json") -> list[tuple[str, Case]]:
    """All wordings of a file with their step."""
    content = json.loads((EVALS / file).read_text(encoding="utf-8"))
    return [(step, case) for step, entries in content.items() if step != "about" for case in entries]


def office_with_two_times() -> OutreachOffice:
    """An office that has 10:00 and 14:30 free on Tuesday, nothing on Monday, and all else."""
    busy = set[datetime]()
    for day, free in ((TUESDAY - timedelta(days=1), ()), (TUESDAY, OFFERED), (TUESDAY - timedelta(days=3), ())):
        starts = [datetime.combine(day, time(9)) + timedelta(minutes=30 * i) for i in range(18)]
        busy |= {start for start in starts if start.time() not in free}
    return OutreachOffice(busy=busy)


_reached: dict[str, OutreachCall] = {}


async def at_identity() -> OutreachCall:
    """Mia has just asked for Ana."""
    return OutreachCall(office_with_two_times())


async def at_offer() -> OutreachCall:
    """Ana has confirmed to be it, and two times were offered."""
    if "offer" not in _reached:
        talk = await at_identity()
        await talk.say("Yes, this is Ana.")
        assert talk.step == "slot", talk.spoken
        _reached["offer"] = talk
    return _fork(_reached["offer"])


async def at_confirm() -> OutreachCall:
    """The visit was read back."""
    talk = await at_offer()
    await talk.say("Ten works for me")
    assert talk.step == "confirm", talk.spoken
    return talk


def _fork(talk: OutreachCall) -> OutreachCall:
    return OutreachCall(deepcopy(talk.office), talk.model, deepcopy(talk.memory))


async def judge(step: str, case: Case) -> str:
    """What went wrong, ``""`` when Mia did the right thing."""
    return await _JUDGES[step](case)


def _told(talk: OutreachCall) -> str:
    """What must never be said: the treatment, unless the person named it."""
    said = " ".join(talk.spoken).lower()
    return f"names the treatment: {said}" if TREATMENT in said else ""


async def _identity_yes(case: Case) -> str:
    talk = await at_identity()
    await talk.say(case["say"])
    offered = [_start(slot) for slot in talk.state["offered"]]
    want = [datetime.combine(TUESDAY, clock) for clock in OFFERED]
    return _told(talk) or ("" if offered == want else f"offered {offered}: {talk.spoken}")


async def _identity_no(case: Case) -> str:
    talk = await at_identity()
    await talk.say(case["say"])
    if talk.step != "number" or talk.office.made("find_slots"):
        return f"step {talk.step}: {talk.spoken}"
    return ""


def _ends(outcome: str, *arrivals: Callable[[], Awaitable[OutreachCall]], tool: str = "", **arguments: Any) -> Any:
    async def check(case: Case) -> str:
        for arrive in arrivals:
            talk = await arrive()
            await talk.say(case["say"])
            if talk.outcome != outcome or talk.ended is None:
                return f"{arrive.__name__}: {talk.outcome or talk.step}, ended {talk.ended}: {talk.spoken}"
            if tool and arguments not in talk.office.made(tool):
                return f"{arrive.__name__}: {talk.office.calls}"
            if talk.office.booked or _told(talk):
                return f"{arrive.__name__}: {talk.spoken}"
            if (await talk.conclude()).structured["outcome"] != outcome:
                return f"{arrive.__name__}: concluded otherwise"
        return ""

    return check


async def _who(case: Case) -> str:
    for arrive in (at_identity, at_offer):
        talk = await arrive()
        before = talk.step if talk.memory else "identity"
        answer = await talk.say(case["say"])
        if "Downtown MedSpa" not in answer or ("AI" not in answer and "automated" not in answer):
            return f"{arrive.__name__}: {answer}"
        if talk.step != before or talk.ended or _told(talk):
            return f"{arrive.__name__}: step {talk.step}: {answer}"
    return ""


async def _details(case: Case) -> str:
    talk = await at_offer()
    answer = await talk.say(case["say"])
    return _told(talk) or ("" if talk.step == "slot" and talk.ended is None else f"step {talk.step}: {answer}")


async def _slot(case: Case) -> str:
    talk = await at_offer()
    await talk.say(case["say"])
    slot = talk.state["slot"]
    want = datetime.combine(TUESDAY, OFFERED[case["index"]])
    if slot is None or _start(slot) != want or talk.step != "confirm":
        return f"chosen {slot}: {talk.spoken}"
    return _told(talk)


async def _other_time(case: Case) -> str:
    talk = await at_offer()
    await talk.say(case["say"])
    wished = talk.state["when"].get("days")
    searched = len(talk.office.made("find_slots"))
    return _told(talk) or (
        "" if wished == case["days"] and searched == 2 else f"{talk.state['when']}: {talk.spoken}"
    )


async def _confirm(case: Case) -> str:
    talk = await at_confirm()
    await talk.say(case["say"])
    return _told(talk) or ("" if len(talk.office.booked) == 1 else f"not booked: {talk.spoken}")


async def _person(case: Case) -> str:
    for arrive in (at_identity, at_offer):
        talk = await arrive()
        await talk.say(case["say"])
        asked = talk.office.made("request_person")
        if len(asked) != 1 or asked[0]["urgency"] != "routine":
            return f"{arrive.__name__}: {asked} {talk.spoken}"
    return ""


async def _mailbox(case: Case) -> str:
    talk = await at_identity()
    answer = await talk.say(case["say"])
    return "" if (answer, talk.ended) == (VOICEMAIL, "voicemail") else f"{talk.ended}: {answer}"


def _start(slot: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(slot["starts_at"]).astimezone(ZONE).replace(tzinfo=None)


_JUDGES: dict[str, Callable[[Case], Awaitable[str]]] = {
    "identity_yes": _identity_yes,
    "identity_no": _identity_no,
    "wrong_number": _ends("wrong_number", at_identity, at_offer, tool="stop_contact", reason="wrong_number"),
    "absent": _ends("not_available", at_identity),
    "who": _who,
    "stop": _ends("stopped", at_identity, at_offer, at_confirm, tool="stop_contact"),
    "not_interested": _ends("declined", at_identity, at_offer, tool="stop_contact", reason="not_interested"),
    "bad_time": _ends("not_available", at_identity, at_offer),
    "already": _ends("declined", at_offer),
    "details": _details,
    "slot": _slot,
    "other_time": _other_time,
    "confirm": _confirm,
    "person": _person,
    "mailbox": _mailbox,
}
