"""No way for texts: production without a provider."""

from mia.clinic.inbox.ports import SendReceipt, SmsMessage, SmsRejected


class NoSmsSender:
    """Refuses every text for good, so that staff learn of it."""

    async def send(self, message: SmsMessage) -> SendReceipt:
        raise SmsRejected("unavailable", retryable=False)

    async def find(self, message: SmsMessage) -> SendReceipt | None:
        return None
