"""What of a stranger's SDP offer is taken up: one audio and one data section, and a few addresses.

Everything else is kept from the WebRTC library, which would decode whatever it is offered, and is answered with
port 0 (RFC 3264 section 6).
"""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

MAX_OFFER = 64_000
"""Characters of an offer. Browsers need 3,000 to 10,000."""
_MAX_LINES = 1_000
_MAX_SECTIONS = 8
_MAX_CANDIDATES = 20
"""Addresses (ICE candidates) that are kept; browsers list a handful. Each is sent probes."""
MAX_MESSAGE = 16_000
"""Bytes of a message on the data channel that the answer allows."""


class OfferRefused(Exception):
    """The browser's offer cannot be used. ``reason`` is a static code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class BoundedOffer:
    """``sdp`` is for the WebRTC library; ``_sections`` holds, for each section that was offered, None when it was
    kept or its answer when it was not."""

    sdp: str
    _sections: tuple[str | None, ...]

    def complete(self, answer: str) -> str:
        """The library's answer with the rejected sections back in their places."""
        session, *kept = _split(answer)
        parts = iter(kept)
        sections = [next(parts) if rejection is None else rejection.split("\n") for rejection in self._sections]
        lines = [_message_size(line) for section in [session, *sections] for line in section]
        return "\r\n".join(lines) + "\r\n"


def bound_offer(sdp: str, *, public_only: bool) -> BoundedOffer:
    """Take the first audio and the first data section of an offer, with at most twenty addresses.

    ``public_only`` leaves out addresses of internal networks, so that a stranger cannot make this machine probe
    them. Names (mDNS) are never resolved. A client whose addresses are left out still reaches ours, and is answered
    where its packets come from. :class:`OfferRefused` when there is no audio or the offer is out of proportion.
    """
    if len(sdp) > MAX_OFFER or sdp.count("\n") > _MAX_LINES:
        raise OfferRefused("offer-too-large")
    session, *offered = _split(sdp)
    if len(offered) > _MAX_SECTIONS:
        raise OfferRefused("offer-too-large")
    audio = _first(offered, "m=audio ")
    if audio is None:
        raise OfferRefused("offer-without-audio")
    kept = {audio, _first(offered, "m=application ")}
    room = _MAX_CANDIDATES
    sections: list[list[str]] = []
    for index in sorted(index for index in kept if index is not None):
        section = _with_addresses(offered[index], room, public_only=public_only)
        room -= sum(_is_address(line) for line in section)
        sections.append(section)
    if not any(line.startswith("a=fingerprint:") for lines in [session, *sections] for line in lines):
        raise OfferRefused("offer-not-understood")  # the library would find out when it is too late to say so
    mids = [mid for section in sections if (mid := _mid(section)) is not None]
    lines = [_bundle(line, mids) for line in session] + [line for section in sections for line in section]
    rejections = tuple(None if index in kept else _rejection(section) for index, section in enumerate(offered))
    return BoundedOffer("\r\n".join(lines) + "\r\n", rejections)


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet; a name is not."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast


def _split(sdp: str) -> list[list[str]]:
    """The lines of the session, then those of each section."""
    parts: list[list[str]] = [[]]
    for line in sdp.splitlines():
        if line.startswith("m="):
            parts.append([])
        if line:
            parts[-1].append(line)
    return parts


def _first(sections: list[list[str]], kind: str) -> int | None:
    return next((at for at, lines in enumerate(sections) if lines[0].startswith(kind) and _is_open(lines)), None)


def _is_open(section: list[str]) -> bool:
    """A section with port 0 is closed, unless it shares another's port (RFC 9143 section 6)."""
    return section[0].split(" ")[1] != "0" or "a=bundle-only" in section


def _with_addresses(section: list[str], room: int, *, public_only: bool) -> list[str]:
    """The section with so many of its usable addresses. It does not say that those are all when one was left out,
    which may still be found by its packets: the library would give up before."""
    usable = [line for line in section if _is_address(line) and _is_usable(line, public_only=public_only)][:room]
    complete = 0 < len(usable) == sum(_is_address(line) for line in section)
    lines = [line for line in section if not _is_address(line) and (complete or line != "a=end-of-candidates")]
    return lines + usable


def _is_address(line: str) -> bool:
    return line.startswith("a=candidate:")


def _is_usable(candidate: str, *, public_only: bool) -> bool:
    words = candidate.split()
    if len(words) < 8 or words[2].lower() != "udp":
        return False
    try:
        ip_address(words[4])
    except ValueError:
        return False
    return is_public(words[4]) or not public_only


def _mid(section: list[str]) -> str | None:
    return next((line.removeprefix("a=mid:") for line in section if line.startswith("a=mid:")), None)


def _bundle(line: str, mids: list[str]) -> str:
    if not line.startswith("a=group:BUNDLE"):
        return line
    return " ".join(["a=group:BUNDLE", *(mid for mid in line.split()[1:] if mid in mids)])


def _rejection(section: list[str]) -> str:
    """The answer to a section that is not taken up."""
    words = section[0].split()
    if len(words) < 4:
        raise OfferRefused("offer-not-understood")
    lines = [f"{words[0]} 0 {words[2]} {words[3]}", "c=IN IP4 0.0.0.0"]
    if (mid := _mid(section)) is not None:
        lines.append(f"a=mid:{mid}")
    return "\n".join([*lines, "a=inactive"])


def _message_size(line: str) -> str:
    return f"a=max-message-size:{MAX_MESSAGE}" if line.startswith("a=max-message-size:") else line
