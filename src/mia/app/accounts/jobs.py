"""What the job worker does for accounts: emails that are asked for, rooms of a new practice, forgetting."""

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import PracticeSettings
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail


def register_accounts(registry: Registry, settings: Settings) -> None:
    """Have the worker do it."""

    async def send_reset_link(database: Database, event: Event) -> None:
        await identity.send_reset_link(database, settings, event.id, event.ids["user_id"])

    async def purge_emails(database: Database) -> None:
        await purge_account_emails(database, settings.retention_days)

    registry.register(identity.RESET_REQUESTED, send_reset_link)
    registry.register(identity.CLINIC_OPENED, prepare_practice)
    registry.periodic("accounts.purge_emails", "41 * * * *", purge_emails)
    registry.periodic("access.forget_old_resets", "*/30 * * * *", identity.forget_old_resets)
    registry.periodic("access.forget_old_invites", "47 3 * * *", identity.forget_old_invites)


async def prepare_practice(database: Database, event: Event) -> None:
    """Give a new practice settings to begin with, so that its pages stand. One that has some keeps them."""
    async with database.clinic(identity.service_scope(event.tenant_id, "accounts")) as session:
        try:
            await practices.get_practice(session)
        except NotFound:
            clinic = await identity.get_clinic(session)
            await practices.set_up(session, _beginning(clinic.name), locations=[], hours=[])


def _beginning(name: str) -> PracticeSettings:
    """No numbers, and our own estimate of what an hour at the front desk costs."""
    return PracticeSettings(
        phone="",
        hand_off_number="",
        greeting=f"{name}, this is Mia, the AI receptionist. How can I help?",
        front_desk_cents_per_hour=2400,
    )


async def purge_account_emails(database: Database, retention_days: int) -> int:
    """Empty old emails about accounts, which belong to no clinic, with a receipt; returns how many."""
    async with database.clinic(identity.platform_scope("retention")) as session:
        before = audit.content_cutoff(session.now(), retention_days)
        count = await mail.purge_content(session, before)
        await audit.record_purge(session, session.scope.clinic_id, {"mail": count}, before)
    return count
