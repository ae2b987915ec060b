"""The access room's tables, a file for each thing."""

from mia.identity.models.accounts import FirstRunRow, InviteRow, PasswordResetRow, SupportGrantRow
from mia.identity.models.attempts import AttemptRow
from mia.identity.models.factors import (
    ApiTokenRow,
    PasskeyChallengeRow,
    PasskeyRow,
    RecoveryCodeRow,
    RefreshTokenRow,
    TotpSecretRow,
)
from mia.identity.models.people import ClinicTenantRow, EndedSessionRow, MembershipRow, SessionRow, UserRow

__all__ = [
    "ApiTokenRow",
    "AttemptRow",
    "ClinicTenantRow",
    "EndedSessionRow",
    "FirstRunRow",
    "InviteRow",
    "MembershipRow",
    "PasskeyChallengeRow",
    "PasskeyRow",
    "PasswordResetRow",
    "RecoveryCodeRow",
    "RefreshTokenRow",
    "SessionRow",
    "SupportGrantRow",
    "TotpSecretRow",
    "UserRow",
]
