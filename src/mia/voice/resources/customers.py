"""Who is talked with, as a call, a campaign, a session or a chat names them."""

from pydantic import Field

from mia.voice.http import BadRequest
from mia.voice.resources.assistant.schemas import AssistantOverrides
from mia.voice.wire import Json, WireModel

_NOT_YET = {
    "customerId": "stored customers",
    "phoneNumber": "phone numbers that are not stored",
}


class Person(WireModel):
    """Who is talked with. ``extension`` is keyed once someone has answered a call."""

    number: str | None = Field(None, max_length=40)
    number_e164_check_enabled: bool | None = None
    extension: str | None = Field(None, pattern=r"^[0-9*#]{1,10}$")
    sip_uri: str | None = None
    name: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=40)
    external_id: str | None = Field(None, max_length=40)


class Customer(Person):
    """Who is called, and what changes of the assistant for them."""

    assistant_overrides: AssistantOverrides | None = None


def require_available(request: Json) -> None:
    """:class:`BadRequest` by name for what is understood and not there."""
    for name, what in _NOT_YET.items():
        if request.get(name):
            raise BadRequest(f"{name}: {what} are not available yet.")
