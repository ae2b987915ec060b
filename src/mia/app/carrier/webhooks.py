"""Where the carrier is to send what comes in for a number."""

from mia.platform.kernel.settings import Settings


def webhook_urls(settings: Settings) -> tuple[str, str]:
    """The addresses for texts and for calls, the same for every number."""
    base = f"{settings.origin}/api/webhooks/twilio"
    return f"{base}/sms", f"{base}/voice"
