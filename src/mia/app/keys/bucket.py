"""Contents of files in a bucket, sealed again with a new data key."""

import asyncio
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from mia.adapters.s3_objects import Bucket, S3Store
from mia.app.keys.owner import owning
from mia.platform.db.encryption import Keyring
from mia.platform.kernel.settings import Settings

_OUTSIDE = """
SELECT id FROM voice_files AS file
WHERE org_id = %s
    AND NOT EXISTS (SELECT FROM voice_objects AS held WHERE held.org_id = file.org_id AND held.id = file.id)
ORDER BY id
"""


def reseal_bucket(settings: Settings, owner_url: str, org_id: UUID, ring: Keyring) -> int:
    """Seal every object of an organization with its current key; how many there were. A bucket that cannot be
    reached stops it: what is left there would never open again once the old key is destroyed."""
    bucket = Bucket.of(settings)
    with owning(owner_url, org_id) as connection:
        ids = [id for (id,) in connection.execute(_OUTSIDE, [org_id])]
    return asyncio.run(_reseal(bucket, org_id, ids, ring)) if bucket and ids else 0


async def _reseal(bucket: Bucket, org_id: UUID, ids: Sequence[UUID], ring: Keyring) -> int:
    store = S3Store(bucket)
    try:
        return sum([await store.rewrite(org_id, id, partial(_anew, ring, id.bytes)) for id in ids])
    finally:
        await store.close()


def _anew(ring: Keyring, place: bytes, sealed: bytes) -> bytes:
    return ring.seal_bytes(ring.unseal_bytes(sealed, place), place)
