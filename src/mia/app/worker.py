"""Composition root of the job worker: events, periodic upkeep, messages of the voice service."""

import asyncio
import signal
from contextlib import AsyncExitStack
from random import SystemRandom

import structlog

from mia.app.accounts.jobs import register_accounts
from mia.app.carrier.first_number import enter_first_number
from mia.app.connection import connected, error_reporter
from mia.app.language_models import build_language_models
from mia.app.oversight.anchoring import register_anchor_email, run_anchoring
from mia.app.parts import front_desk, mail_receiver, mail_sender, sms_sender
from mia.app.purposes import register_purposes
from mia.clinic.error_reports.service import forget_old_reports
from mia.clinic.error_reports.work import reported
from mia.clinic.frontdesk.service import (
    FrontDesk,
    MiaCalls,
    purge_old_content,
    register_recordings,
    register_texts,
    register_upkeep,
)
from mia.clinic.inbox.service import register_texting
from mia.clinic.insights.jobs import register_insights
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.service import register_conversion
from mia.clinic.oncall.service import register_oncall
from mia.clinic.outreach.service import Means, register_outreach
from mia.clinic.patients import service as patients
from mia.clinic.privacy.ledger import Ledger
from mia.clinic.privacy.replay import replay
from mia.clinic.ratings.service import register_ratings
from mia.clinic.recalls.service import register_rebooking
from mia.clinic.records.transfers.jobs import register_transfers
from mia.clinic.tryout.call_messages import register_tryouts
from mia.clinic.verification.service import CodeRules, register_codes
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry, forget_old_events, run_worker, watch_outbox
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from mia.platform.realtime import service as realtime
from mia.sandbox.demo.anchoring import register_anchoring
from mia.sandbox.demo.seed import seed
from mia.sandbox.demo.simulation import EVERY_15_SECONDS, simulate_contact
from mia.voice.messages.client import MessageClient
from mia.voice.messages.reach import Reach
from mia.voice.resources.org.service import list_orgs
from mia.voice.telephony.hanging_up import hanging_up
from mia.voice.upkeep import run_voice_upkeep
from mia.voice.workers.client import MediaClient
from mia.voice.workers.lines import IdleLines

log = structlog.get_logger()


async def run_jobs(settings: Settings) -> None:
    """Work until SIGTERM."""
    register_purposes()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(connected(settings))
        await seed(database, settings)  # also makes good a first start that was interrupted
        await enter_first_number(database, settings)
        await leads.cleanup_expired_leads(database)  # what had its time while no one worked
        registry = Registry()
        desk = await stack.enter_async_context(front_desk(database, settings))
        register_upkeep(registry, desk)
        register_house_keeping(registry, settings)
        register_replay(registry, settings, desk)
        register_mail(registry, database, settings)
        texts = await stack.enter_async_context(sms_sender(database, settings))
        register_texting(registry, texts)
        register_oncall(registry, texts, MiaCalls(desk), settings.origin)
        register_texts(registry, desk)
        register_codes(registry, CodeRules.of(settings))
        register_recordings(registry, desk)
        register_tryouts(registry, desk)
        register_outreach(registry, Means(MiaCalls(desk), desk.signer, settings.origin))
        register_rebooking(registry)
        register_conversion(registry)
        register_transfers(registry)
        register_accounts(registry, settings)
        register_simulation(registry, settings)
        register_anchoring(registry, settings)
        register_ratings(registry)
        register_insights(registry)
        register_anchor_email(registry, settings)
        registry = reported(registry, stack.enter_context(error_reporter(database, settings)))
        if settings.inbound_mail_port is not None:
            await stack.enter_async_context(mail_receiver(database, settings, settings.inbound_mail_port))
        language_models, media = build_language_models(settings), MediaClient(database, settings)
        stack.push_async_callback(media.close)
        messages = await stack.enter_async_context(MessageClient(Reach.of(settings)))
        hang_up, lines = hanging_up(settings), IdleLines(database, settings)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(run_worker(database, registry)),
                group.create_task(run_anchoring(database, settings.audit_anchors)),
                group.create_task(watch_outbox(database, list(registry.handlers))),
                group.create_task(
                    run_voice_upkeep(
                        database, language_models, media, messages, lines, hang_up, settings.retention_days
                    )
                ),
            ]
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, _cancel_all, tasks)
            log.info("worker_ready")


def register_house_keeping(registry: Registry, settings: Settings) -> None:
    """What is forgotten, sealed and purged by the clock."""
    policy = identity.SessionPolicy.of(settings)

    async def forget_sessions(database: Database) -> None:
        await identity.forget_old_sessions(database, policy)

    async def fill_name_blinds(database: Database) -> None:
        await identity.in_every_clinic(database, "upkeep", patients.fill_name_blinds)

    async def purge(database: Database) -> None:
        await purge_old_content(database, settings.retention_days)

    registry.periodic("frontdesk.purge_old_content", "37 * * * *", purge)
    registry.periodic("access.forget_old_sessions", "7 * * * *", forget_sessions)
    registry.periodic("access.forget_old_attempts", "*/30 * * * *", identity.forget_old_attempts)
    registry.periodic("audit.seal_entries", "* * * * *", audit.seal_entries)
    registry.periodic("jobs.forget_old_events", "27 * * * *", forget_old_events)
    registry.periodic("error_reports.forget_old_reports", "47 3 * * *", forget_old_reports)
    registry.periodic("leads.cleanup_expired_leads", leads.EVERY_5_MINUTES, leads.cleanup_expired_leads)
    registry.periodic("patients.fill_name_blinds", "*/10 * * * *", fill_name_blinds)
    registry.periodic("realtime.prune", "*/10 * * * *", realtime.prune)


def register_replay(registry: Registry, settings: Settings, desk: FrontDesk) -> None:
    """What was erased stays so, even where someone restored a backup by other means than ours."""

    async def again(database: Database) -> None:
        done = await replay(database, desk.voices, Ledger(settings.erasure_ledger))
        if done.people:
            log.warning("erased_people_removed_again", count=done.people)
        for entry in done.clinics:
            log.error("erased_clinic_is_back", clinic_id=str(entry.clinic_id), remedy="mia privacy replay")

    registry.periodic("privacy.replay", "*/5 * * * *", again)


def register_mail(registry: Registry, database: Database, settings: Settings) -> None:
    """Emails leave when their event comes; those left waiting are taken up again."""
    sender = mail_sender(database, settings)

    async def deliver(database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, "mail")
        await mail.deliver(database, scope, sender, event.ids["mail_id"])

    async def requeue(database: Database) -> None:
        async with database.system(SystemScope.CRON) as system:
            scopes = await identity.email_scopes(system, "mail")
            scopes += [identity.service_scope(org_id, "mail") for org_id in await list_orgs(system)]
        for scope in scopes:
            async with database.clinic(scope) as session:
                await mail.requeue_waiting(session)

    registry.register(mail.QUEUED, deliver)
    registry.periodic("mail.requeue_waiting", "*/20 * * * *", requeue)


def register_simulation(registry: Registry, settings: Settings) -> None:
    """The demo practice's history moves by itself; never in production."""
    if settings.is_production:
        return
    chance = SystemRandom()

    async def simulate(database: Database) -> None:
        await simulate_contact(database, chance)

    registry.periodic("demo.simulate_contact", EVERY_15_SECONDS, simulate)


def _cancel_all(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
