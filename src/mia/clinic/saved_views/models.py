"""The table of saved views. A name is someone's own words, so it is sealed."""

from sqlalchemy import CheckConstraint, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class SavedViewRow(ClinicRow, Base):
    """Filters of a page's list as they stand in its address. ``owner`` is an actor; shared ones are everyone's."""

    __tablename__ = "saved_views"
    __table_args__ = (
        CheckConstraint("page IN ('patients', 'history', 'calls', 'rebooking', 'leads', 'tasks')", name="page"),
        Index("ix_saved_views_page", "clinic_id", "page", "owner"),
    )

    page: Mapped[str]
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    filters: Mapped[str]
    owner: Mapped[str]
    shared: Mapped[bool]
