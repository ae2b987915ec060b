"""Lead conversion as other rooms see it."""

from mia.clinic.leads.answers.answering import ANSWERS, LEAD_ANSWER, UNNAMED, FollowUp, list_follow_ups
from mia.clinic.leads.answers.consults import with_fitting_provider
from mia.clinic.leads.answers.duties import register_conversion
from mia.clinic.leads.answers.talks import Expected, find_expected, find_lead_who_writes, let_be, take_proof
