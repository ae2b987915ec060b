"""Tables of campaigns. Whom a campaign calls is sealed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow
from mia.voice.resources.documents import DocumentRow


class CampaignRecord(DocumentRow, Base):
    """A campaign. It calls from ``earliest_at`` on and ends at ``last_at`` at the latest; ``api_url`` is where the
    API stands for the client that made it, ``request_digest`` what was asked for with an ``idempotency_key``,
    ``made_by`` the token that it was made with, as the audit log names it."""

    __tablename__ = "voice_campaigns"
    __table_args__ = (
        CheckConstraint("status IN ('scheduled', 'in-progress', 'ended')", name="status"),
        Index("ix_voice_campaigns_org_id_created_at", "org_id", "created_at"),
        Index("ix_voice_campaigns_unfinished", "earliest_at", postgresql_where=text("status <> 'ended'")),
        Index("uq_voice_campaigns_idempotency_key", "org_id", "idempotency_key", unique=True),
    )

    status: Mapped[str] = mapped_column(Text)
    ended_reason: Mapped[str | None] = mapped_column(Text)
    earliest_at: Mapped[datetime]
    last_at: Mapped[datetime]
    api_url: Mapped[str] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text)
    made_by: Mapped[str | None] = mapped_column(Text)
    request_digest: Mapped[bytes | None] = mapped_column(LargeBinary)


class CampaignContact(OrgRow, Base):
    """One person of a campaign. ``call_id`` is the one call that is ever made to them: it is written with the call,
    in one transaction, before anything rings. ``refused`` says why no call could be made."""

    __tablename__ = "voice_campaign_contacts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "campaign_id"],
            ["voice_campaigns.org_id", "voice_campaigns.id"],
            name="fk_voice_campaign_contacts_campaign",
            ondelete="CASCADE",
        ),
        Index("uq_voice_campaign_contacts_position", "org_id", "campaign_id", "position", unique=True),
        Index("uq_voice_campaign_contacts_number", "org_id", "campaign_id", "number_blind", unique=True),
    )

    campaign_id: Mapped[UUID]
    position: Mapped[int] = mapped_column(Integer)
    number_blind: Mapped[bytes] = mapped_column(LargeBinary)
    customer_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    call_id: Mapped[UUID | None]
    refused: Mapped[str | None] = mapped_column(Text)
