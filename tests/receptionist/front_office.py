"""A front office for the receptionist's tests: real booking rules on a small synthetic practice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("America/New_York")
NOW = datetime(2026, 11, 21, 15, 0, tzinfo=UTC)  # Saturday, 10 AM in Miami
STEP = timedelta(minutes=30)
HORIZON = timedelta(days=90)

PRACTICE: dict[str, Any] = {
    "name": "Downtown MedSpa",
    "timezone": "America/New_York",
    "phone": "(305) 555-0100",
    "hand_off_number": "(305) 555-0101",
    "locations": [
        {
            "id": "loc_1",
            "name": "Downtown MedSpa",
            "address": "120 Harbor Street, Miami",
            "directions": "We're across from the library, on the second floor",
            "parking": "The garage on Harbor Street is free for the first two hours",
        }
    ],
    "hours": [
        *({"weekday": d, "opens": "09:00", "closes": "18:00"} for d in range(5)),
        {"weekday": 5, "opens": "10:00", "closes": "15:00"},
    ],
    "services": [
        {
            "id": "svc_botox", "name": "Botox", "aliases": ["botulinum", "wrinkle relaxer"],
            "category": "Injectables",
            "duration_minutes": 30, "price_cents": 1400, "price_note": "per unit",
            "description": "Botox softens frown lines and crow's feet",
        },
        {
            "id": "svc_dysport", "name": "Dysport", "aliases": [], "category": "Injectables",
            "duration_minutes": 30, "price_cents": 500, "price_note": "per unit",
            "description": "Dysport relaxes the muscles that cause frown lines",
        },
        {
            "id": "svc_lip", "name": "Lip filler", "aliases": ["lip injections", "lip augmentation"],
            "category": "Injectables", "duration_minutes": 60, "price_cents": 70000, "price_note": "per syringe",
            "description": "Lip filler adds volume and shape",
        },
        {
            "id": "svc_hydra", "name": "HydraFacial", "aliases": ["hydra facial"], "category": "Facials",
            "duration_minutes": 60, "price_cents": 19900, "price_note": "",
            "description": "A HydraFacial cleanses, exfoliates and hydrates the skin",
        },
        {
            "id": "svc_peel", "name": "Chemical peel", "aliases": ["peel"], "category": "Skin",
            "duration_minutes": 45, "price_cents": 15000, "price_note": "", "description": "A peel renews the skin",
        },
        {
            "id": "svc_lhr", "name": "Laser hair removal", "aliases": ["hair removal"], "category": "Laser",
            "duration_minutes": 45, "price_cents": None, "price_note": "", "description": "",
        },
        {
            "id": "svc_lres", "name": "Laser resurfacing", "aliases": [], "category": "Laser",
            "duration_minutes": 90, "price_cents": 65000, "price_note": "", "description": "It smooths scars",
        },
        {
            "id": "svc_micro", "name": "Microneedling", "aliases": ["micro needling"], "category": "Skin",
            "duration_minutes": 60, "price_cents": 30000, "price_note": "", "description": "It firms the skin",
        },
        {
            "id": "svc_consult", "name": "Consultation", "aliases": ["consult"], "category": "Consultation",
            "duration_minutes": 30, "price_cents": 0, "price_note": "", "description": "A talk about your goals",
        },
    ],
    "providers": [
        {"id": "prv_dana", "name": "Dana Whitfield", "title": "RN", "service_ids": ["svc_botox", "svc_dysport"]},
        {"id": "prv_lee", "name": "Dr. Amara Lee", "title": "MD", "service_ids": []},
    ],
    "faq": [
        {
            "topic": "insurance",
            "questions": ["Do you take insurance?", "Is it covered by my insurance?"],
            "answer": "Our treatments are cosmetic, so insurance doesn't cover them.",
        },
        {
            "topic": "payment plans",
            "questions": ["Do you offer payment plans?", "How can I pay?"],
            "answer": "We take all major cards and offer monthly plans through CareCredit.",
        },
        {
            "topic": "cancellation policy",
            "questions": ["What is your cancellation policy?", "Is there a no-show fee?"],
            "answer": "Please give us 24 hours' notice; later changes cost $50.",
        },
    ],
}  # fmt: skip


@dataclass
class FrontOffice:
    """Answers the receptionist's tools as scheduling does: only offered tokens book, once each.

    ``lose_next``: the next booking finds its slot taken by someone else.
    """

    practice: Mapping[str, Any] = field(default_factory=lambda: PRACTICE)
    now: datetime = NOW
    busy: set[datetime] = field(default_factory=set)
    lose_next: bool = False
    expire_next: bool = False
    broken: bool = False
    broken_tools: set[str] = field(default_factory=set)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    booked: list[dict[str, Any]] = field(default_factory=list)
    made_bookings: int = 0
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)

    def answer(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool; raises ``RuntimeError`` when the office is ``broken``."""
        self.calls.append((name, dict(arguments)))
        if name in self.broken_tools or (self.broken and name in ("find_slots", "book_appointment")):
            raise RuntimeError("unavailable")
        if name in self.answers:
            return self.answers[name]
        if name == "find_slots":
            return self._find(dict(arguments))
        if name == "book_appointment":
            return self._book(dict(arguments))
        if name == "cancel_visit":
            return self._cancel(str(arguments["appointment_id"]))
        if name == "join_waiting_list":
            return {"status": "listed", "entry_id": "wtl_1"}
        if name == "identify_patient":
            return {"status": "sent"}
        if name == "request_person":
            spoken = "Someone from our team will call you back shortly."
            return {"task_id": "tsk_1", "open_now": True, "spoken": spoken}
        return {"ok": True}

    def _cancel(self, appointment_id: str) -> dict[str, Any]:
        gone = next((b for b in self.booked if b["id"] == appointment_id), None)
        if gone is None:
            return {"status": "unknown_person"}
        self.booked.remove(gone)
        self.busy.discard(gone["start"])
        spoken = f"{gone['start']:%A, %B %d} at {gone['start']:%I:%M %p}"
        return {"status": "cancelled", "appointment_id": appointment_id, "spoken": spoken}

    def made(self, name: str) -> list[dict[str, Any]]:
        """Arguments of every call of one tool so far."""
        return [arguments for called, arguments in self.calls if called == name]

    def _find(self, args: dict[str, Any]) -> dict[str, Any]:
        local_now = self.now.astimezone(ZONE).replace(tzinfo=None)
        assert args["service_id"] in {s["id"] for s in self.practice["services"]}
        first = datetime.fromisoformat(args["from"]) if "from" in args else local_now
        last = datetime.fromisoformat(args["to"]) if "to" in args else first + timedelta(days=14)
        near = datetime.fromisoformat(args["near"]) if "near" in args else None
        assert first <= last
        if last < local_now:
            return self._nearest(args, "past", local_now, near)
        if first > local_now + HORIZON:
            return {"slots": [], "exact": False, "reason": "too_far"}
        free = self._free(max(first, local_now), last, args)
        if not free:
            open_at_all = any(self._spans(first.date() + timedelta(days=i)) for i in range((last - first).days + 1))
            return self._nearest(args, "full" if open_at_all else "closed", max(first, local_now), near)
        if near:
            free.sort(key=lambda start: (abs(start - near), start))
        chosen = sorted(free[: args.get("limit", 3)])
        exact = near is None or near in chosen
        if near in chosen:
            chosen.remove(near)
            chosen.insert(0, near)
        return {"slots": [self._slot(s, args["service_id"]) for s in chosen], "exact": exact}

    def _nearest(self, args: dict[str, Any], reason: str, after: datetime, near: datetime | None) -> dict[str, Any]:
        free = self._free(after, after + timedelta(days=14), args)
        chosen = free[: args.get("limit", 3)]
        return {"slots": [self._slot(s, args["service_id"]) for s in chosen], "exact": False, "reason": reason}

    def _spans(self, day: date) -> list[tuple[time, time]]:
        return [
            (time.fromisoformat(h["opens"]), time.fromisoformat(h["closes"]))
            for h in self.practice["hours"]
            if h["weekday"] == day.weekday()
        ]

    def _free(self, first: datetime, last: datetime, args: dict[str, Any]) -> list[datetime]:
        found, day = [], first.date()
        part, without = args.get("part_of_day"), args.get("without", [])
        earliest, latest = args.get("not_before", "00:00"), args.get("not_after", "23:59")
        while day <= last.date():
            for opens, closes in self._spans(day):
                start = datetime.combine(day, opens)
                while start + STEP <= datetime.combine(day, closes):
                    suits = earliest <= f"{start:%H:%M}" <= latest and day.isoformat() not in without
                    if suits and first <= start <= last and start not in self.busy and _in_part(start, part):
                        found.append(start)
                    start += STEP
            day += timedelta(days=1)
        return found

    def _slot(self, start: datetime, service_id: str) -> dict[str, Any]:
        token = f"tok-{service_id}-{start:%Y%m%d%H%M}-{len(self.tokens)}"
        slot = {
            "token": token,
            "starts_at": start.replace(tzinfo=ZONE).isoformat(),
            "ends_at": (start + STEP).replace(tzinfo=ZONE).isoformat(),
            "provider": "Dr. Amara Lee",
            "location": "Downtown MedSpa",
            "spoken": f"{start:%A, %B %d} at {start:%I:%M %p}",
        }
        self.tokens[token] = {"start": start, "service_id": service_id}
        return slot

    def _book(self, args: dict[str, Any]) -> dict[str, Any]:
        held = self.tokens[args["slot_token"]]  # a token no one offered is a failure of the test
        if self.lose_next:
            self.lose_next = False
            self.busy.add(held["start"])
        if self.expire_next:
            self.expire_next = False
            return {"status": "expired", "slots": [self._slot(held["start"], held["service_id"])]}
        if held["start"] in self.busy:
            others = self._free(held["start"], held["start"] + timedelta(days=3), {})[:3]
            return {"status": "taken", "slots": [self._slot(s, held["service_id"]) for s in others]}
        self.busy.add(held["start"])
        who = str(args.get("name", "")).casefold()
        moved = [
            b
            for b in self.booked
            if (
                b["id"] == args["replaces"]
                if "replaces" in args
                else not args.get("beside")
                and b["service_id"] == held["service_id"]
                and str(b["name"]).casefold() == who
            )
        ]
        self.booked = [b for b in self.booked if b not in moved]
        self.made_bookings += 1
        booked = {"id": f"apt_{self.made_bookings}", "name": args.get("name"), "phone": args.get("phone")}
        self.booked.append(held | booked)
        return {
            "status": "booked",
            "appointment_id": booked["id"],
            "spoken": f"{held['start']:%A, %B %d} at {held['start']:%I:%M %p}",
            "provider": "Dr. Amara Lee",
            "location": "Downtown MedSpa",
            "moved": bool(moved),
        }


def _in_part(start: datetime, part: str | None) -> bool:
    return (
        part is None
        or {"morning": start.hour < 12, "afternoon": 12 <= start.hour < 17, "evening": start.hour >= 17}[part]
    )
