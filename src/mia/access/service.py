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
from mia.access.throttle import forget_old_attempts

__all__ = [
    "ACCESS_DENIED",
    "Client",
    "Clinic",
    "Membership",
    "Permission",
    "Principal",
    "SessionPolicy",
    "SignedIn",
    "add_member",
    "allows",
    "authenticate",
    "create_clinic",
    "create_user",
    "find_clinic",
    "find_scope",
    "forget_old_attempts",
    "forget_old_sessions",
    "get_clinic",
    "list_clinics",
    "list_memberships",
    "open_scope",
    "resume",
    "service_scope",
    "sign_out",
]
