"""Rebooking as other rooms see it."""

from mia.clinic.recalls.audience import Kind, assess, gather
from mia.clinic.recalls.directory import Group, search
from mia.clinic.recalls.duties import register_rebooking
from mia.clinic.recalls.ledger import Recall, count_newly_overdue, count_overdue, list_recalls, listing, refresh
from mia.clinic.recalls.listing import ListedPatient, find_listed
from mia.clinic.recalls.outreach import RECALL, Wish, call_off, cancel, start
from mia.clinic.recalls.preview import Preview, preview
from mia.clinic.recalls.rules import DEFAULTS, RecallRule, list_rules, renew_rules, save_rule, set_up_rules
from mia.clinic.recalls.words import LONGEST_MAIL, TEMPLATE, call_opening, call_question, call_words, voicemail
