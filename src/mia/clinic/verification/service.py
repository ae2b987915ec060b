"""Who someone is, as other rooms see it."""

from mia.clinic.verification.admission import Admitted, BookingLimits, Claim, admit, note_booking
from mia.clinic.verification.claims import (
    PatientClaim,
    ask_for_code,
    proven_patient,
    register_codes,
)
from mia.clinic.verification.codes import Check, CodeRules, Sending, can_be_sent, check_code, send_code
from mia.clinic.verification.confirming import (
    confirm_by_code,
    confirm_by_staff,
    forget_contacts,
    forget_conversation,
    purge,
)
from mia.clinic.verification.merging import merge
from mia.clinic.verification.merging import undo as undo_merge
