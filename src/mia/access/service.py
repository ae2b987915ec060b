"""What other rooms and the composition may ask of access."""

from mia.access.activity import name_actors
from mia.access.first_run import issue_code
from mia.access.invites import forget_old_invites, invite
from mia.access.live import resume
from mia.access.lost_factor import take_off_factors
from mia.access.moving import move_sessions
from mia.access.opening import CLINIC_OPENED, Practice, enter_clinic
from mia.access.permissions import Permission, allows
from mia.access.reset import RESET_REQUESTED, forget_old_resets, send_reset_link
from mia.access.scopes import (
    ACCESS_DENIED,
    SHOWCASE,
    find_scope,
    letter_scopes,
    open_figures,
    open_scope,
    platform_scope,
    service_scope,
)
from mia.access.sessions import (
    Client,
    Principal,
    SessionPolicy,
    SignedIn,
    forget_old_sessions,
    sign_out,
)
from mia.access.sign_in import authenticate
from mia.access.support import open_support
from mia.access.team import list_members
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
    rename_clinic,
)
from mia.access.throttle import (
    CALENDAR_FEED,
    CALL_START,
    DEMO_BOOKING,
    ERROR_REPORT,
    LEAD_CLEANUP,
    LEAD_FORM,
    SITE_CALL_START,
    Limit,
    check,
    forget_old_attempts,
    forgive,
)

__all__ = [
    "ACCESS_DENIED",
    "CALENDAR_FEED",
    "CALL_START",
    "CLINIC_OPENED",
    "DEMO_BOOKING",
    "ERROR_REPORT",
    "LEAD_CLEANUP",
    "LEAD_FORM",
    "RESET_REQUESTED",
    "SHOWCASE",
    "SITE_CALL_START",
    "Client",
    "Clinic",
    "Limit",
    "Membership",
    "Permission",
    "Practice",
    "Principal",
    "SessionPolicy",
    "SignedIn",
    "add_member",
    "allows",
    "authenticate",
    "check",
    "create_clinic",
    "create_user",
    "enter_clinic",
    "find_clinic",
    "find_scope",
    "forget_old_attempts",
    "forget_old_invites",
    "forget_old_resets",
    "forget_old_sessions",
    "forgive",
    "get_clinic",
    "invite",
    "issue_code",
    "letter_scopes",
    "list_clinics",
    "list_members",
    "list_memberships",
    "move_sessions",
    "name_actors",
    "open_figures",
    "open_scope",
    "open_support",
    "platform_scope",
    "rename_clinic",
    "resume",
    "send_reset_link",
    "service_scope",
    "sign_out",
    "take_off_factors",
]
