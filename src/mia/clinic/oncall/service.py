"""On-call alerts as other rooms see them."""

from mia.clinic.oncall.alerts import (
    Alert,
    acknowledge,
    list_open_tasks_alerts,
    raise_alert,
    raise_test,
)
from mia.clinic.oncall.contacts import (
    Contact,
    Way,
    find_contact,
    is_covered,
    list_contacts,
    list_reachable,
    new_contact,
    save_contacts,
    version_of,
)
from mia.clinic.oncall.jobs import register_oncall
from mia.clinic.oncall.replies import receive_text
from mia.clinic.oncall.sending import acknowledge_by_call, call_script, note_call
