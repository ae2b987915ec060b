"""Steps of a visitor to the public widget."""

from datetime import timedelta
from typing import Any

import httpx

from mia.clinic.frontdesk.service import WidgetLimits
from mia.identity.service import Limit

SITE_PRACTICE = "downtown-medspa"

FEW = Limit("call-start", timedelta(minutes=10), per_address=3)
LIMITS = WidgetLimits(FEW, FEW, at_once=5)
OFFER = {"sdp": "v=0 offer", "type": "offer"}


async def start(http: httpx.AsyncClient, kind: str = "calls") -> dict[str, Any]:
    answer = await http.post(f"/api/widget/{kind}", json={})
    assert answer.status_code == 201, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


def bearer(begun: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {begun['token']}"}
