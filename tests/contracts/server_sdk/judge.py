"""Makes requests of the hosted service's Python library, and says how each went."""

import importlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pydantic
from vapi import Vapi
from vapi.core.pydantic_utilities import parse_obj_as
from vapi.types.call import Call

Json = dict[str, Any]
ROOMS = [
    "analytics",
    "assistants",
    "calls",
    "campaigns",
    "chats",
    "files",
    "phone_numbers",
    "sessions",
    "squads",
    "tools",
]


class Judge:
    """A client of the service, with the library's models made strict, and what its requests have told so far."""

    def __init__(self, given: Json, rooms: Sequence[str] = ROOMS) -> None:
        self.given = given
        self._make_strict(rooms)
        self.client = Vapi(token=given["token"], base_url=given["url"])
        self.http = httpx.Client(base_url=given["url"], headers={"Authorization": f"Bearer {given['token']}"})
        self.made: Json = {}

    def ask(self, name: str, request: Callable[[], Any], fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """Make one request of the library and print how it went; ``fits`` is what must be true of the answer."""
        answer = None
        try:
            answer = request()
            detail = "" if fits(answer) else "not what was asked for"
        except pydantic.ValidationError as error:
            detail = "; ".join(_complaints(error))
        except Exception as error:
            detail = f"{type(error).__name__}: {getattr(error, 'cause', None) or error}"
        print(json.dumps({"name": name, "detail": detail[:2000]}), flush=True)
        return answer

    def web_call(self, assistant_id: str) -> Call:
        """A browser's call, which the library has a model for and no request: ``webCallUrl``, ``transport`` and
        ``assistant`` tell whoever joins it what no other call has."""
        answer = self.http.post("/call/web", json={"assistantId": assistant_id}).raise_for_status()
        joined = answer.json()
        assert all(joined.pop(name) for name in ("webCallUrl", "transport", "assistant"))
        call: Call = self.fits(Call, joined)
        return call

    @staticmethod
    def _make_strict(rooms: Sequence[str]) -> None:
        """Have the library validate what it is answered: left alone, it fills in what is missing with nothing."""

        def strict(*, type_: Any, object_: Any) -> Any:
            return parse_obj_as(type_, _as_declared(object_))

        for room in rooms:
            vars(importlib.import_module(f"vapi.{room}.raw_client"))["construct_type"] = strict

    def fits(self, model: Any, document: Any) -> Any:
        """A document as the library's model; what it does not name fails."""
        return parse_obj_as(model, document)


def _as_declared(answer: Any) -> Any:
    """An answer without ``transport.websocketCallUrl``, which the hosted service answers and its library's model of
    a call does not name. A number of the platform is ``vapi``'s there and ``mia``'s here. Of a knowledge base the
    older library names neither its times nor the plan that its own request made it by."""
    for each in answer if isinstance(answer, list) else [answer]:
        each.get("transport", {}).pop("websocketCallUrl", None)
        if each.get("provider") == "mia":
            each["provider"] = "vapi"
        if each.get("provider") in ("trieve", "custom-knowledge-base"):
            for name in ("createdAt", "updatedAt", "createPlan"):
                each.pop(name, None)
    return answer


def _complaints(error: pydantic.ValidationError) -> list[str]:
    return [f"{'.'.join(map(str, each['loc']))} {each['msg']}" for each in error.errors()]
