"""Running a scenario of an organization's team at Make, by its webhook or by itself.

Built from what Make publishes of its API (v2). Not run against Make itself.
"""

from typing import Any

from mia.voice.resources.tool.accounts.asking import ONCE, TWICE, Asking, Refused
from mia.voice.wire import Json

MAKE_URL = "https://{region}.make.com/api/v2"


async def run_scenario(asking: Asking, _kind: str, given: Json) -> Any:
    """Give the arguments to a scenario; what it answers is the result. ``triggerHookId`` is asked for its address,
    which begins the scenario and may answer; ``scenarioId`` is run, and its outputs are waited for."""
    base, headers = base_of(asking.account), headers_of(asking.account)
    if hook := asking.metadata.get("triggerHookId"):
        found = await asking.ask("GET", f"{base}/hooks/{hook}", headers, plan=TWICE)
        about = found.get("hook") if isinstance(found, dict) else None
        url = about.get("url") if isinstance(about, dict) else None
        if not isinstance(url, str):
            raise Refused("Make tells no address of this hook.")
        return await asking.ask("POST", url, {}, given, ONCE)
    url = f"{base}/scenarios/{asking.metadata['scenarioId']}/run"
    return await asking.ask("POST", url, headers, {"data": given, "responsive": True}, ONCE)


def base_of(account: Json) -> str:
    """Where the API of the account's region is."""
    return MAKE_URL.format(region=account["region"])


def headers_of(account: Json) -> dict[str, str]:
    """What every request of an account carries."""
    return {"Authorization": f"Token {account['apiKey']}"}
