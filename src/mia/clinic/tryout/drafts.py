"""What Mia is tried with: settings and an answer that are not saved."""

from dataclasses import dataclass, field

from pydantic import TypeAdapter

from mia.clinic.settings import service as settings
from mia.clinic.settings.service import FactValue, MiaValue
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Draft:
    """``mia`` are her settings, ``fact`` one answer with its id (None for a new one); what is None is as saved."""

    mia: MiaValue | None = field(default=None, repr=False)
    fact: tuple[str | None, FactValue] | None = field(default=None, repr=False)

    async def put(self, session: ClinicSession) -> None:
        """Let it stand in a transaction that is taken back. :class:`Invalid` for what could not be saved,
        :class:`NotFound` for no such answer."""
        await settings.put_draft(session, self.mia, self.fact)

    def to_json(self) -> str:
        """The draft as text."""
        return _JSON.dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "Draft":
        """The draft that :meth:`to_json` has written."""
        return _JSON.validate_json(text)


_JSON = TypeAdapter(Draft)
