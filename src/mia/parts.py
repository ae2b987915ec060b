"""Parts that several kinds of process are made of: settings become adapters here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from mia.adapters.http_handsets import HttpHandsets
from mia.adapters.http_voice import HttpVoiceService
from mia.adapters.no_sms import NoSmsSender
from mia.adapters.sandbox_mail import SandboxMailSender
from mia.adapters.sandbox_sms import SandboxSmsSender
from mia.adapters.smtp_mail import SmtpMailSender, SmtpServer
from mia.adapters.twilio_sms import TwilioAccount, TwilioSmsSender
from mia.db.session import Database
from mia.frontdesk.service import FrontDesk
from mia.inbox.ports import SmsSender
from mia.inbox.service import MailIntake
from mia.kernel.settings import Settings
from mia.mail.ports import Letterhead, MailSender
from mia.voice.resources.org.service import front_office_token

log = structlog.get_logger()

_SCHEMA_POLL_S = 0.05


@asynccontextmanager
async def front_desk(database: Database, settings: Settings) -> AsyncIterator[FrontDesk]:
    """The front desk with its way to the voice service."""
    voice = HttpVoiceService(settings.voice_base_url, front_office_token(settings))
    try:
        yield FrontDesk(database, voice, settings)
    finally:
        await voice.close()


@asynccontextmanager
async def handset_calls(settings: Settings) -> AsyncIterator[HttpHandsets]:
    """The sandbox's way to the calls of its telephones."""
    calls = HttpHandsets(settings.voice_base_url, front_office_token(settings))
    try:
        yield calls
    finally:
        await calls.close()


def mail_sender(database: Database, settings: Settings) -> MailSender:
    """The way mail takes: a server where one is set, else the sandbox's inbox."""
    head = Letterhead(settings.mail_from, settings.contact_email, settings.origin, settings.reply_address)
    if settings.smtp_url is None:
        return SandboxMailSender(database, head)
    server = SmtpServer.from_url(settings.smtp_url.get_secret_value())
    return SmtpMailSender(server, database.clock, head)


@asynccontextmanager
async def mail_receiver(database: Database, settings: Settings, port: int) -> AsyncIterator[None]:
    """The way letters come in. The library of SMTP is loaded only where somebody listens."""
    from mia.adapters.smtp_inbound import receiving_mail

    intake = MailIntake(database, settings.reply_address or settings.contact_email)
    async with receiving_mail(intake, port):
        log.info("mail_receiver_ready")
        yield


@asynccontextmanager
async def sms_sender(database: Database, settings: Settings) -> AsyncIterator[SmsSender]:
    """The way texts take: Twilio where it is set, else the sandbox's telephones; none in production without."""
    if settings.twilio_account_sid and settings.twilio_auth_token and settings.twilio_number:
        token = settings.twilio_auth_token.get_secret_value()
        account = TwilioAccount(settings.twilio_account_sid, token, settings.twilio_number, settings.twilio_api_url)
        twilio = TwilioSmsSender(account, f"{settings.origin}/api/webhooks/twilio/sms-status")
        try:
            yield twilio
        finally:
            await twilio.close()
    else:
        yield NoSmsSender() if settings.is_production else SandboxSmsSender(database)
