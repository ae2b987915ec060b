"""Tables of prices."""

from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class PriceListRow(OrgRow, Base):
    """What an organization's providers ask, as on the wire; ``id`` is the organization's too."""

    __tablename__ = "voice_price_lists"

    prices: Mapped[dict[str, Any]] = mapped_column(JSONB)
