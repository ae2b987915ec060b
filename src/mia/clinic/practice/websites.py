"""A practice's own websites: the pages of ours that they may show in frames, and the key by which those know whose
they are.

The key is signed (HMAC-SHA-256) and says nothing secret: it stands in the source of the practice's pages.
"""

import base64
import binascii
from uuid import UUID

from mia.clinic.practice.settings import get_settings
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Forbidden, NotFound
from mia.platform.kernel.keys import Signer
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings

_ACTOR = "website"


class SiteKeys:
    """One key per clinic, the same until the signing key is rotated. Earlier ones stay good as long as the retired
    signing key is accepted."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "SiteKeys":
        """The keys of this installation; every process has the same."""
        return cls(settings.signer("lead-forms"))

    def key_of(self, clinic_id: UUID) -> str:
        """The key of a clinic."""
        mac = self._signer.sign(b"site " + clinic_id.bytes)
        return base64.urlsafe_b64encode(clinic_id.bytes + mac).rstrip(b"=").decode()

    def belongs(self, key: str, clinic_id: UUID) -> bool:
        """Whether the key was made here for this clinic."""
        try:
            raw = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            return False
        named = raw.startswith(clinic_id.bytes)
        return named and self._signer.is_genuine(b"site " + clinic_id.bytes, raw[len(clinic_id.bytes) :])


class Websites:
    """What stands on the websites of all clinics. ``thing`` is what a visitor calls it: a form, a page."""

    def __init__(self, database: Database, settings: Settings, thing: str) -> None:
        self._database = database
        self._settings = settings
        self._keys = SiteKeys.from_settings(settings)
        self._thing = thing

    async def address(self, session: ClinicSession, path: str, suffix: str = "") -> str:
        """Where staff find a page of their clinic; ``path`` is where such pages stand."""
        clinic = await identity.get_clinic(session)
        return f"{self._settings.origin}{path}{clinic.slug}{suffix}?key={self._keys.key_of(clinic.id)}"

    async def framers(self, slug: str) -> tuple[str, ...] | None:
        """The origins that may show a clinic's pages in frames, beside our own; None without such a clinic."""
        clinic = await self._find(slug)
        if clinic is None:
            return None
        async with self._database.clinic(self._scope(clinic)) as session:
            return (await get_settings(session)).form_origins

    async def known(self, slug: str) -> identity.Clinic:
        """The clinic whose page it is; :class:`NotFound` when there is no such."""
        clinic = await self._find(slug)
        if clinic is None:
            raise NotFound(f"This {self._thing} is not known")
        return clinic

    async def admit(self, slug: str, key: str, page: str) -> identity.Clinic:
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

    async def _find(self, slug: str) -> identity.Clinic | None:
        if "\x00" in slug:  # in no stored text
            return None
        async with self._database.system(SystemScope.LOGIN) as session:
            return await identity.find_clinic(session, slug)

    def _scope(self, clinic: identity.Clinic) -> ClinicScope:
        return identity.service_scope(clinic.id, _ACTOR)
