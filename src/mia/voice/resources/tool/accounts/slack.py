"""Writing to a channel of an organization's workspace at Slack.

Built from what Slack publishes of its Web API. Not run against Slack itself.
"""

from typing import Any

from mia.voice.resources.tool.accounts.asking import ONCE, Asking, Refused
from mia.voice.wire import Json

SLACK_URL = "https://slack.com/api"
_LONGEST = 4_000
"""What Slack shows as one message."""


async def send_message(asking: Asking, _kind: str, given: Json) -> Any:
    """Post in a channel that the token's app is in. What a caller says mentions nobody and leads nowhere: it is
    escaped, and no link of it is unfolded."""
    channel, text = given["channel"], given["text"]
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= _LONGEST:
        raise Refused(f"text must have 1 to {_LONGEST} characters.")
    if not isinstance(channel, str) or not channel.strip():
        raise Refused("channel must be a text.")
    message = {
        "channel": channel.strip(),
        "text": _escaped(text.strip()),
        "unfurl_links": False,
        "link_names": False,
    }
    headers = {"Authorization": f"Bearer {asking.account['accessToken']}"}
    answer = await asking.ask("POST", f"{SLACK_URL}/chat.postMessage", headers, message, ONCE)
    if not isinstance(answer, dict) or not answer.get("ok"):
        reason = answer.get("error") if isinstance(answer, dict) else None
        raise Refused(f"Slack did not take the message ({reason or 'no reason given'}).")
    return {"channel": answer.get("channel"), "ts": answer.get("ts")}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
