"""What other rooms and the composition may ask of access."""

from mia.access.permissions import Permission, allows
from mia.access.scopes import ACCESS_DENIED, find_scope, open_scope, service_scope
from mia.access.sessions import (
    Client,
    Principal,
    SessionPolicy,
    SignedIn,
    authenticate,
    forget_old_sessions,
    resume,
    sign_out,
)
from mia.access.tenants import (
    Clinic,
    Membership,
    add_member,
    create_clinic,
    create_user,
    find_clinic,
    get_clinic,
    list_clinics,
    list_memberships,
)
from mia.access.throttle import CALL_START, DEMO_BOOKING, ERROR_REPORT, Limit, check, forget_old_attempts, forgive

__all__ = [
    "ACCESS_DENIED",
    "CALL_START",
    "DEMO_BOOKING",
    "ERROR_REPORT",
    "Client",
    "Clinic",
    "Limit",
    "Membership",
    "Permission",
    "Principal",
    "SessionPolicy",
    "SignedIn",
    "add_member",
    "allows",
    "authenticate",
    "check",
    "create_clinic",
    "create_user",
    "find_clinic",
    "find_scope",
    "forget_old_attempts",
    "forget_old_sessions",
    "forgive",
    "get_clinic",
    "list_clinics",
    "list_memberships",
    "open_scope",
    "resume",
    "service_scope",
    "sign_out",
]
