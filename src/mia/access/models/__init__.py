"""The access room's tables, a file for each thing."""

from mia.access.models.accounts import FirstRunRow, InviteRow, PasswordResetRow, SupportGrantRow
from mia.access.models.attempts import AttemptRow
from mia.access.models.factors import (
    ApiTokenRow,
    PasskeyChallengeRow,
    PasskeyRow,
    RecoveryCodeRow,
    RefreshTokenRow,
    TotpSecretRow,
)
from mia.access.models.people import ClinicTenantRow, MembershipRow, SessionRow, UserRow

__all__ = [
    "ApiTokenRow",
    "AttemptRow",
    "ClinicTenantRow",
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
