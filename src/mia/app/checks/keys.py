"""The keys: strong enough, apart from each other, and the ones that this database was written with."""

from collections.abc import Iterator
from dataclasses import asdict

from mia.app.checks.findings import Finding, blocks, warns
from mia.platform.db.refusals import SOME_KEYS_CLOSED, WRONG_MASTER_KEY
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings

_FEWEST_CHARACTERS = 10
"""Different characters of a random secret: hexadecimal digits, the smallest alphabet in use, have 16."""


def strength(settings: Settings) -> Iterator[Finding]:
    """What the keys themselves show."""
    given = {"MIA_MASTER_KEY": settings.master_key, "MIA_SIGNING_KEY": settings.signing_key}
    secrets = {name: key.get_secret_value() for name, key in given.items() if key is not None}
    for name, secret in secrets.items():
        if len(set(secret)) < _FEWEST_CHARACTERS:
            yield warns("keys", f"{name} does not look random. Make one with `openssl rand -base64 32`.")
    if len(set(secrets.values())) < len(secrets):
        yield blocks("keys", "MIA_MASTER_KEY and MIA_SIGNING_KEY are the same. Give each a secret of its own.")


async def master(database: Database) -> list[Finding]:
    """Whether the master key opens every data key: of practices, of the platform, and of voice organizations."""
    tried = await database.try_data_keys()
    if not tried.closed:
        return []
    words = WRONG_MASTER_KEY if tried.closed == tried.stored else SOME_KEYS_CLOSED.format(**asdict(tried))
    return [blocks("master-key", words)]
