"""The access room's tables, a file for each thing."""

from mia.access.models.people import ClinicTenantRow, MembershipRow, SessionRow, SignInAttemptRow, UserRow

__all__ = ["ClinicTenantRow", "MembershipRow", "SessionRow", "SignInAttemptRow", "UserRow"]
