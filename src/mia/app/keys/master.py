"""A new master key: every data key is wrapped again. Nothing else changes, so it takes seconds at any size."""

from mia.app.keys.owner import owning, stored_keys, wait_for_others
from mia.platform.db.encryption import SealBroken, Vault
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.settings import Settings

_UPDATE = (
    "UPDATE data_keys SET wrapped = %s, index_wrapped = %s WHERE tenant_id = %s AND key_id = %s AND wrapped = %s"
)


def rewrap(settings: Settings, owner_url: str) -> int:
    """Wrap by the current master key what another accepted one wrapped; returns how many keys.

    Twice, for a clinic may have been opened by a process that had read the key of before.
    :class:`SealBroken` when a key was wrapped by none of them; those are left as they are.
    """
    count = _rewrap_all(settings, owner_url)
    wait_for_others(owner_url)
    return count + _rewrap_all(settings, owner_url)


def still_needed(settings: Settings, owner_url: str) -> int:
    """How many data keys the current master key does not open."""
    current = Vault(lambda: Keys(settings.key("master")))
    needed = 0
    for tenant_id, keys in stored_keys(owner_url).items():
        for key in keys:
            try:
                current.unwrap(key.wrapped, tenant_id, key.id)
            except SealBroken:
                needed += 1
    return needed


def _rewrap_all(settings: Settings, owner_url: str) -> int:
    accepted = settings.keys("master")
    old, new = Vault(lambda: accepted), Vault(lambda: Keys(accepted.current))
    count = 0
    for tenant_id, keys in stored_keys(owner_url).items():
        for key in keys:
            try:
                new.unwrap(key.wrapped, tenant_id, key.id)
            except SealBroken:
                fresh = old.rewrap(tenant_id, key)
                with owning(owner_url, tenant_id) as connection:
                    values = [fresh.wrapped, fresh.index, tenant_id, key.id, key.wrapped]
                    count += connection.execute(_UPDATE.encode(), values).rowcount
    return count
