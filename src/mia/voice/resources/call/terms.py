"""What a call is found by without opening what is sealed: keyed hashes of its customer and of how it went."""

import json

from pydantic import ValidationError

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.analyzing import VERDICTS
from mia.voice.resources.assistant.schemas import AssistantOverrides
from mia.voice.resources.call.schemas import CallPageQuery
from mia.voice.wire import Json

_TEXTS = ("number", "extension", "sipUri", "name", "email", "externalId")
_UNCHECKED = "numberE164CheckEnabled"
_OVERRIDES = "assistantOverrides"
_EVALUATION = "successEvaluation"


def customer_terms(session: OrgSession, request: Json) -> list[bytes]:
    """The hashes of whom a request names."""
    customer = request.get("customer") or {}
    terms = [_term(session, name, str(customer[name])) for name in _TEXTS if customer.get(name)]
    if customer.get(_UNCHECKED) is False:
        terms.append(_unchecked(session))
    if customer.get(_OVERRIDES):
        terms.append(_overrides(session, customer[_OVERRIDES]))
    return terms


def evaluation_term(session: OrgSession, analysis: Json) -> list[bytes]:
    """The hash of how a call was judged, if it was."""
    judged = analysis.get(_EVALUATION)
    return [] if judged is None else [_term(session, _EVALUATION, str(judged))]


def verdicts(session: OrgSession) -> dict[str, str]:
    """Each verdict that a rubric counts, by the hash (in hex) that a call judged so has."""
    return {_term(session, _EVALUATION, verdict).hex(): verdict for verdict in VERDICTS}


def wanted_terms(session: OrgSession, query: CallPageQuery) -> tuple[list[bytes], list[bytes]]:
    """The hashes that a call must have to be found by ``query``, and those that it must not have."""
    asked = query.given()
    wanted = [_term(session, name, str(asked[name])) for name in (*_TEXTS, _EVALUATION) if asked.get(name)]
    if query.assistant_overrides:
        wanted.append(_overrides(session, _read_overrides(query.assistant_overrides)))
    if query.number_e164_check_enabled is False:
        wanted.append(_unchecked(session))
    return wanted, [_unchecked(session)] if query.number_e164_check_enabled else []


def _read_overrides(text: str) -> Json:
    try:
        return AssistantOverrides.model_validate_json(text).given()
    except ValidationError:
        raise BadRequest("assistantOverrides must be the JSON of an assistant's overrides") from None


def _unchecked(session: OrgSession) -> bytes:
    return _term(session, _UNCHECKED, "false")


def _overrides(session: OrgSession, overrides: Json) -> bytes:
    return _term(session, _OVERRIDES, json.dumps(overrides, sort_keys=True))


def _term(session: OrgSession, name: str, value: str) -> bytes:
    return session.blind(f"voice-call:{name}:{value.strip().lower()}")
