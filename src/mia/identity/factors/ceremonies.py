"""WebAuthn's two ceremonies (W3C Web Authentication Level 3), as the library checks them.

Apart from the rest because the library takes a while to load: who needs it imports it then.
"""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from mia.identity.factors.relying_party import KnownKey, RelyingParty

_MALFORMED = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, IndexError)
"""What the library raises for credentials that no one's authenticator made."""


def creation_options(
    party: RelyingParty, challenge: bytes, user: tuple[UUID, str, str], known: Sequence[KnownKey]
) -> dict[str, Any]:
    """``PublicKeyCredentialCreationOptions`` as JSON. ``user``: id, email, name; ``known`` are not taken again."""
    user_id, email, name = user
    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Mia",
        user_id=user_id.bytes,
        user_name=email,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[_descriptor(key) for key in known],
    )
    return _as_json(options_to_json(options))


def request_options(party: RelyingParty, challenge: bytes, known: Sequence[KnownKey]) -> dict[str, Any]:
    """``PublicKeyCredentialRequestOptions`` as JSON, for one of the known credentials."""
    options = generate_authentication_options(
        rp_id=party.id, challenge=challenge, allow_credentials=[_descriptor(key) for key in known]
    )
    return _as_json(options_to_json(options))


def check_creation(party: RelyingParty, challenge: bytes, credential: dict[str, Any]) -> KnownKey | None:
    """The new credential; None when it does not answer the challenge as it must."""
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except _MALFORMED:
        return None
    return KnownKey(made.credential_id, made.credential_public_key, made.sign_count, _transports(credential))


def check_assertion(party: RelyingParty, challenge: bytes, credential: dict[str, Any], key: KnownKey) -> int | None:
    """The authenticator's new count of signatures; None when the answer is wrong or the count went back."""
    try:
        checked = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
        )
    except _MALFORMED:
        return None
    return checked.new_sign_count


def _descriptor(key: KnownKey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(
        id=key.credential_id, transports=[AuthenticatorTransport(each) for each in key.transports]
    )


def _transports(credential: dict[str, Any]) -> tuple[str, ...]:
    """Those the library knows; browsers may name newer ones."""
    named = credential.get("response", {}).get("transports") or []
    known = {each.value for each in AuthenticatorTransport}
    return tuple(sorted({each for each in named if isinstance(each, str)} & known))


def _as_json(text: str) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(text)
    return options
