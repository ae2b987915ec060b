"""All checks: for ``mia check``, and for a production that starts."""

from collections.abc import Sequence
from datetime import UTC, datetime

from mia.app.checks import keys, machine, network, practices
from mia.app.checks.findings import Finding, Severity
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.start import StartRefused


def check_settings(settings: Settings) -> list[Finding]:
    """What shows without the database."""
    findings = [*keys.strength(settings), *network.database(settings), *network.endpoints(settings)]
    findings += [*network.reports(settings), *network.mail(settings), *network.vendors(settings)]
    findings += [*machine.web_build(settings), *machine.disk(settings)]
    return [*findings, *machine.backup(settings, datetime.now(UTC))]


async def check_database(settings: Settings, database: Database) -> list[Finding]:
    """What the database shows. With a wrong master key nothing else is looked at: reading would fail."""
    wrong = await keys.master(database)
    demo = await practices.demo_data(database)
    if wrong:
        return wrong + demo
    return [
        *demo,
        *await machine.clock(database),
        *await practices.second_factor(database),
        *await practices.catalogues(database),
        *await practices.numbers(settings, database),
        *await practices.named_clinics(settings, database),
    ]


async def require_master_key(settings: Settings, database: Database) -> None:
    """:class:`StartRefused` when the database was encrypted with a different master key.

    Also checked for a production on a former demo's database, where the demo's key would otherwise hide the
    mistake.
    """
    wrong = await keys.master(database)
    if wrong and settings.is_production:
        wrong = await practices.demo_data(database) + wrong
    _refuse(wrong)


async def refuse_unfit(settings: Settings, database: Database) -> None:
    """:class:`StartRefused` with everything that no production may start with."""
    found = [*keys.strength(settings), *network.database(settings), *network.endpoints(settings)]
    found += [*network.mail(settings), *await practices.demo_data(database)]
    _refuse(found)


def _refuse(findings: Sequence[Finding]) -> None:
    if blocking := [each.words for each in findings if each.severity is Severity.BLOCKS]:
        raise StartRefused("\n".join(["Mia does not start:", *(f"- {words}" for words in blocking)]))
