"""Tables of what may be dialed."""

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class DialingRuleRow(OrgRow, Base):
    """Which countries (ISO 3166) an organization's calls may be forwarded to; ``id`` is the organization's too."""

    __tablename__ = "voice_dialing_rules"

    countries: Mapped[list[str]] = mapped_column(ARRAY(Text))
