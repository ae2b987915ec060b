"""Who may use which route: the one table. Guards look their permission up here by the route that matched, so
that no route decides for itself; which roles have a permission is in ``permissions.py``.

A route without a row, a row without a route, and a row that the route's guard does not agree with stop the
start (``matrix_check.py``). ``docs/security/roles.md`` is generated from it (``mia roles``).
"""

from enum import StrEnum

from fastapi import Request

from mia.identity.permissions import Permission
from mia.platform.http.problems import route_template


class Openness(StrEnum):
    """Who may use a route that belongs to no clinic."""

    PUBLIC = "public"
    """Everyone, within limits."""
    SIGNED_IN = "signed in"
    """Anyone who has a session, whatever the clinic."""
    HALF_SIGNED_IN = "password given"
    """Anyone who has a session, even one that still owes the second factor."""
    TOKEN = "token of its own"
    """Anyone with the resource's own token: a visitor's pass or the voice service's secret."""
    SANDBOX = "sandbox"
    """Not in production. Everyone at the machine of a local demo; in a public one, owners of a demo practice."""


Rule = Openness | Permission

PUBLIC, SIGNED_IN, TOKEN = Openness.PUBLIC, Openness.SIGNED_IN, Openness.TOKEN
HALF_SIGNED_IN, SANDBOX = Openness.HALF_SIGNED_IN, Openness.SANDBOX

VOICE_PREFIX = "/voice"
"""The voice service's API, an application of its own: each of its routes asks for a bearer token of an
organization, for the join token of one call, or for the operator's credential (``mia.voice.auth.guards``). It knows
nothing of clinics and roles."""

_CLINIC = "/api/clinics/{slug}"

_ROWS: tuple[tuple[str, str, Rule], ...] = (
    # Health, and what everyone may read
    ("GET", "/healthz", PUBLIC),
    ("GET", "/.well-known/security.txt", PUBLIC),
    ("GET", "/readyz", PUBLIC),
    ("GET", "/openapi.json", PUBLIC),
    ("HEAD", "/openapi.json", PUBLIC),
    ("GET", "/api/site", PUBLIC),
    ("GET", "/{path:path}", PUBLIC),
    ("HEAD", "/{path:path}", PUBLIC),
    # Session
    ("POST", "/api/session", PUBLIC),
    ("GET", "/api/session", HALF_SIGNED_IN),
    ("DELETE", "/api/session", PUBLIC),
    ("GET", "/api/session/ended", PUBLIC),
    ("POST", "/api/session/touch", SIGNED_IN),
    ("POST", "/api/session/second-factor", HALF_SIGNED_IN),
    ("POST", "/api/session/second-factor/passkey-options", HALF_SIGNED_IN),
    ("GET", "/api/sessions", SIGNED_IN),
    ("DELETE", "/api/sessions", SIGNED_IN),
    ("DELETE", "/api/sessions/{session_id}", SIGNED_IN),
    # Second factors of one's own
    ("GET", "/api/account/second-factor", SIGNED_IN),
    ("POST", "/api/account/totp", SIGNED_IN),
    ("POST", "/api/account/totp/confirm", SIGNED_IN),
    ("POST", "/api/account/totp/remove", SIGNED_IN),
    ("POST", "/api/account/passkeys/options", SIGNED_IN),
    ("POST", "/api/account/passkeys", SIGNED_IN),
    ("POST", "/api/account/passkeys/{passkey_id}/remove", SIGNED_IN),
    ("POST", "/api/account/recovery-codes", SIGNED_IN),
    # Programs that sign in for their user
    ("POST", "/api/token", PUBLIC),
    ("POST", "/api/token/revoke", PUBLIC),
    # Ways into an account: emails' links, short cookies they become, the printed code
    ("POST", "/api/password-resets", PUBLIC),
    ("POST", "/api/password-resets/exchange", TOKEN),
    ("PUT", "/api/password-resets/password", TOKEN),
    ("PUT", "/api/account/password", SIGNED_IN),
    ("POST", "/api/invites/verify", TOKEN),
    ("POST", "/api/invites/accept", TOKEN),
    ("GET", "/api/first-run", PUBLIC),
    ("POST", "/api/first-run", TOKEN),
    # Figures over all clinics of a person
    ("GET", "/api/treatments", SIGNED_IN),
    ("GET", "/api/comms-stats", SIGNED_IN),
    ("GET", "/api/overview", SIGNED_IN),
    # The figures of a clinic of theirs, or of the demo practice
    ("GET", "/api/client-analytics/{slug}", SIGNED_IN),
    ("POST", "/api/sandbox/debug-query", SIGNED_IN),
    # A clinic
    ("GET", _CLINIC, Permission.OPEN_CLINIC),
    ("GET", _CLINIC + "/events", Permission.OPEN_CLINIC),
    ("GET", _CLINIC + "/overview", Permission.READ_FIGURES),
    ("GET", _CLINIC + "/rebooking-analytics", Permission.READ_FIGURES),
    ("GET", _CLINIC + "/treatments", Permission.READ_FIGURES),
    ("GET", _CLINIC + "/treatments/recent", Permission.READ_APPOINTMENTS),
    ("GET", _CLINIC + "/comms-stats", Permission.READ_FIGURES),
    ("GET", _CLINIC + "/appointments", Permission.READ_APPOINTMENTS),
    ("POST", _CLINIC + "/appointments", Permission.WRITE_APPOINTMENTS),
    ("GET", _CLINIC + "/appointments/{appointment_id}", Permission.READ_APPOINTMENTS),
    ("PATCH", _CLINIC + "/appointments/{appointment_id}", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/appointments/{appointment_id}/cancel", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/appointments/{appointment_id}/outcome", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/appointments/{appointment_id}/arrival", Permission.WRITE_APPOINTMENTS),
    ("PUT", _CLINIC + "/appointments/{appointment_id}/note", Permission.WRITE_APPOINTMENTS),
    ("GET", _CLINIC + "/appointments/{appointment_id}/link", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/appointment-changes/{change_id}/undo", Permission.WRITE_APPOINTMENTS),
    ("GET", _CLINIC + "/calendar", Permission.READ_APPOINTMENTS),
    ("GET", _CLINIC + "/openings", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/blocks", Permission.WRITE_APPOINTMENTS),
    ("DELETE", _CLINIC + "/blocks/{block_id}", Permission.WRITE_APPOINTMENTS),
    ("GET", _CLINIC + "/waiting-list", Permission.READ_APPOINTMENTS),
    ("POST", _CLINIC + "/waiting-list", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/waiting-list/{entry_id}/offer", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/waiting-list/{entry_id}/rejoin", Permission.WRITE_APPOINTMENTS),
    ("DELETE", _CLINIC + "/waiting-list/{entry_id}", Permission.WRITE_APPOINTMENTS),
    ("GET", _CLINIC + "/calendar-feeds", Permission.WRITE_APPOINTMENTS),
    ("PUT", _CLINIC + "/calendar-feeds/{provider_id}", Permission.WRITE_APPOINTMENTS),
    ("DELETE", _CLINIC + "/calendar-feeds/{provider_id}", Permission.WRITE_APPOINTMENTS),
    ("POST", _CLINIC + "/activities/search", Permission.READ_HISTORY),
    ("GET", _CLINIC + "/activities/{activity_id}", Permission.READ_TRANSCRIPTS),
    ("POST", _CLINIC + "/calls/search", Permission.READ_HISTORY),
    ("GET", _CLINIC + "/activities/{activity_id}/person", Permission.READ_LEADS),
    ("GET", _CLINIC + "/activities/{activity_id}/recording", Permission.READ_TRANSCRIPTS),
    ("GET", _CLINIC + "/activities/{activity_id}/feedback", Permission.READ_TRANSCRIPTS),
    ("PUT", _CLINIC + "/activities/{activity_id}/feedback", Permission.JUDGE_CALLS),
    ("GET", _CLINIC + "/tasks", Permission.READ_TASKS),
    ("GET", _CLINIC + "/tasks/counts", Permission.READ_TASKS),
    ("GET", _CLINIC + "/tasks/owners", Permission.READ_TASKS),
    ("POST", _CLINIC + "/tasks/names", Permission.READ_LEADS),
    ("GET", _CLINIC + "/tasks/{task_id}", Permission.READ_TASKS),
    ("PATCH", _CLINIC + "/tasks/{task_id}", Permission.COMPLETE_TASKS),
    ("POST", _CLINIC + "/tasks/{task_id}/complete", Permission.COMPLETE_TASKS),
    ("POST", _CLINIC + "/tasks/{task_id}/reopen", Permission.COMPLETE_TASKS),
    ("GET", _CLINIC + "/alerts", Permission.READ_TASKS),
    ("POST", _CLINIC + "/alerts/{alert_id}/acknowledge", Permission.COMPLETE_TASKS),
    ("POST", _CLINIC + "/patients/search", Permission.READ_PATIENTS),
    ("POST", _CLINIC + "/patients/names", Permission.READ_PATIENTS),
    ("POST", _CLINIC + "/patients/standing", Permission.READ_PATIENTS),
    ("GET", _CLINIC + "/patients/{patient_id}", Permission.READ_PATIENTS),
    ("POST", _CLINIC + "/patients/export", Permission.EXPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports", Permission.IMPORT_PATIENTS),
    ("GET", _CLINIC + "/patient-imports", Permission.IMPORT_PATIENTS),
    ("GET", _CLINIC + "/patient-imports/{import_id}", Permission.IMPORT_PATIENTS),
    ("PUT", _CLINIC + "/patient-imports/{import_id}/parts/{number}", Permission.IMPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports/{import_id}/read", Permission.IMPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports/{import_id}/check", Permission.IMPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports/{import_id}/start", Permission.IMPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports/{import_id}/undo", Permission.IMPORT_PATIENTS),
    ("DELETE", _CLINIC + "/patient-imports/{import_id}", Permission.IMPORT_PATIENTS),
    ("GET", _CLINIC + "/patient-imports/{import_id}/faults", Permission.IMPORT_PATIENTS),
    ("GET", _CLINIC + "/patient-imports/{import_id}/treatments", Permission.IMPORT_PATIENTS),
    ("GET", _CLINIC + "/patient-imports/{import_id}/changes", Permission.IMPORT_PATIENTS),
    ("POST", _CLINIC + "/patient-imports/{import_id}/bad-rows/export", Permission.EXPORT_PATIENTS),
    ("PUT", _CLINIC + "/patients/{patient_id}/note", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/opt-out", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/patients", Permission.WRITE_PATIENTS),
    ("PUT", _CLINIC + "/patients/{patient_id}", Permission.WRITE_PATIENTS),
    ("PUT", _CLINIC + "/patients/{patient_id}/archive", Permission.WRITE_PATIENTS),
    ("GET", _CLINIC + "/patients/{patient_id}/record", Permission.READ_PATIENTS),
    ("GET", _CLINIC + "/patients/{patient_id}/timeline", Permission.READ_PATIENTS),
    ("GET", _CLINIC + "/patients/{patient_id}/sightings", Permission.READ_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/consents", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/refusals", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/opt-in", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/distinct", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/identity", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/{patient_id}/merge", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/merges/{merge_id}/undo", Permission.WRITE_PATIENTS),
    ("GET", _CLINIC + "/patient-duplicates", Permission.READ_PATIENTS),
    ("GET", _CLINIC + "/patient-choices", Permission.READ_PATIENTS),
    ("POST", _CLINIC + "/patients/tags", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/patients/outreach", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/patients/outreach/preview", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/patients/outreach/cancel", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/outreach", Permission.CONTACT_PATIENTS),
    ("PUT", _CLINIC + "/outreach/{activity_id}", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/outreach/{activity_id}/cancel", Permission.CONTACT_PATIENTS),
    ("GET", _CLINIC + "/leads", Permission.READ_LEADS),
    ("POST", _CLINIC + "/leads", Permission.WRITE_LEADS),
    ("GET", _CLINIC + "/leads/figures", Permission.READ_LEADS),
    ("POST", _CLINIC + "/leads/search", Permission.READ_LEADS),
    ("GET", _CLINIC + "/leads/owners", Permission.READ_LEADS),
    ("GET", _CLINIC + "/leads/{lead_id}", Permission.READ_LEADS),
    ("GET", _CLINIC + "/leads/{lead_id}/person", Permission.READ_LEADS),
    ("PUT", _CLINIC + "/leads/{lead_id}", Permission.WRITE_LEADS),
    ("POST", _CLINIC + "/leads/{lead_id}/stage", Permission.WRITE_LEADS),
    ("POST", _CLINIC + "/leads/{lead_id}/conversation", Permission.CONTACT_PATIENTS),
    ("GET", _CLINIC + "/conversations/{conversation_id}/person", Permission.READ_LEADS),
    ("POST", _CLINIC + "/conversations/{conversation_id}/patient", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/conversations/search", Permission.READ_TRANSCRIPTS),
    ("POST", _CLINIC + "/conversations/names", Permission.READ_LEADS),
    ("POST", _CLINIC + "/conversations", Permission.CONTACT_PATIENTS),
    ("GET", _CLINIC + "/conversations/counts", Permission.READ_TRANSCRIPTS),
    ("PATCH", _CLINIC + "/conversations/{conversation_id}", Permission.CONTACT_PATIENTS),
    ("GET", _CLINIC + "/conversations/{conversation_id}", Permission.READ_TRANSCRIPTS),
    ("POST", _CLINIC + "/conversations/{conversation_id}/messages", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/conversations/{conversation_id}/notes", Permission.WRITE_NOTES),
    ("DELETE", _CLINIC + "/conversations/{conversation_id}/notes/{note_id}", Permission.WRITE_NOTES),
    ("GET", _CLINIC + "/saved-replies", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/saved-replies", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/saved-replies/{reply_id}", Permission.MANAGE_CLINIC),
    ("DELETE", _CLINIC + "/saved-replies/{reply_id}", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/conversations/{conversation_id}/take-over", Permission.CONTACT_PATIENTS),
    ("POST", _CLINIC + "/conversations/{conversation_id}/hand-back", Permission.CONTACT_PATIENTS),
    # Temporary leads, and where the clinic's public form is
    ("GET", _CLINIC + "/temporary-leads", Permission.READ_LEADS),
    ("POST", _CLINIC + "/temporary-leads", Permission.WRITE_LEADS),
    ("POST", _CLINIC + "/temporary-leads/cleanup", Permission.WRITE_LEADS),
    ("PUT", _CLINIC + "/temporary-leads/{temporary_lead_id}", Permission.WRITE_LEADS),
    ("DELETE", _CLINIC + "/temporary-leads/{temporary_lead_id}", Permission.WRITE_LEADS),
    ("POST", _CLINIC + "/temporary-leads/{temporary_lead_id}/patient", Permission.WRITE_PATIENTS),
    ("POST", _CLINIC + "/temporary-leads/{temporary_lead_id}/pipeline", Permission.WRITE_LEADS),
    ("GET", _CLINIC + "/lead-form", Permission.WRITE_LEADS),
    # The activity log
    ("POST", _CLINIC + "/audit/search", Permission.READ_AUDIT),
    ("POST", _CLINIC + "/audit/export", Permission.READ_AUDIT),
    # Saved views of lists
    ("GET", _CLINIC + "/views", Permission.OPEN_CLINIC),
    ("POST", _CLINIC + "/views", Permission.OPEN_CLINIC),
    ("DELETE", _CLINIC + "/views/{view_id}", Permission.OPEN_CLINIC),
    # The team, and the platform's support
    ("GET", _CLINIC + "/members", Permission.MANAGE_TEAM),
    ("PATCH", _CLINIC + "/members/{member_id}", Permission.MANAGE_TEAM),
    ("DELETE", _CLINIC + "/members/{member_id}", Permission.MANAGE_TEAM),
    ("GET", _CLINIC + "/invites", Permission.MANAGE_TEAM),
    ("POST", _CLINIC + "/invites", Permission.MANAGE_TEAM),
    ("POST", _CLINIC + "/invites/{invite_id}/resend", Permission.MANAGE_TEAM),
    ("DELETE", _CLINIC + "/invites/{invite_id}", Permission.MANAGE_TEAM),
    ("GET", _CLINIC + "/support-access", Permission.MANAGE_SUPPORT),
    ("DELETE", _CLINIC + "/support-access/{visit_id}", Permission.MANAGE_SUPPORT),
    ("POST", _CLINIC + "/support-requests", Permission.MANAGE_SUPPORT),
    # How members sign in, and tokens of the clinic's own programs
    ("GET", _CLINIC + "/security", Permission.MANAGE_TEAM),
    ("PATCH", _CLINIC + "/security", Permission.MANAGE_SECURITY),
    ("GET", _CLINIC + "/api-tokens", Permission.MANAGE_TOKENS),
    ("POST", _CLINIC + "/api-tokens", Permission.MANAGE_TOKENS),
    ("DELETE", _CLINIC + "/api-tokens/{token_id}", Permission.MANAGE_TOKENS),
    # Settings
    ("GET", _CLINIC + "/settings", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/settings", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/plan", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/setup", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/setup/test-mail", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/service-templates", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/services", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/numbers", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/questions", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/questions/answer", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/questions/dismiss", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/settings/eval-cases", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/settings/eval-cases/{case_id}", Permission.MANAGE_CLINIC),
    ("DELETE", _CLINIC + "/settings/eval-cases/{case_id}", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-tryouts", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-tryouts/calls", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-tryouts/calls/{call_id}/offer", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-tryouts/calls/{call_id}/room", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-tryouts/calls/{call_id}/end", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/mia-speech", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/on-call", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/on-call", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/on-call/test", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/items", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/settings/items/{item_id}", Permission.MANAGE_CLINIC),
    ("DELETE", _CLINIC + "/settings/items/{item_id}", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/settings/items/{item_id}/status", Permission.MANAGE_CLINIC),
    ("PUT", _CLINIC + "/settings/recall-rules", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/recall-rules/reset", Permission.MANAGE_CLINIC),
    ("POST", _CLINIC + "/settings/consent-texts", Permission.MANAGE_CLINIC),
    ("GET", _CLINIC + "/consent-texts", Permission.WRITE_PATIENTS),
    # Errors
    ("POST", "/api/errors", PUBLIC),
    ("GET", _CLINIC + "/errors", Permission.READ_ERRORS),
    # The widget and the booking calendar of the public pages
    ("POST", "/api/widget/calls", PUBLIC),
    ("POST", "/api/widget/calls/{call_id}/offer", TOKEN),
    ("POST", "/api/widget/calls/{call_id}/room", TOKEN),
    ("POST", "/api/widget/calls/{call_id}/end", TOKEN),
    ("POST", "/api/widget/chats", PUBLIC),
    ("POST", "/api/widget/chats/{chat_id}/messages", TOKEN),
    ("POST", "/api/widget/chats/{chat_id}/rating", TOKEN),
    ("POST", "/api/widget/chats/{chat_id}/end", TOKEN),
    ("GET", "/api/embed/booking/availability", PUBLIC),
    ("POST", "/api/embed/booking", PUBLIC),
    ("POST", "/api/embed/booking/lookup", TOKEN),
    ("POST", "/api/embed/booking/cancel", TOKEN),
    # A provider's calendar at its secret address
    ("GET", "/api/calendars/{token}.ics", TOKEN),
    ("GET", "/embed/lead/{slug}", PUBLIC),
    ("GET", "/api/embed/lead/{slug}", TOKEN),
    ("POST", "/api/embed/lead/{slug}", TOKEN),
    # Mia on a clinic's own website
    ("GET", _CLINIC + "/website-widget", Permission.MANAGE_CLINIC),
    ("GET", "/embed/mia/{slug}.js", PUBLIC),
    ("GET", "/embed/widget/{slug}", PUBLIC),
    ("GET", "/api/embed/widget/{slug}", TOKEN),
    ("POST", "/api/embed/widget/{slug}/calls", TOKEN),
    ("POST", "/api/embed/widget/{slug}/chats", TOKEN),
    # Links in emails, signed by us
    ("GET", "/oncall/{token}", TOKEN),
    ("POST", "/oncall/{token}", TOKEN),
    ("GET", "/unsubscribe/{token}", TOKEN),
    ("POST", "/unsubscribe/{token}", TOKEN),
    # A visit behind the link that its patient has
    ("GET", "/v/{token}", TOKEN),
    ("GET", "/v/{token}/move", TOKEN),
    ("POST", "/v/{token}/move", TOKEN),
    ("GET", "/v/{token}/cancel", TOKEN),
    ("POST", "/v/{token}/cancel", TOKEN),
    # What carriers tell, signed by them
    ("POST", "/api/webhooks/twilio/sms", TOKEN),
    ("POST", "/api/webhooks/twilio/sms-status", TOKEN),
    ("POST", "/api/webhooks/twilio/voice", TOKEN),
    # The voice service's messages
    ("POST", "/api/frontdesk/server-messages", TOKEN),
    ("POST", "/api/frontdesk/tryout-messages", TOKEN),
    # Emails, texts and calls that stayed here, and the development clock
    ("GET", "/sandbox/api/phone/devices", SANDBOX),
    ("GET", "/sandbox/api/phone/numbers", SANDBOX),
    ("POST", "/sandbox/api/phone/texts", SANDBOX),
    ("GET", "/sandbox/api/phone/devices/{device_id}", SANDBOX),
    ("POST", "/sandbox/api/phone/devices/{device_id}/reply", SANDBOX),
    ("POST", "/sandbox/api/phone/devices/{device_id}/mails/{mail_id}/reply", SANDBOX),
    ("POST", "/sandbox/api/phone/calls/{call_id}/answer", SANDBOX),
    ("POST", "/sandbox/api/phone/calls/{call_id}/{action}", SANDBOX),
    ("GET", "/sandbox/api/clock", SANDBOX),
    ("PUT", "/sandbox/api/clock", SANDBOX),
    ("GET", "/api/sandbox/mail", SANDBOX),
    ("GET", "/sandbox/mail", SANDBOX),
    ("GET", "/sandbox/mail/{mail_id}", SANDBOX),
    ("GET", "/sandbox/mail/{mail_id}/{number}", SANDBOX),
)

MATRIX: dict[tuple[str, str], Rule] = {(method, path): rule for method, path, rule in _ROWS}

NOT_IN_PRODUCTION = frozenset({"/openapi.json"} | {path for _, path, _ in _ROWS if "/sandbox/" in path})
"""Paths that production does not have."""

BUILT_SITE = "/{path:path}"
"""The pages of the web build, which is absent on a machine that never built it."""


class MatrixError(Exception):
    """Routes and table disagree; the message names each one."""


def rule_of(request: Request) -> Rule:
    """The rule of the route that matched: an app with a route that has none does not start."""
    return MATRIX[request.method, route_template(request.scope)]


def repeated_rows() -> list[tuple[str, str]]:
    """Routes with more than one row."""
    seen = [(method, path) for method, path, _ in _ROWS]
    return sorted({key for key in seen if seen.count(key) > 1})
