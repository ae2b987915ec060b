"""Imports and exports on the wire."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic import Field as Given

from mia.clinic.consent.service import Basis
from mia.clinic.recalls.service import Group
from mia.clinic.records.transfers.bad_rows import Which
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.service import MOST_BYTES, PART_BYTES, ImportState
from mia.clinic.records.transfers.treatment_names import LONGEST_NAME, MOST_NAMES, Choice, UnknownName
from mia.identity.schemas.fields import PasswordText
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import decode, encode


class ImportIn(BaseModel):
    """A file to come, of ``size`` bytes."""

    model_config = ConfigDict(extra="forbid")

    file_name: str = Given(min_length=1, max_length=200)
    size: int = Given(ge=1, le=MOST_BYTES)


class CheckIn(BaseModel):
    """What the columns are: ``mapping`` from the column's number (from 0) to a field. Others are left out.
    ``treatments`` says by name what is none of the practice's services: a service's id, ``keep`` (as it is written)
    or ``skip``. ``consent_basis`` is how those who agree to messages did: they said so, or in writing."""

    model_config = ConfigDict(extra="forbid")

    mapping: dict[int, Field] = Given(max_length=100)
    date_order: DateOrder = DateOrder.MONTH_FIRST
    consent_basis: Literal[Basis.EXPRESS, Basis.WRITTEN] = Basis.EXPRESS
    treatments: dict[Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)], str] = Given(
        {}, max_length=MOST_NAMES
    )

    def choices(self) -> dict[str, str]:
        """By name; :class:`NotFound` for what is no service's id."""
        said = (Choice.KEEP, Choice.SKIP)
        return {
            name: choice if choice in said else str(decode("svc", choice))
            for name, choice in self.treatments.items()
        }


class FileColumnOut(Out):
    """A column of the file, with the first values in it."""

    name: str
    samples: list[str]


class ImportOut(Out):
    """An import. ``failure`` is a fixed word; ``counts`` by kind, ``done`` of ``pieces`` worked on.

    The file is to be uploaded in ``parts`` of ``part_bytes`` each, the last one shorter.
    """

    id: Annotated[str, IdOf("imp")]
    created_at: datetime
    file_name: str
    size: int
    parts: int
    part_bytes: int = PART_BYTES
    state: ImportState
    failure: str | None
    columns: list[FileColumnOut]
    rows: int
    mapping: dict[int, Field]
    date_order: DateOrder
    consent_basis: Basis
    counts: dict[str, int]
    done: int
    pieces: int


class RecordChangeOut(Out):
    """A field of a record (``phone``, ``email``, ``birth_date``, ``tags``, ``note``), before and after."""

    field: str
    before: str | None
    after: str | None


class ExampleOut(Out):
    """Whose record would change, and how."""

    patient_id: Annotated[str, IdOf("pat")]
    name: str
    changes: list[RecordChangeOut]


class ExamplesOut(BaseModel):
    """Some of the records that an import would change, at most 20; none once it has."""

    items: list[ExampleOut]


class TreatmentNameOut(BaseModel):
    """A treatment of the file that is none of the practice's services. ``meaning`` is a service's id, ``keep`` or
    ``skip``; ``why`` it is that: ``chosen`` for this file, ``remembered`` from an earlier one, ``similar`` to a
    service, or null."""

    name: str
    rows: int
    meaning: str
    why: Literal["chosen", "remembered", "similar"] | None

    @classmethod
    def of(cls, known: UnknownName) -> "TreatmentNameOut":
        meaning = known.meaning
        said = encode("svc", meaning.service.id) if meaning.service else meaning.choice.value
        return cls(name=known.name, rows=known.rows, meaning=said, why=meaning.why)


class MeantServiceOut(Out):
    """A service that a name may mean."""

    id: Annotated[str, IdOf("svc")]
    name: str


class TreatmentNamesOut(BaseModel):
    """The unknown treatments of a file, the most frequent first and at most 300, and the practice's services."""

    items: list[TreatmentNameOut]
    services: list[MeantServiceOut]


class ImportsOut(BaseModel):
    """The latest imports, the newest first."""

    items: list[ImportOut]


class RowFaultOut(Out):
    """What is wrong with a line of the file, counted as a spreadsheet does; ``words`` say it. ``refused``: it was
    left out."""

    line: int
    field: str
    reason: str
    words: str
    refused: bool


class RowFaultsOut(BaseModel):
    """A page of faults; ``after`` asks for the next, null when there is none."""

    items: list[RowFaultOut]
    after: int | None


class BadRowsIn(BaseModel):
    """Which rows: those that were left out, or those that came in without something. ``password`` as in an
    export."""

    model_config = ConfigDict(extra="forbid")

    rows: Which = Which.LEFT_OUT
    password: PasswordText | None = None


class ExportIn(BaseModel):
    """Whom to write into the file: chosen patients, or a group of them. ``password`` is that of the user, where
    the sign-in was a while ago."""

    model_config = ConfigDict(extra="forbid")

    ids: list[str] | None = Given(None, max_length=1000)
    group: Group = Group.ALL
    password: PasswordText | None = None

    def chosen(self) -> list[UUID] | None:
        """The ids; :class:`NotFound` for one that is none."""
        return None if self.ids is None else [decode("pat", each) for each in self.ids]
