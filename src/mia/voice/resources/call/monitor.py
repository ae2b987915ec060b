"""``monitor``: the addresses at which a running call is acted on and listened to.

Anyone who knows an address may use it, as with the hosted service: each holds a keyed hash of the call's id that
nobody can make up. ``monitorPlan`` of the assistant switches both, and may ask for a private token besides.
"""

import hmac
from typing import Literal
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.resources.call import queries
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.wire import Json

Way = Literal["control", "listen", "websocket"]


def monitor_of(session: OrgSession, row: CallRecordRow) -> Json | None:
    """``monitor`` of a call that has not ended, as far as its assistant allows any."""
    if row.status == "ended":
        return None
    plan = plan_of(session, row)
    addresses = {}
    if is_allowed(plan, "listen"):
        addresses["listenUrl"] = address_of(session, row, "listen")
    if is_allowed(plan, "control"):
        addresses["controlUrl"] = address_of(session, row, "control")
    return addresses or None


def without_addresses(call: Json) -> Json:
    """The call as one is shown it who may only read: knowing an address is enough to speak in the call."""
    shown = {name: value for name, value in call.items() if name != "monitor"}
    if transport := shown.get("transport"):
        shown["transport"] = {name: value for name, value in transport.items() if name != "websocketCallUrl"}
    return shown


def plan_of(session: OrgSession, row: CallRecordRow) -> Json:
    """``monitorPlan`` of the assistant that answers the call."""
    plan: Json = queries.assistant_of(session, row).get("monitorPlan") or {}
    return plan


def is_allowed(plan: Json, way: Literal["control", "listen"]) -> bool:
    """Whether a plan allows it; without a word on it, it does."""
    return plan.get(f"{way}Enabled") is not False


def asks_for_token(plan: Json, way: Literal["control", "listen"]) -> bool:
    """Whether knowing the address is not enough."""
    return bool(plan.get(f"{way}AuthenticationEnabled"))


def address_of(session: OrgSession, row: CallRecordRow, way: Way) -> str:
    """Where the API stands for who made the call, and the way's key."""
    base = row.api_url or ""
    if way != "control":
        base = "ws" + base.removeprefix("http")
    return f"{base}/call/{row.id}/{way}/{_key(session, row.id, way)}"


def fits(session: OrgSession, call_id: UUID, way: Way, key: str) -> bool:
    """Whether an address ends with this call's key."""
    return hmac.compare_digest(key.encode(), _key(session, call_id, way).encode())


def _key(session: OrgSession, call_id: UUID, way: Way) -> str:
    return session.blind(f"voice-call-{way}:{call_id}").hex()
