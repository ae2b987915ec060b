"""What other rooms and the composition may ask of access."""

from mia.identity.activity import name_actors
from mia.identity.every_clinic import for_every_clinic, in_every_clinic
from mia.identity.factors.lost_factor import take_off_factors
from mia.identity.people.first_run import issue_code
from mia.identity.people.invites import forget_old_invites, invite
from mia.identity.people.opening import CLINIC_OPENED, Practice, enter_clinic
from mia.identity.people.support import open_support
from mia.identity.people.team import list_members
from mia.identity.permissions import Permission, allows
from mia.identity.principal import Principal
from mia.identity.scopes import (
    SHOWCASE,
    email_scopes,
    open_figures,
    open_scope,
    platform_scope,
    service_scope,
)
from mia.identity.session.endings import forget_old_sessions
from mia.identity.session.live import resume
from mia.identity.session.moving import move_sessions
from mia.identity.session.reset import RESET_REQUESTED, forget_old_resets, send_reset_link
from mia.identity.session.sessions import Client, SessionPolicy, sign_out
from mia.identity.session.sign_in import authenticate
from mia.identity.tenants import (
    Clinic,
    Membership,
    add_member,
    create_clinic,
    create_user,
    find_clinic,
    get_clinic,
    holds_demo,
    list_clinics,
    list_lenient_clinics,
    list_memberships,
    rename_clinic,
)
from mia.identity.throttle import (
    Limit,
    Simultaneous,
    check,
    forget_old_attempts,
    forgive,
    household_of,
)
