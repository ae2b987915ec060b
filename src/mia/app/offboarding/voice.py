"""What a clinic holds at voice services, removed there: by our own, and by one elsewhere that it used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.app.parts import voice_eraser
from mia.platform.kernel.settings import Settings

_NOT_SET = "The voice service elsewhere that this practice used is not set any more. Have it erased there."
_CANNOT = "The voice service at MIA_VOICE_URL did not erase it. Have it erased there."
_OURS_CANNOT = "Our voice service did not erase it: it runs with another version or signing key."


@dataclass(frozen=True)
class VoiceErasure:
    """What became of one organization. ``left``: what is still to be done about it, None when nothing is."""

    service: str
    organization: UUID | None
    erased: Mapping[str, int] | None
    left: str | None

    def document(self) -> dict[str, object]:
        """As the receipt has it."""
        return {
            "service": self.service,
            "organization": str(self.organization) if self.organization else None,
            "erased": dict(self.erased) if self.erased is not None else None,
            "left_to_do": self.left,
        }


async def erase_at_voice(settings: Settings, orgs: Sequence[UUID], *, remote: bool) -> list[VoiceErasure]:
    """Remove a clinic's organizations, through the voice API alone. ``remote``: it used a service elsewhere.

    :class:`~mia.platform.kernel.errors.Unavailable` when a service cannot be reached: to be tried again.
    """
    done = [await _erase(settings, org, remote=False) for org in orgs]
    return done + [await _erase(settings, org, remote=True) for org in orgs if remote]


async def _erase(settings: Settings, org: UUID, *, remote: bool) -> VoiceErasure:
    async with voice_eraser(settings, remote=remote) as eraser:
        erased = await eraser.erase(org) if eraser else None
    if remote:  # which knows the practice by another id
        left = None if erased is not None else _CANNOT if eraser else _NOT_SET
        return VoiceErasure(settings.voice_url or "elsewhere", None, erased, left)
    return VoiceErasure("ours", org, erased, None if erased is not None else _OURS_CANNOT)
