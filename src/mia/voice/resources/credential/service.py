"""Credentials: checked, kept sealed, and put where a server names one (``server.credentialId``)."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.credential.schemas import (
    Credential,
    GoHighLevelCredential,
    GoogleCredential,
    MakeCredential,
    SlackCredential,
    SpeechCredential,
    VonageCredential,
)
from mia.voice.resources.documents import Documents, fits
from mia.voice.wire import Json

EMBEDDED = "mia"
"""The provider of speech that needs no key."""
SPEECH = ("deepgram", "11labs", "openai", "cartesia")
"""The others."""
_GOOGLE = (
    "google.calendar.oauth2-authorization",
    "google.calendar.oauth2-client",
    "google.sheets.oauth2-authorization",
)
_SLACK = "slack.oauth2-authorization"
_FITS = {"webhook": fits(Credential), "vonage": fits(VonageCredential), "gohighlevel": fits(GoHighLevelCredential)}
_FITS |= dict.fromkeys(_GOOGLE, fits(GoogleCredential))
_FITS |= {_SLACK: fits(SlackCredential), "make": fits(MakeCredential)}
_FITS |= dict.fromkeys(SPEECH, fits(SpeechCredential))
PROVIDERS = tuple(_FITS)
"""Whose credentials are used here. Language models are the installation's, by its settings."""

AUTHENTICATION = "authentication"
"""Where the plan of its credential stands in a server, and the key of its provider in a voice and a recognizer, in
an assistant that answers; no client can write there."""

_SECRETS = (
    "token",
    "secretKey",
    "clientSecret",
    "apiSecret",
    "signatureSecret",
    "refreshToken",
    "privateKey",
    "accessToken",
)
_NAMED_BY_KEY = "vonage"
"""Its ``apiKey`` is an account's name; everywhere else it is a secret."""


def _check(document: Json) -> Json:
    require_served(document["provider"])
    return _FITS[document["provider"]](document)


def _without_secrets(shown: Json) -> Json:
    return {name: value for name, value in shown.items() if name not in _SECRETS}


class Credentials(Documents[CredentialRecord]):
    """Documents that are shown without their secrets."""

    def render(self, session: OrgSession, row: CredentialRecord) -> Json:
        shown = _without_secrets(super().render(session, row))
        if row.provider != _NAMED_BY_KEY:
            shown.pop("apiKey", None)
        if row.provider.endswith("oauth2-authorization"):
            shown["authorizationId"] = str(row.id)
        if "authenticationPlan" in shown:
            shown["authenticationPlan"] = _without_secrets(shown["authenticationPlan"])
        return shown


CREDENTIALS = Credentials(
    CredentialRecord, "Credential", check=_check, columns=lambda one: {"provider": one["provider"]}
)
"""The credentials of organizations."""


def require_served(provider: str, withheld: Collection[str] = ()) -> None:
    """:class:`BadRequest` with the list of providers whose credentials are used here, unless it is one of them;
    ``withheld`` are those that this installation may not use."""
    served = [name for name in PROVIDERS if name not in withheld]
    if provider not in served:
        raise BadRequest(f"provider must be one of the following values: {', '.join(served)}")


async def with_credentials(session: OrgSession, assistant: Json) -> Json:
    """The assistant whose servers have the plans of the credentials they name; :class:`BadRequest` names a property
    whose credential is none of the organization's."""
    filled: Json = await _fill(session, assistant, ())
    return filled


async def _fill(session: OrgSession, value: Any, path: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [await _fill(session, item, (*path, str(index))) for index, item in enumerate(value)]
    if not isinstance(value, dict) or (path and path[-1] == "metadata"):
        return value
    filled = {name: await _fill(session, item, (*path, name)) for name, item in value.items()}
    if path and path[-1] == "server" and filled.get("credentialId"):
        filled[AUTHENTICATION] = await _plan_of(session, filled["credentialId"], ".".join(path))
    return filled


async def _plan_of(session: OrgSession, credential_id: str, path: str) -> Json:
    try:
        row = await CREDENTIALS.find(session, UUID(credential_id))
    except ValueError:
        row = None
    if row is None:
        raise BadRequest(f"{path}.credentialId is no credential of this organization.")
    if row.provider != "webhook":
        raise BadRequest(f"{path}.credentialId must name a credential of the provider webhook.")
    plan: Json = CREDENTIALS.config(session, row)["authenticationPlan"]
    return plan
