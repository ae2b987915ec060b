"""A passkey in software: an ES256 authenticator behind the JSON that browsers exchange (WebAuthn Level 3)."""

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_USER_PRESENT, _USER_VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One credential, made by :meth:`create`. ``origin`` is the page that asks; ``count`` its signatures."""

    origin: str
    count: int = 0
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create()`` gives for creation options."""
        assert any(each["alg"] == -7 for each in options["pubKeyCredParams"])
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)}
        attested = bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            {
                "clientDataJSON": encoded(self._client_data("webauthn.create", options)),
                "attestationObject": encoded(attestation),
                "transports": ["internal", "smoke-signals"],
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get()`` gives for request options."""
        assert encoded(self.credential_id) in [each["id"] for each in options["allowCredentials"]]
        self.count += 1
        data = self._data(options["rpId"])
        client_data = self._client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": encoded(client_data),
                "authenticatorData": encoded(data),
                "signature": encoded(signature),
                "userHandle": None,
            }
        )

    def _data(self, party: str, flags: int = 0) -> bytes:
        present = (flags | _USER_PRESENT | _USER_VERIFIED).to_bytes(1)
        return hashlib.sha256(party.encode()).digest() + present + self.count.to_bytes(4)

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        identity = encoded(self.credential_id)
        return {
            "id": identity,
            "rawId": identity,
            "type": "public-key",
            "response": response,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }


def encoded(data: bytes) -> str:
    """Base 64 as WebAuthn's JSON has it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
