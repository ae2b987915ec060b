"""Parts that several kinds of process are made of: settings become adapters here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx
import structlog

from mia.adapters.account_mail_only import AccountMailOnly
from mia.adapters.http_sandbox_phones import HttpSandboxPhones
from mia.adapters.http_voice import HttpVoiceServices
from mia.adapters.no_sms import NoSmsSender
from mia.adapters.s3_objects import Bucket, S3Store
from mia.adapters.sandbox_mail import SandboxMailSender
from mia.adapters.sandbox_numbers import SandboxNumbers
from mia.adapters.sandbox_sms import SandboxSmsSender
from mia.adapters.smtp_mail import SmtpMailSender, SmtpServer
from mia.adapters.twilio_account import TwilioAccount
from mia.adapters.twilio_numbers import TwilioNumbers
from mia.adapters.twilio_sms import TwilioSmsSender
from mia.adapters.voice_tokens import HttpVoiceEraser, HttpVoiceOperator
from mia.clinic.frontdesk.ports import TokenSource
from mia.clinic.frontdesk.service import ClinicTokens, FrontDesk, RemoteToken, VoiceEraser
from mia.clinic.inbox.ports import SmsSender
from mia.clinic.inbox.service import MailIntake
from mia.clinic.practice.service import CarrierNumbers
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi
from mia.platform.mail.ports import EmailDefaults, MailSender
from mia.voice.auth.guards import operator_credential
from mia.voice.objects.ports import ObjectStore

log = structlog.get_logger()

_SCHEMA_POLL_S = 0.05


@asynccontextmanager
async def voice_tokens(
    database: Database, settings: Settings, *, transport: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[TokenSource]:
    """The clinics' tokens at the voice service: issued by our own, or the one of a service elsewhere."""
    if settings.remote_voice_url is not None and settings.voice_token is not None:
        yield RemoteToken(database, settings.voice_token.get_secret_value())
        return
    credential = partial(operator_credential, settings)
    operator = HttpVoiceOperator(settings.voice_base_url, credential, transport=transport)
    try:
        yield ClinicTokens(database, operator)
    finally:
        await operator.close()


@asynccontextmanager
async def voice_eraser(settings: Settings, *, remote: bool) -> AsyncIterator[VoiceEraser | None]:
    """What removes clinics at our own voice service, or at the one elsewhere; None where none is set."""
    if not remote:
        url, credential = f"{settings.internal_url}/voice", operator_credential(settings)
    elif settings.voice_url is not None and settings.voice_token is not None:
        url, credential = settings.voice_url.rstrip("/"), settings.voice_token.get_secret_value()
    else:
        yield None
        return
    eraser = HttpVoiceEraser(url, credential, is_ours=not remote)
    try:
        yield eraser
    finally:
        await eraser.close()


@asynccontextmanager
async def front_desk(
    database: Database, settings: Settings, *, transport: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[FrontDesk]:
    """The front desk with its way to the voice service; ``transport`` leads to one that no one serves."""
    async with voice_tokens(database, settings, transport=transport) as tokens:
        voices = HttpVoiceServices(settings.voice_base_url, tokens, transport=transport)
        try:
            yield FrontDesk(database, voices, settings)
        finally:
            await voices.close()


@asynccontextmanager
async def sandbox_phone_calls(database: Database, settings: Settings) -> AsyncIterator[HttpSandboxPhones]:
    """The sandbox's way to the calls of its phones."""
    async with voice_tokens(database, settings) as tokens:
        calls = HttpSandboxPhones(settings.voice_base_url, tokens)
        try:
            yield calls
        finally:
            await calls.close()


def mail_sender(database: Database, settings: Settings) -> MailSender:
    """The way mail takes: a server where one is set, else the sandbox's inbox. A server without a BAA gets no mail
    about patients."""
    defaults = EmailDefaults(settings.mail_from, settings.contact_email, settings.origin, settings.reply_address)
    if settings.smtp_url is None:
        return SandboxMailSender(database, defaults)
    sender = SmtpMailSender(SmtpServer.from_url(settings.smtp_url.get_secret_value()), database.clock, defaults)
    return sender if may_carry_phi(settings, Vendor.SMTP) else AccountMailOnly(sender)


@asynccontextmanager
async def mail_receiver(database: Database, settings: Settings, port: int) -> AsyncIterator[None]:
    """The way emails come in. The library of SMTP is loaded only where someone listens."""
    from mia.adapters.smtp_inbound import receiving_mail

    intake = MailIntake(database, settings.reply_address or settings.contact_email)
    async with receiving_mail(intake, port):
        log.info("mail_receiver_ready")
        yield


def twilio_account(settings: Settings) -> TwilioAccount | None:
    """The carrier account of the installation, where one is set and may carry patients' data."""
    if settings.twilio_account_sid is None or settings.twilio_auth_token is None:
        return None
    if not may_carry_phi(settings, Vendor.TWILIO):
        return None
    token = settings.twilio_auth_token.get_secret_value()
    return TwilioAccount(settings.twilio_account_sid, token, settings.twilio_api_url)


@asynccontextmanager
async def object_store(settings: Settings) -> AsyncIterator[ObjectStore | None]:
    """Where contents of files are kept outside of the database; None where it keeps them."""
    bucket = Bucket.of(settings)
    if bucket is None:
        yield None
        return
    store = S3Store(bucket)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def carrier_numbers(settings: Settings) -> AsyncIterator[CarrierNumbers | None]:
    """The numbers that may be assigned: those of the carrier account, any in the sandbox; None in production
    without a carrier."""
    account = twilio_account(settings)
    if account is not None:
        numbers = TwilioNumbers(account)
        try:
            yield numbers
        finally:
            await numbers.close()
    else:
        yield None if settings.is_production else SandboxNumbers()


@asynccontextmanager
async def sms_sender(database: Database, settings: Settings) -> AsyncIterator[SmsSender]:
    """The way texts take: Twilio where it is set, else the sandbox's phones; none in production without."""
    account = twilio_account(settings)
    if account is not None:
        twilio = TwilioSmsSender(account, f"{settings.origin}/api/webhooks/twilio/sms-status")
        try:
            yield twilio
        finally:
            await twilio.close()
    else:
        yield NoSmsSender() if settings.is_production else SandboxSmsSender(database)
