"""A provider of text messages in memory, that can fail in each way a real one does."""

from collections.abc import Callable
from dataclasses import dataclass, field

from mia.clinic.inbox.ports import OutcomeUnknown, ReceiptStatus, SendReceipt, SmsMessage, SmsRejected


@dataclass
class MemorySms:
    """Takes texts. ``mishap`` happens at each sending: before it is taken, or after (``swallows``)."""

    taken: list[SmsMessage] = field(default_factory=list)
    mishap: Callable[[], Exception] | None = None
    swallows: bool = False
    blind: bool = False
    """Cannot tell what it has taken."""
    asked: int = 0

    async def send(self, message: SmsMessage) -> SendReceipt:
        if self.mishap is not None:
            if self.swallows:
                self.taken.append(message)
            raise self.mishap()
        self.taken.append(message)
        return _receipt(message)

    async def find(self, message: SmsMessage) -> SendReceipt | None:
        self.asked += 1
        if self.blind:
            raise OutcomeUnknown
        keys = [one.idempotency_key for one in self.taken]
        return _receipt(message) if message.idempotency_key in keys else None

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.taken]


def lost() -> Exception:
    return OutcomeUnknown("connection lost")


def busy() -> Exception:
    return SmsRejected("busy", retryable=True)


def landline() -> Exception:
    return SmsRejected("landline", retryable=False)


def _receipt(message: SmsMessage) -> SendReceipt:
    return SendReceipt(f"SM{message.idempotency_key}", ReceiptStatus.ACCEPTED)
