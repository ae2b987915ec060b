"""Two clinics that must not see each other."""

from dataclasses import dataclass

from mia.identity.service import Clinic
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import make_clinic, make_user


@dataclass(frozen=True)
class Two:
    """Two clinics with an owner each, and a read-only member of the first."""

    first: Clinic
    second: Clinic
    owner: str
    stranger: str
    reader: str


async def make_two_clinics(database: Database) -> Two:
    tag = new_id().hex
    first, second = await make_clinic(database, f"first-{tag}"), await make_clinic(database, f"second-{tag}")
    two = Two(first, second, *(f"{name}-{tag}@harbor.example" for name in ("owner", "stranger", "reader")))
    await make_user(database, two.owner, {first.id: Role.OWNER})
    await make_user(database, two.stranger, {second.id: Role.OWNER})
    await make_user(database, two.reader, {first.id: Role.READ_ONLY})
    return two
