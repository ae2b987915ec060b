"""The access room's tables, a file for each thing."""

from mia.access.models.accounts import FirstRunRow, InviteRow, PasswordResetRow, SupportGrantRow
from mia.access.models.people import ClinicTenantRow, MembershipRow, SessionRow, SignInAttemptRow, UserRow

__all__ = [
    "ClinicTenantRow",
    "FirstRunRow",
    "InviteRow",
    "MembershipRow",
    "PasswordResetRow",
    "SessionRow",
    "SignInAttemptRow",
    "SupportGrantRow",
    "UserRow",
]
