"""JSON of the list of devices."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel

from mia.identity.principal import SessionKind
from mia.platform.http.out import IdOf, Out


class SignedInDeviceOut(Out):
    """A browser or program that is signed in. ``device`` is how it describes itself, ``network`` part of its
    address."""

    id: Annotated[str, IdOf("ses")]
    device: str
    network: str
    created_at: datetime
    last_seen_at: datetime
    current: bool
    kind: SessionKind


class DevicesOut(BaseModel):
    items: list[SignedInDeviceOut]
