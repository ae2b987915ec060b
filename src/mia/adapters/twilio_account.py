"""The installation's account at Twilio, to which the numbers of all clinics belong."""

from dataclasses import dataclass, field

import httpx

from mia.platform.http.tls import trusted

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)


@dataclass(frozen=True)
class TwilioAccount:
    """An account. ``api_url`` is another one in tests."""

    sid: str
    token: str = field(repr=False)
    api_url: str = "https://api.twilio.com"

    def client(self) -> httpx.AsyncClient:
        """A client of the account's REST API (2010-04-01). Close it at shut-down."""
        return httpx.AsyncClient(
            base_url=f"{self.api_url}/2010-04-01/Accounts/{self.sid}",
            auth=(self.sid, self.token),
            timeout=_TIMEOUT,
            verify=trusted(),
            trust_env=False,
        )
