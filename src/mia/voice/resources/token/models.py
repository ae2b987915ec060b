"""Tables of bearer tokens."""

from sqlalchemy import CheckConstraint, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class TokenRecord(OrgRow, Base):
    """A token, kept as SHA-256 of its value: the value itself is random, so a plain hash suffices.

    ``key_generation`` names the signing key in force when it was issued; under another key it is refused.
    """

    __tablename__ = "voice_tokens"
    __table_args__ = (
        UniqueConstraint("value_hash", name="uq_voice_tokens_value_hash"),
        UniqueConstraint("org_id", "name", name="uq_voice_tokens_org_id_name"),
        CheckConstraint("tag IN ('private', 'public')", name="tag"),
    )

    name: Mapped[str] = mapped_column(Text)
    tag: Mapped[str] = mapped_column(Text)
    value_hash: Mapped[bytes] = mapped_column(LargeBinary)
    key_generation: Mapped[bytes] = mapped_column(LargeBinary)
