"""Texts that go nowhere: kept in the database and read at ``/sandbox/phone`` (demo and development)."""

import re

from mia.clinic.inbox.ports import ReceiptStatus, SendReceipt, SmsMessage, SmsRejected
from mia.platform.db.session import Database
from mia.platform.sandbox_phones import service as sandbox_phones

_E164 = re.compile(r"\+[1-9][0-9]{6,14}")
NOT_IN_SERVICE = "+15005550001"
"""A number that cannot be reached, as with Twilio's test credentials."""


class SandboxSmsSender:
    """Puts texts onto the sandbox's phones instead of sending them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def send(self, message: SmsMessage) -> SendReceipt:
        if message.to == NOT_IN_SERVICE or not _E164.fullmatch(message.to):
            raise SmsRejected("invalid_number", retryable=False)
        async with self._database.clinic(message.scope) as session:
            text_id = await sandbox_phones.receive_text(
                session, key=message.idempotency_key, number=message.to, practice=message.sender, text=message.text
            )
        return SendReceipt(f"sandbox-{text_id}", ReceiptStatus.DELIVERED)

    async def find(self, message: SmsMessage) -> SendReceipt | None:
        async with self._database.clinic(message.scope) as session:
            text_id = await sandbox_phones.find_received(session, message.idempotency_key)
        return SendReceipt(f"sandbox-{text_id}", ReceiptStatus.DELIVERED) if text_id else None
