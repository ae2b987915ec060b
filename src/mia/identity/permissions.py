"""Who may do what: the one table of permissions by role. Guards read it, and nothing else decides."""

from enum import StrEnum

from mia.platform.kernel.scope import Role


class Permission(StrEnum):
    """Something a route lets a member of a clinic do."""

    OPEN_CLINIC = "clinic.open"
    """Enter the clinic's area: its name, its live events."""
    READ_FIGURES = "figures.read"
    """Cards, charts and aggregates."""
    READ_HISTORY = "history.read"
    """Calls and messages: who, when, outcome."""
    READ_TRANSCRIPTS = "transcripts.read"
    """What was said."""
    JUDGE_CALLS = "calls.judge"
    """Say how well Mia handled a call."""
    READ_APPOINTMENTS = "appointments.read"
    WRITE_APPOINTMENTS = "appointments.write"
    OVERBOOK = "appointments.overbook"
    """Put a visit on top of another of the same provider, with a reason: two routes' field, never a program's."""
    READ_PATIENTS = "patients.read"
    WRITE_PATIENTS = "patients.write"
    CONTACT_PATIENTS = "patients.contact"
    """Have Mia call or write, write oneself, take a conversation over."""
    WRITE_NOTES = "notes.write"
    """Leave the team a note in a conversation, and delete one's own."""
    IMPORT_PATIENTS = "patients.import"
    """Bring lists of patients in, and take an import back."""
    EXPORT_PATIENTS = "patients.export"
    """Export the patient list."""
    READ_LEADS = "leads.read"
    WRITE_LEADS = "leads.write"
    """Capture leads, move them along the pipeline, answer them."""
    READ_TASKS = "tasks.read"
    """What people said that someone has to see to, emergencies among it."""
    COMPLETE_TASKS = "tasks.complete"
    MANAGE_CLINIC = "clinic.manage"
    """Settings and knowledge of the practice."""
    MANAGE_TEAM = "team.manage"
    MANAGE_TOKENS = "tokens.manage"
    """API tokens of the practice."""
    MANAGE_SECURITY = "security.manage"
    """How members of the practice must sign in."""
    READ_ERRORS = "errors.read"
    READ_AUDIT = "audit.read"
    MANAGE_SUPPORT = "support.manage"
    """See when the platform's support was here and why, and end it."""
    USE_SANDBOX = "sandbox.use"
    """Read the mail and phones of a public demo, and set its clock; asked of a role in a demo practice."""


_EVERYBODY = frozenset(Role)
_TREATS = frozenset({Role.OWNER, Role.MANAGER, Role.FRONT_DESK, Role.PROVIDER})
_DESK = frozenset({Role.OWNER, Role.MANAGER, Role.FRONT_DESK})
_LEADS = frozenset({Role.OWNER, Role.MANAGER})

ALLOWED: dict[Permission, frozenset[Role]] = {
    Permission.OPEN_CLINIC: _EVERYBODY,
    Permission.READ_FIGURES: _EVERYBODY,
    Permission.READ_HISTORY: _EVERYBODY,
    Permission.READ_TRANSCRIPTS: _TREATS,
    Permission.JUDGE_CALLS: _TREATS,
    Permission.READ_APPOINTMENTS: _EVERYBODY,
    Permission.WRITE_APPOINTMENTS: _DESK,
    Permission.OVERBOOK: _DESK,
    Permission.READ_PATIENTS: _TREATS,
    Permission.WRITE_PATIENTS: _DESK,
    Permission.CONTACT_PATIENTS: _DESK,
    Permission.WRITE_NOTES: _TREATS,
    Permission.IMPORT_PATIENTS: _LEADS,
    Permission.EXPORT_PATIENTS: _LEADS,
    Permission.READ_LEADS: _TREATS,
    Permission.WRITE_LEADS: _DESK,
    Permission.READ_TASKS: _TREATS,
    Permission.COMPLETE_TASKS: _TREATS,
    Permission.MANAGE_CLINIC: _LEADS,
    Permission.MANAGE_TEAM: _LEADS,
    Permission.MANAGE_TOKENS: _LEADS,
    Permission.MANAGE_SECURITY: frozenset({Role.OWNER}),
    Permission.READ_ERRORS: frozenset({Role.OWNER}),
    Permission.READ_AUDIT: frozenset({Role.OWNER}),
    Permission.MANAGE_SUPPORT: frozenset({Role.OWNER}),
    Permission.USE_SANDBOX: frozenset({Role.OWNER}),
}

SUPPORT_ROLES = (Role.READ_ONLY, Role.PROVIDER, Role.FRONT_DESK)
"""What the platform's support may be in a clinic for a time: never someone who could change its team."""


def allows(role: Role | None, permission: Permission) -> bool:
    """Whether a role has a permission; a scope without role is no one's."""
    return role in ALLOWED[permission]
