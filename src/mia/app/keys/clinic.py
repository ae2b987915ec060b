"""A new data key for a tenant, while everyone goes on reading and writing.

1. The next key is stored. When every process has read it, and no transaction is open that has not,
2. it takes over: new values are sealed with it. When every process does so,
3. what the key of before sealed is sealed again, in batches; then that key is destroyed.

A rotation that was interrupted goes on where it was. The keys of indexes stay
(:class:`~mia.platform.db.encryption.IndexKeys`).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from mia.app.keys.bucket import reseal_bucket
from mia.app.keys.owner import owning, stored_keys, wait_for_others
from mia.app.keys.sealed_columns import SealedTable, list_sealed_tables
from mia.platform.audit.service import PLATFORM
from mia.platform.db.encryption import KEYS_ARE_FRESH_FOR_S, Keyring, KeyState, Vault
from mia.platform.db.session import AUDIT_KEYS
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings

_MARGIN_S = 1.0


@dataclass(frozen=True)
class Rotated:
    """One tenant's rotation: how many rows and objects were sealed again."""

    tenant_id: UUID
    rows: int


class ClinicKeys:
    """Rotates data keys. ``fresh_for_s`` is how long processes go by the keys that they have read."""

    def __init__(self, settings: Settings, owner_url: str, *, fresh_for_s: float = KEYS_ARE_FRESH_FOR_S) -> None:
        self._settings = settings
        self._owner_url = owner_url
        self._vault = Vault(partial(settings.keys, "master"))
        self._pause_s = fresh_for_s + _MARGIN_S

    def tenants(self) -> list[UUID]:
        """All tenants whose key can be rotated: clinics, their organizations at the voice service, the platform."""
        return [tenant_id for tenant_id in stored_keys(self._owner_url) if tenant_id != AUDIT_KEYS]

    def rotate(self, tenant_ids: Sequence[UUID]) -> list[Rotated]:
        """Rotate the keys of tenants that have one, together."""
        known = stored_keys(self._owner_url)
        chosen = [tenant_id for tenant_id in tenant_ids if tenant_id in known]
        for tenant_id in chosen:
            if {key.state for key in known[tenant_id]} == {KeyState.CURRENT}:
                self._enter_next(tenant_id)
        self._until_all_know()
        for tenant_id in chosen:
            self._promote(tenant_id)
        self._until_all_know()
        return [Rotated(tenant_id, self._reseal(tenant_id)) for tenant_id in chosen]

    def _ring(self, tenant_id: UUID) -> Keyring:
        return self._vault.open(tenant_id, stored_keys(self._owner_url)[tenant_id])

    def _enter_next(self, tenant_id: UUID) -> None:
        key = self._vault.make_next(new_id(), self._ring(tenant_id))
        with owning(self._owner_url, tenant_id) as connection:
            columns = "tenant_id, key_id, state, wrapped, index_wrapped"
            entry = f"INSERT INTO data_keys ({columns}) VALUES (%s, %s, %s, %s, %s)"  # noqa: S608 - our own words
            connection.execute(entry.encode(), [tenant_id, key.id, key.state, key.wrapped, key.index])

    def _promote(self, tenant_id: UUID) -> None:
        change = "UPDATE data_keys SET state = %s WHERE tenant_id = %s AND state = %s"
        with owning(self._owner_url, tenant_id) as connection:
            query = "SELECT count(*) FROM data_keys WHERE tenant_id = %s AND state = 'next'"
            if connection.execute(query, [tenant_id]).fetchone() == (0,):
                return  # an earlier rotation came this far
            connection.execute(change, [KeyState.PREVIOUS, tenant_id, KeyState.CURRENT])
            connection.execute(change, [KeyState.CURRENT, tenant_id, KeyState.NEXT])

    def _until_all_know(self) -> None:
        time.sleep(self._pause_s)
        wait_for_others(self._owner_url)

    def _reseal(self, tenant_id: UUID) -> int:
        ring = self._ring(tenant_id)
        old = list(ring.others)
        with owning(self._owner_url) as connection:
            tables = [table for table in list_sealed_tables(connection) if table.tenant or tenant_id == PLATFORM]
        rows = 0
        while left := self._pass(tables, tenant_id, ring, old):
            rows += left
        rows += reseal_bucket(self._settings, self._owner_url, tenant_id, ring)
        with owning(self._owner_url, tenant_id) as connection:
            connection.execute("DELETE FROM data_keys WHERE tenant_id = %s AND state = 'previous'", [tenant_id])
        return rows

    def _pass(self, tables: Sequence[SealedTable], tenant_id: UUID, ring: Keyring, old: Sequence[bytes]) -> int:
        """Rows of old keys that were found; none means that the old keys may go."""
        done = [table.reseal(self._owner_url, tenant_id, ring, old) for table in tables]
        return sum(each.rows + each.left for each in done)
