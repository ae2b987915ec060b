"""A practice's own websites: the pages of ours that they may show in frames, and the key by which those know whose
they are.

The key is signed (HMAC-SHA-256) and says nothing secret: it stands in the source of the practice's pages.
"""

import base64
import hashlib
import hmac
from uuid import UUID

from mia.access import service as access
from mia.clinics.settings import get_settings
from mia.db.session import ClinicSession, Database
from mia.kernel.errors import Forbidden, NotFound
from mia.kernel.scope import ClinicScope, SystemScope
from mia.kernel.settings import Settings

_MAC = 16
_ACTOR = "website"


class SiteKeys:
    """One key per clinic; the same each time."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def from_settings(cls, settings: Settings) -> "SiteKeys":
        """The keys of this installation; every process has the same."""
        return cls(settings.derived_secret("lead-forms").encode())

    def key_of(self, clinic_id: UUID) -> str:
        """The key of a clinic."""
        mac = hmac.new(self._key, b"site " + clinic_id.bytes, hashlib.sha256).digest()[:_MAC]
        return base64.urlsafe_b64encode(clinic_id.bytes + mac).rstrip(b"=").decode()

    def belongs(self, key: str, clinic_id: UUID) -> bool:
        """Whether the key was made here for this clinic."""
        return hmac.compare_digest(key.encode(), self.key_of(clinic_id).encode())


class Websites:
    """What stands on the websites of all clinics. ``thing`` is what a visitor calls it: a form, a page."""

    def __init__(self, database: Database, settings: Settings, thing: str) -> None:
        self._database = database
        self._settings = settings
        self._keys = SiteKeys.from_settings(settings)
        self._thing = thing

    async def address(self, session: ClinicSession, path: str) -> str:
        """Where staff find a page of their clinic; ``path`` is where such pages stand."""
        clinic = await access.get_clinic(session)
        return f"{self._settings.origin}{path}{clinic.slug}?key={self._keys.key_of(clinic.id)}"

    async def framers(self, slug: str) -> tuple[str, ...] | None:
        """The origins that may show a clinic's pages in frames, beside our own; None without such a clinic."""
        clinic = await self._find(slug)
        if clinic is None:
            return None
        async with self._database.clinic(self._scope(clinic)) as session:
            return (await get_settings(session)).form_origins

    async def known(self, slug: str) -> access.Clinic:
        """The clinic whose page it is; :class:`NotFound` when there is no such."""
        clinic = await self._find(slug)
        if clinic is None:
            raise NotFound(f"This {self._thing} is not known")
        return clinic

    async def admit(self, slug: str, key: str, page: str) -> access.Clinic:
        """The clinic of a page of ours that is shown on another (its origin, or empty when it stands by itself).

        :class:`NotFound` when key and clinic do not belong together, :class:`Forbidden` on any other page than
        ours and those that the clinic named.
        """
        clinic = await self.known(slug)
        if not self._keys.belongs(key, clinic.id):
            raise NotFound(f"This {self._thing} is not known")
        async with self._database.clinic(self._scope(clinic)) as session:
            allowed = {"", self._settings.origin, *(await get_settings(session)).form_origins}
        if page not in allowed:
            raise Forbidden(f"This {self._thing} may not be shown on this page")
        return clinic

    async def _find(self, slug: str) -> access.Clinic | None:
        if "\x00" in slug:  # in no stored text
            return None
        async with self._database.system(SystemScope.LOGIN) as session:
            return await access.find_clinic(session, slug)

    def _scope(self, clinic: access.Clinic) -> ClinicScope:
        return access.service_scope(clinic.id, _ACTOR)
