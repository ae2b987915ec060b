"""A file on its way in, as the browser and the worker bring it."""

from collections.abc import Mapping
from uuid import UUID

from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.service import PART_BYTES, PatientImport
from mia.clinic.records.transfers.steps import take_step
from mia.platform.db.session import Database
from mia.platform.kernel.scope import ClinicScope

MAPPING = {
    0: Field.NAME,
    1: Field.PHONE,
    2: Field.LAST_VISIT,
    3: Field.TREATMENT,
    4: Field.OPTED_OUT,
}
HEADER = "Name,Phone,Last visit,Treatment,Do not contact\n"


async def begin(database: Database, scope: ClinicScope, content: bytes) -> UUID:
    """Upload a file."""
    async with database.clinic(scope) as session:
        made = await service.begin(session, "patients.csv", len(content))
        for number in range(made.parts):
            part = content[number * PART_BYTES : (number + 1) * PART_BYTES]
            await service.save_part(session, made.id, number, part)
        await service.read(session, made.id)
    return made.id


async def work(database: Database, scope: ClinicScope, import_id: UUID) -> PatientImport:
    """Take steps until there are none to take, as the worker does."""
    while True:
        async with database.clinic(scope) as session:
            before = await service.get_import(session, import_id)
            await take_step(session, import_id)
        async with database.clinic(scope) as session:
            after = await service.get_import(session, import_id)
        if (before.state, before.done) == (after.state, after.done):
            return after


async def look(
    database: Database, scope: ClinicScope, content: str, mapping: Mapping[int, Field] = MAPPING
) -> PatientImport:
    """Upload a file, and look what would come of it."""
    import_id = await begin(database, scope, content.encode())
    await work(database, scope, import_id)
    async with database.clinic(scope) as session:
        await service.check(session, import_id, mapping, DateOrder.MONTH_FIRST)
    return await work(database, scope, import_id)


async def go(database: Database, scope: ClinicScope, import_id: UUID) -> PatientImport:
    """Import what was looked at."""
    async with database.clinic(scope) as session:
        await service.start(session, import_id)
    return await work(database, scope, import_id)


async def bring_in(database: Database, scope: ClinicScope, content: str) -> PatientImport:
    """All of it, with the usual columns."""
    return await go(database, scope, (await look(database, scope, HEADER + content)).id)
