"""Tables of the voice library."""

from sqlalchemy import Boolean, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class LibraryVoiceRow(OrgRow, Base):
    """A voice in an organization's library. ``is_public``: the provider's own entry, which each library has; others
    are entries that the organization added under a name of its own."""

    __tablename__ = "voice_library_voices"
    __table_args__ = (UniqueConstraint("org_id", "provider", "slug", name="uq_voice_library_voices_slug"),)

    provider: Mapped[str] = mapped_column(Text)
    provider_id: Mapped[str] = mapped_column(Text)
    slug: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    language_code: Mapped[str] = mapped_column(Text)
    gender: Mapped[str] = mapped_column(Text)
    accent: Mapped[str] = mapped_column(Text)
    is_public: Mapped[bool] = mapped_column(Boolean)
