"""What was used, times what it costs."""

from decimal import Decimal

from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.voice.resources.pricing.models import PriceListRow
from mia.voice.wire import Json

_THOUSAND = Decimal(1_000)
_MILLION = Decimal(1_000_000)


async def prices_of(session: OrgSession) -> Json:
    """The organization's prices; empty while it has set none."""
    org_id = session.scope.org_id
    row = await session.sql.get(PriceListRow, (org_id, org_id))
    return row.prices if row else {}


async def set_prices(session: OrgSession, prices: Json) -> None:
    """From now on this is what conversations cost; what has ended keeps its cost."""
    org_id, now = session.scope.org_id, session.now()
    chosen = {"prices": prices, "updated_at": now}
    row = insert(PriceListRow).values(org_id=org_id, id=org_id, created_at=now, **chosen)
    await session.sql.execute(row.on_conflict_do_update(index_elements=["org_id", "id"], set_=chosen))


def minutes_cost(prices: Json, part: str, provider: str | None, minutes: float) -> Decimal:
    """Of a carrier (``transport``) or a recognizer (``transcriber``)."""
    return _dollars((prices.get(part) or {}).get(provider)) * Decimal(str(minutes))


def service_cost(prices: Json, minutes: float) -> Decimal:
    """Of this service itself."""
    return _dollars(prices.get("vapi")) * Decimal(str(minutes))


def voice_cost(prices: Json, provider: str | None, characters: int) -> Decimal:
    """Of what was spoken."""
    return _dollars((prices.get("voice") or {}).get(provider)) * characters / _THOUSAND


def model_cost(prices: Json, model: Json, prompt: int, completion: int) -> Decimal:
    """Of what a language model, {provider, model?}, was told and wrote."""
    listed = prices.get("model") or {}
    price = listed.get(model.get("model")) or listed.get(model.get("provider")) or {}
    told, wrote = _dollars(price.get("prompt")), _dollars(price.get("completion"))
    return (told * prompt + wrote * completion) / _MILLION


def _dollars(price: float | None) -> Decimal:
    return Decimal(str(price or 0))
