"""Tables of bearer tokens."""

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, LargeBinary, Numeric, Text, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class TokenRecord(OrgRow, Base):
    """A token, kept as SHA-256 of its value: the value itself is random, so a plain hash suffices.

    ``beginning`` are its first characters, by which people know it. ``key_generation`` names the signing key in
    force when it was issued; under another key it is refused. ``restrictions`` say what a public token opens, as on
    the wire, ``cost_limit`` what its conversations may cost. ``member_id`` and ``role`` are those of the member
    whose token it is; None: the organization's own.
    """

    __tablename__ = "voice_tokens"
    __table_args__ = (
        UniqueConstraint("value_hash", name="uq_voice_tokens_value_hash"),
        UniqueConstraint("org_id", "name", name="uq_voice_tokens_org_id_name"),
        CheckConstraint("tag IN ('private', 'public')", name="tag"),
        CheckConstraint("role IN ('admin', 'editor', 'viewer')", name="role"),
    )

    name: Mapped[str | None] = mapped_column(Text)
    tag: Mapped[str] = mapped_column(Text)
    beginning: Mapped[str | None] = mapped_column(Text)
    value_hash: Mapped[bytes] = mapped_column(LargeBinary)
    key_generation: Mapped[bytes] = mapped_column(LargeBinary)
    restrictions: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    cost_limit: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    member_id: Mapped[UUID | None]
    role: Mapped[str | None] = mapped_column(Text)


class SpendingRow(Base):
    """What the conversations that a token began have cost, in dollars, by the day (UTC) they ended."""

    __tablename__ = "voice_token_spending"

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    cost: Mapped[Decimal] = mapped_column(Numeric(14, 6))
