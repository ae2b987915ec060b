"""Writes tokens of a new organization of the voice service: a public one, which may bring assistants of its own,
and a private one."""

import json
import os
import sys
from uuid import uuid4

import httpx

from mia.platform.kernel.settings import load_settings
from mia.voice.auth.guards import operator_credential

address, folder = sys.argv[1:]
settings = load_settings(environ={**os.environ, "MIA_DATA_DIR": folder})
with httpx.Client(base_url=f"{address}/voice", timeout=20) as voice:
    voice.headers["Authorization"] = f"Bearer {operator_credential(settings)}"
    org = uuid4()
    voice.put(f"/org/{org}", json={"name": "Harbor Aesthetics"}).raise_for_status()
    restrictions = {"allowTransientAssistant": True, "allowedOrigins": ["https://studio.example"]}
    asked = {"name": "Website", "tag": "public", "restrictions": restrictions}
    tokens = {
        each.get("tag", "private"): voice.post(f"/org/{org}/token", json=each).raise_for_status().json()["value"]
        for each in (asked, {"name": "Programs"})
    }
sys.stdout.write(json.dumps(tokens))
