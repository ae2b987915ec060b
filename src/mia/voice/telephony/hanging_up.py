"""Ending a call at its carrier after the media worker that held it is gone."""

from mia.platform.kernel.settings import Settings
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account, HangUp
from mia.voice.telephony.rest import TwilioCalls


def hanging_up(settings: Settings) -> HangUp:
    """How a call is ended, by the carrier's name for it and the account that its number was imported with."""

    async def hang_up(provider_id: str, account: Account | None) -> None:
        line = Line.of(settings) if account is None else Line.imported(settings, account)
        if line is None:
            return
        calls = TwilioCalls(line)
        try:
            await calls.hang_up(provider_id)
        finally:
            await calls.close()

    return hang_up
