"""A phone number on the wire (hosted ``CreatePhoneNumberDTO`` and its kin)."""

import re
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from mia.voice.resources.credential.schemas import Secret
from mia.voice.resources.servers import Server
from mia.voice.wire import WireModel

_E164 = r"^\+[1-9][0-9]{6,14}$"
Number = Annotated[str, Field(pattern=_E164)]
"""E.164."""


def is_number(given: str) -> bool:
    """Whether it is a phone number (E.164)."""
    return re.fullmatch(_E164, given) is not None


class NumberDestination(WireModel):
    """A phone that a caller is put through to. ``message`` is said before, ``extension`` is dialed once it answers,
    ``caller_id`` is the number that it sees: the called one unless another is given."""

    type: Literal["number"]
    number: Number
    extension: str | None = Field(None, pattern=r"^[0-9*#w]{1,10}$")
    caller_id: Number | None = None
    message: str | None = Field(None, max_length=1000)


class UpdatePhoneNumber(WireModel):
    """What a number does. An assistant, a squad or a workflow answers; without, ``server`` is asked for each call.
    ``fallback_destination`` gets the calls that nobody takes."""

    name: str | None = Field(None, max_length=40)
    assistant_id: UUID | None = None
    squad_id: UUID | None = None
    workflow_id: UUID | None = None
    server: Server | None = None
    fallback_destination: NumberDestination | None = None


class ChangePhoneNumber(UpdatePhoneNumber):
    """What changes of a number. ``twilio_auth_token`` or ``credential_id`` is the new login of the account that it
    was imported with. ``provider`` says which it is and never changes: clients of the hosted service must send it,
    and call a number of the platform ``vapi``."""

    provider: Literal["twilio", "vonage", "mia", "vapi"] | None = None
    twilio_auth_token: Secret | None = None
    credential_id: UUID | None = None


AccountSid = Annotated[str, Field(pattern=r"^AC[0-9a-fA-F]{32}$")]


class CreatePhoneNumber(UpdatePhoneNumber):
    """A number of the installation's carrier account, with ``twilio_account_sid`` of that account at Twilio, with
    ``credential_id`` of that credential's account at Vonage."""

    provider: Literal["twilio", "vonage", "mia"] | None = None
    number: Annotated[str, Field(json_schema_extra={"pattern": _E164})]  # the route says what is wrong with it
    twilio_account_sid: AccountSid | None = None
    twilio_auth_token: Secret | None = None
    credential_id: UUID | None = None


class ImportTwilio(UpdatePhoneNumber):
    """A number of the organization's own account at Twilio. An API key is not enough: webhooks are signed with the
    token."""

    twilio_phone_number: Number
    twilio_account_sid: AccountSid
    twilio_auth_token: Secret


class ImportVonage(UpdatePhoneNumber):
    """A number of the account at Vonage of a credential."""

    vonage_phone_number: Number
    credential_id: UUID
