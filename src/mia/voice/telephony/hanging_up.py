"""Ending a call at its carrier after the media worker that held it is gone."""

from mia.platform.kernel.settings import Settings
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account, HangUp
from mia.voice.telephony.rest import TwilioCalls
from mia.voice.telephony.vonage_line import VonageLine
from mia.voice.telephony.vonage_rest import VonageCalls


def hanging_up(settings: Settings) -> HangUp:
    """How a call is ended, by the carrier's name for it and the account that its number was imported with."""

    async def hang_up(provider_id: str, account: Account | None) -> None:
        calls = _calls_of(settings, account)
        if calls is None:
            return
        try:
            await calls.hang_up(provider_id)
        finally:
            await calls.close()

    return hang_up


def _calls_of(settings: Settings, account: Account | None) -> TwilioCalls | VonageCalls | None:
    if account is not None and account.provider == "vonage":
        application = VonageLine.imported(settings, account)
        return VonageCalls(application) if application is not None else None
    line = Line.of(settings) if account is None else Line.imported(settings, account)
    return TwilioCalls(line) if line is not None else None
