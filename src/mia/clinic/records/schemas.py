"""What staff send to change patient records."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mia.clinic.consent.service import Basis, Channel, Evidence, MessageClass, Source
from mia.clinic.patients.service import Choice, Identity
from mia.clinic.recalls.service import LONGEST_MAIL
from mia.clinic.records.preferences import KINDS
from mia.platform.kernel.bounds import Day, Instant

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the browser for one click; the same key does a thing once."""
PatientId = Annotated[str, Field(max_length=40)]
Tag = Annotated[str, Field(min_length=1, max_length=40)]
Version = Annotated[int, Field(ge=0, le=2**31 - 2)]
MOST_AT_ONCE = 100
"""Records of one action; a page of the list has no more."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PatientIn(_Body):
    """What staff write on a record. Phone and email in any notation."""

    name: str = Field(min_length=1, max_length=120)
    phone: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=254)
    birth_date: Day | None = None
    tags: list[Tag] = Field(default_factory=list, max_length=20)

    def identity(self) -> Identity:
        """What the room takes; blank phones and emails are none."""
        phone, email = (self.phone or "").strip() or None, (self.email or "").strip() or None
        return Identity(self.name, phone, email, self.birth_date, tuple(self.tags))


class NamesIn(_Body):
    """Ids of patients and of appointments whose patients are to be named."""

    ids: list[Annotated[str, Field(max_length=40, pattern=r"^(pat|apt)_")]] = Field(
        default_factory=list, max_length=MOST_AT_ONCE
    )


class NewPatientIn(PatientIn):
    """A record to add. ``number_given``: the patient gave the number to the practice, for their appointments.
    ``another``: it is another person than the one on record with the same name and phone or email."""

    note: str | None = Field(None, max_length=4000)
    number_given: bool = True
    another: bool = False


class EditIn(PatientIn):
    """A record as it is to stand, and the version that was read."""

    version: Version


class ArchiveIn(_Body):
    """Into the archive, or out of it."""

    archived: bool


class EvidenceIn(_Body):
    """How it is known, and the words: of the form that was signed, or what was said."""

    source: Source
    wording: str = Field("", max_length=2000)

    def evidence(self) -> Evidence:
        """What the ledger keeps."""
        return Evidence(self.source, self.wording.strip())


class _AgreementIn(EvidenceIn):
    channel: Channel
    message_classes: list[MessageClass] = Field(min_length=1, max_length=len(KINDS))

    @field_validator("message_classes")
    @classmethod
    def _can_be_agreed_to(cls, given: list[MessageClass]) -> list[MessageClass]:
        if not set(given) & set(KINDS):
            raise ValueError("Choose at least one kind of message that needs an agreement")
        return given

    def kinds(self) -> list[MessageClass]:
        """Those that can be agreed to or refused, each once."""
        return [kind for kind in KINDS if kind in self.message_classes]


class ConsentIn(_AgreementIn):
    """What the patient agrees to."""

    basis: Basis


class RefusalIn(_AgreementIn):
    """What the patient does not want."""


class TagsIn(_Body):
    """Tags to add to and remove from records."""

    patient_ids: list[PatientId] = Field(min_length=1, max_length=MOST_AT_ONCE)
    add: list[Tag] = Field(default_factory=list, max_length=20)
    remove: list[Tag] = Field(default_factory=list, max_length=20)


class BulkPreviewIn(_Body):
    """Whom Mia would write to. ``words`` take the place of her own, filled in for each; ``at`` is when the messages
    would leave, where that is not now."""

    patient_ids: list[PatientId] = Field(min_length=1, max_length=MOST_AT_ONCE)
    words: str | None = Field(None, max_length=LONGEST_MAIL)
    at: Instant | None = None


class BulkOutreachIn(BulkPreviewIn):
    """Whom Mia is to write to."""

    idempotency_key: Key


class BulkCancelIn(_Body):
    """What to undo."""

    activity_ids: list[PatientId] = Field(min_length=1, max_length=MOST_AT_ONCE)


class MergeIn(_Body):
    """Another record that is to go into this one; whose value stands, field by field; the versions that were
    read."""

    other_id: PatientId
    choice: "ChoiceIn"
    version: Version
    other_version: Version


class ChoiceIn(_Body):
    """Whose value stands: ``kept`` is the record that stays. Tags are those of both."""

    name: str = Field("kept", pattern="^(kept|other)$")
    phone: str = Field("kept", pattern="^(kept|other)$")
    email: str = Field("kept", pattern="^(kept|other)$")
    birth_date: str = Field("kept", pattern="^(kept|other)$")
    note: str = Field("both", pattern="^(kept|other|both)$")

    def choice(self) -> Choice:
        """What the room takes."""
        return Choice(**self.model_dump())


class DistinctIn(_Body):
    """A record that is of someone else."""

    other_id: PatientId
