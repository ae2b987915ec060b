"""Which voices there are to choose from, by their providers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Unavailable
from mia.voice.engine.providers import OfferedVoice, ProviderFault, SpeechProvider, SpeechProviders
from mia.voice.http import BadRequest
from mia.voice.resources.credential.service import EMBEDDED
from mia.voice.resources.credential.speech import configured, find_key

OWN = (OfferedVoice("heart", "Heart", "en-US", "female", "American"),)
"""The embedded voices."""
LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "de": "German", "it": "Italian", "pt": "Portuguese"}
"""What languages are called that a library is likely to have; others keep their code."""


@contextmanager
def faults_told(name: str) -> Iterator[None]:
    """Tell the client of a provider that does not do what it is asked: :class:`BadRequest` when it refuses,
    :class:`Unavailable` when it does not answer."""
    try:
        yield
    except ProviderFault as fault:
        if fault.refused:
            raise BadRequest(f"{name} refused: {fault.reason}") from None
        raise Unavailable(f"{name} does not answer ({fault.reason}). Try again.") from None


@dataclass(frozen=True)
class Access:
    """A provider that the organization has a key with; None for the embedded voices."""

    name: str
    provider: SpeechProvider | None
    key: str

    async def voices(self) -> Sequence[OfferedVoice]:
        """Its voices; raises as :func:`faults_told`."""
        if self.provider is None:
            return OWN
        with faults_told(self.name):
            return await self.provider.voices(self.key)


async def require_provider(
    session: OrgSession, providers: SpeechProviders, name: str, *, beside: Sequence[str] = ()
) -> Access:
    """The way to a provider; :class:`BadRequest` with the list of those that the organization may choose, and of
    those ``beside`` that have no voices."""
    if name == EMBEDDED:
        return Access(name, None, "")
    key = await find_key(session, name) if name in providers else None
    if key is None:
        served = [each for each in await configured(session) if each == EMBEDDED or each in providers]
        raise BadRequest(f"provider must be one of the following values: {', '.join((*served, *beside))}")
    return Access(name, providers[name], key)
