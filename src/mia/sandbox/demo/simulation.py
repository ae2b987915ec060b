"""The demo practice's history moves by itself (spec §4, §9): every 15 seconds, with a chance of one in five."""

from random import Random

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.sandbox.demo.downtown import SLUG

EVERY_15_SECONDS = "* * * * * */15"
CHANCE = 0.2


async def simulate_contact(database: Database, rng: Random) -> bool:
    """Perhaps add a simulated call or message to the demo practice; says whether it did.

    A practice of that name which holds no sample data is left alone.
    """
    if rng.random() >= CHANCE:
        return False
    async with database.system(SystemScope.CRON) as system:
        clinic = await identity.find_clinic(system, SLUG)
    if clinic is None or not clinic.sample:
        return False
    channel = rng.choice((Channel.PHONE, Channel.SMS))
    async with database.clinic(identity.service_scope(clinic.id, "demo")) as session:
        await inbox.add_simulated(session, channel)
    return True
