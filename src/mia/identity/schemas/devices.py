"""JSON of the list of devices."""

from datetime import datetime

from pydantic import BaseModel

from mia.identity.session.devices import Device
from mia.identity.session.sessions import SessionKind
from mia.platform.kernel.ids import encode


class SignedInDeviceOut(BaseModel):
    """A browser or program that is signed in. ``device`` is how it describes itself, ``network`` part of its
    address."""

    id: str
    device: str
    network: str
    created_at: datetime
    last_seen_at: datetime
    current: bool
    kind: SessionKind

    @classmethod
    def of(cls, device: Device) -> "SignedInDeviceOut":
        return cls(
            id=encode("ses", device.id),
            device=device.device,
            network=device.network,
            created_at=device.created_at,
            last_seen_at=device.last_seen_at,
            current=device.current,
            kind=device.kind,
        )


class DevicesOut(BaseModel):
    items: list[SignedInDeviceOut]
