"""The rules of the send decision: what each rests on, and what staff read of it."""

RULES: dict[str, str] = {
    "allowed": "Consent, hours and limits allow it.",
    "no_address": "There is nothing to write to or call.",
    "no_number": "House rule: texts and calls leave from the practice's own number alone, so that answers to them "
    "and a STOP come back to it.",
    "opted_out": "47 CFR 64.1200(a)(10): a revocation by any reasonable means is honoured; STOP stops all.",
    "wrong_number": "47 CFR 64.1200: consent is the called party's; a reassigned number has given none.",
    "do_not_contact": "45 CFR 164.522(b); practice's own list: do not contact, open complaint, clinical hold.",
    "minor": "House rule: patients under 18 are contacted through their parents, by people.",
    "deceased": "House rule: nobody writes to the dead.",
    "archived": "House rule: nobody of the archive is contacted.",
    "declined": "47 CFR 64.1200(a)(10): a revocation may be of some messages alone, or of one channel.",
    "switched_off": "The practice's own setting of what Mia may do.",
    "booked_already": "House rule: a visit is planned, so none is due.",
    "no_consent": "47 CFR 64.1200(a)(1): prior express consent; a number given is consent within its purpose "
    "(FCC 15-72).",
    "no_written_consent": "47 CFR 64.1200(a)(2), (f)(9); Fla. Stat. 501.059(8)(a): prior express written consent.",
    "no_ai_voice_consent": "FCC 24-17: an AI voice is an artificial voice and needs consent to that.",
    "quiet_hours": "47 CFR 64.1200(c)(1), 8-21; Fla. Stat. 501.616(6)(a), 8-20; Tex. Bus. & Com. Code 301.051, "
    "Sundays from noon; house rule 9-19 at every place the person may be.",
    "no_common_hour": "The places in question share no permitted hour.",
    "unproven": "House rule: a number that a web form named gets one text; the next follows its reply.",
    "unverified": "House rule: nobody knows yet whether this is who it says; people call.",
    "daily_cap": "47 CFR 64.1200(a)(9)(iv)(C), adopted as a cap: one contact in 24 hours, whatever the channel.",
    "weekly_cap": "47 CFR 64.1200(a)(9)(iv)(C), adopted as a cap: three contacts in 7 days.",
    "subject_cap": "Fla. Stat. 501.616(6)(b): three contacts in 24 hours on one subject, whatever the number.",
    "too_late": "House rule: what would arrive when the visit has begun tells nobody anything; people call.",
    "reply_too_late": "House rule: an answer belongs to a conversation; a day later it is outreach.",
}
"""Rule ids with what they rest on."""

REASONS: dict[str, str] = {
    "allowed": "Consent, hours and limits allow it",
    "no_address": "There is no number or address on record for this",
    "no_number": "The practice has no phone number for this yet",
    "opted_out": "The patient asked not to be contacted",
    "wrong_number": "The number belongs to somebody else",
    "do_not_contact": "The record says not to contact this patient",
    "minor": "The patient is under 18; please speak with a parent",
    "deceased": "The record says that the patient has died",
    "archived": "The record is archived",
    "declined": "The patient does not want messages of this kind this way",
    "switched_off": "Contacts of this kind by Mia are switched off in the settings of the practice",
    "booked_already": "The patient has a visit booked already",
    "no_consent": "The patient has not agreed to be contacted this way",
    "no_written_consent": "The patient has not agreed in writing to be contacted about visits that are due",
    "no_ai_voice_consent": "The patient has not agreed to calls by an AI voice",
    "unproven": "This number was texted once and nobody has answered yet",
    "unverified": "Nobody has confirmed yet who this is",
    "quiet_hours": "It is outside contact hours where the patient is",
    "no_common_hour": "No hour is permitted at every place the patient may be",
    "daily_cap": "The patient was contacted within the last 24 hours",
    "weekly_cap": "The patient was contacted three times within 7 days",
    "subject_cap": "The patient was contacted three times about this within 24 hours",
    "too_late": "No permitted hour is left before the visit",
    "reply_too_late": "The patient last wrote more than a day ago",
}
"""What staff read."""


def reason_of(rule: str) -> str:
    """What staff read of a rule."""
    return REASONS[rule]
