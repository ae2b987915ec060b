"""Tables of files, of their passages, and of what is still to be compared by its meaning."""

from uuid import UUID

from sqlalchemy import BigInteger, ForeignKeyConstraint, Index, LargeBinary, SmallInteger, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow
from mia.platform.jobs.queue import WaitingRow
from mia.voice.resources.documents import DocumentRow


class FileRecord(DocumentRow, Base):
    """A file, a document; its content lies in the object store."""

    __tablename__ = "voice_files"
    __table_args__ = (Index("ix_voice_files_org_id_created_at", "org_id", "created_at"),)


class PassageRecord(OrgRow, Base):
    """A stretch of a file's text. ``terms_blind`` are keyed hashes of the stems of its words, ``counts`` how often
    each of them stands in it, ``length`` how many words it has, ``vectors_sealed`` the vectors of its sentences
    once they have been made."""

    __tablename__ = "voice_passages"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "file_id"], ["voice_files.org_id", "voice_files.id"], ondelete="CASCADE",
            name="fk_voice_passages_file",
        ),
        Index("ix_voice_passages_org_id_file_id", "org_id", "file_id"),
        Index("ix_voice_passages_terms_blind", "terms_blind", postgresql_using="gin"),
    )  # fmt: skip

    file_id: Mapped[UUID]
    text_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    terms_blind: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    counts: Mapped[list[int]] = mapped_column(ARRAY(SmallInteger))
    length: Mapped[int]
    vectors_sealed: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)


class UncomparedFile(WaitingRow):
    """A file with passages that have no vectors yet."""

    __tablename__ = "voice_uncompared_files"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "file_id"], ["voice_files.org_id", "voice_files.id"], ondelete="CASCADE",
            name="fk_voice_uncompared_files_file",
        ),
        Index("ix_voice_uncompared_files_next_at", "next_at", postgresql_where=text("failed_at IS NULL")),
    )  # fmt: skip

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    file_id: Mapped[UUID] = mapped_column(primary_key=True)
