"""The front office that simulated patients meet: the rules of scheduling, visits on file, and codes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from tests.receptionist.front_office import ZONE, FrontOffice

CODE = "482913"


@dataclass
class Office(FrontOffice):
    """``on_file``: the patient's visits to come, shown and changed only once a code was read back, which was sent
    to the number that ends in ``number``. ``last`` is what they had last, ``delivered`` what their
    phone got."""

    number: str = ""
    last: dict[str, Any] | None = None
    delivered: list[str] = field(default_factory=list)
    on_file: list[dict[str, Any]] = field(default_factory=list)
    canceled: list[str] = field(default_factory=list)
    proven: bool = False
    proven_name: str = ""
    offered: list[datetime] = field(default_factory=list)
    provider_id: str | None = None
    location_id: str | None = None

    def answer(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool."""
        if name == "send_code":
            self.calls.append((name, dict(arguments)))
            self._text()
            return {"status": "sent", "by": "text"}
        if name == "identify_patient":
            self.calls.append((name, dict(arguments)))
            self.proven_name = str(arguments.get("name") or "")
            given = "".join(c for c in str(arguments.get("phone")) if c.isdigit())
            if self.on_file and self.number and given.endswith(self.number) and self._is_patient(self.proven_name):
                self._text()
            return {"status": "sent"}
        if name == "check_code":
            self.calls.append((name, dict(arguments)))
            told = "".join(c for c in str(arguments["code"]) if c.isdigit())
            self.proven = self.proven or bool(self.delivered and told == CODE)
            return {"status": "proven"} if self.proven else {"status": "wrong", "tries_left": 2}
        if name in ("list_visits", "cancel_visit"):
            self.calls.append((name, dict(arguments)))
            return self._on_file(name, arguments)
        if name == "find_slots":
            self.provider_id = next(iter(arguments.get("provider_ids") or [arguments.get("provider_id")]))
            self.location_id = arguments.get("location_id")
        result = super().answer(name, arguments)
        if result.get("slots"):
            self.offered = [datetime.fromisoformat(s["starts_at"]).replace(tzinfo=None) for s in result["slots"]]
        return result

    def _is_patient(self, name: str) -> bool:
        """Whether a visit is under that name, or a part of it, as the front office takes a name."""
        told = set(name.casefold().split())
        return any(not visit["name"] or told & set(visit["name"].casefold().split()) for visit in self.on_file)

    def _text(self) -> None:
        self.delivered.append(f"{self.practice['name']}: your code is {CODE}. It is good for 10 minutes.")

    def _on_file(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        meant = arguments.get("appointment_id")
        if meant in {one["id"] for one in self.booked} - {one["appointment_id"] for one in self.on_file}:
            return self._cancel(str(meant))  # who booked it in this conversation
        if not self.proven:
            return {"status": "not_identified"}
        if name == "list_visits":
            visits = [v for v in self.on_file if v["appointment_id"] not in self.canceled]
            return {"visits": visits, **({"last": self.last} if self.last else {})}
        found = [v for v in self.on_file if v["appointment_id"] == arguments.get("appointment_id")]
        if not found or found[0]["appointment_id"] in self.canceled:
            return {"status": "invalid", "field": "appointment_id", "message": "No such appointment"}
        self.canceled.append(found[0]["appointment_id"])
        return {"status": "cancelled", **found[0]}

    def _is_on_file(self, id_: object) -> bool:
        return any(v["appointment_id"] == id_ for v in self.on_file if id_ not in self.canceled)

    def _spans(self, day: date) -> list[tuple[time, time]]:
        closed = any(c["from"] <= day.isoformat() <= c["to"] for c in self.practice["closures"])
        return [] if closed else super()._spans(day)

    def _slot(self, start: datetime, service_id: str) -> dict[str, Any]:
        slot = super()._slot(start, service_id)
        return {
            **slot,
            "provider": self._provider(),
            "location": self._place(),
        }

    def _provider(self) -> str:
        """Who does a visit: the one last asked for, or the first."""
        providers: list[dict[str, str]] = self.practice["providers"]
        return next((one["name"] for one in providers if one["id"] == self.provider_id), providers[0]["name"])

    def _place(self) -> str:
        """Where a visit is: as last asked for, or at the first of the places."""
        places: list[dict[str, str]] = self.practice["locations"]
        return next((one["name"] for one in places if one["id"] == self.location_id), places[0]["name"])

    def _book(self, args: dict[str, Any]) -> dict[str, Any]:
        moved = args.pop("replaces", None) if self.proven and self._is_on_file(args.get("replaces")) else None
        result = super()._book({"name": self.proven_name if self.proven else "", "phone": "", **args})
        if result["status"] != "booked":
            return result
        if moved is not None:
            self.canceled.append(str(moved))
            result["moved"] = True
        service = next(s["name"] for s in self.practice["services"] if s["id"] == self.booked[-1]["service_id"])
        return {
            **result,
            "service": service,
            "provider": self._provider(),
            "location": self._place(),
        }


def visit_on_file(visit: Mapping[str, str], practice: Mapping[str, Any]) -> dict[str, Any]:
    """A visit as ``list_visits`` tells of it."""
    start = datetime.fromisoformat(visit["start"])
    service = next(s["name"] for s in practice["services"] if s["id"] == visit["service"])
    return {
        "appointment_id": visit["id"],
        "starts_at": start.replace(tzinfo=ZONE).isoformat(),
        "spoken": f"{start:%A, %B %d} at {start:%I:%M %p}",
        "service": service,
        "service_id": visit["service"],
        "name": visit.get("name", ""),
        "provider": practice["providers"][0]["name"],
    }
