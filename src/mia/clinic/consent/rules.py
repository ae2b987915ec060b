"""The rules of the send decision: what each rests on, and what staff read of it."""

RULES: dict[str, str] = {
    "allowed": "Consent, contact hours and limits allow it.",
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
    "allowed": "Consent, contact hours and limits allow it",
    "no_address": "No number or address on file",
    "no_number": "Your practice has no phone number for this",
    "opted_out": "The patient asked not to be contacted",
    "wrong_number": "The number belongs to someone else",
    "do_not_contact": "The patient is marked do not contact",
    "minor": "The patient is under 18; please speak with a parent",
    "deceased": "The patient is marked deceased",
    "archived": "The record is archived",
    "declined": "The patient declined this kind of message",
    "switched_off": "This kind of contact is turned off in Settings",
    "booked_already": "The patient already has an appointment",
    "no_consent": "No consent to text or call",
    "no_written_consent": "No written consent to recalls",
    "no_ai_voice_consent": "No consent to AI-voice calls",
    "unproven": "This number was texted once and hasn't replied yet",
    "unverified": "This person's identity hasn't been confirmed",
    "quiet_hours": "Outside the patient's contact hours",
    "no_common_hour": "No contact hours fit every place the patient may be",
    "daily_cap": "Already contacted within 24 hours",
    "weekly_cap": "Already contacted three times within 7 days",
    "subject_cap": "Already contacted about this three times within 24 hours",
    "too_late": "No contact hours left before the appointment",
    "reply_too_late": "The patient's last message is more than a day old",
}
"""What staff read."""

REMEDIES: dict[str, str] = {
    "no_address": "Add a phone number or email to the record first.",
    "no_number": "Add a phone number for your practice in Settings first.",
    "opted_out": "Allowed once the patient texts START or tells your team they want to hear from you again.",
    "wrong_number": "Add the right number to the record first.",
    "do_not_contact": "Allowed once the tag that stops contact is removed from the record.",
    "minor": "Your team can speak with a parent.",
    "archived": "Allowed once the record is restored.",
    "declined": "Allowed once the patient agrees again and their record says so.",
    "switched_off": "An owner or manager can turn it on in Settings.",
    "booked_already": "Allowed after that visit, when the next one is due.",
    "no_consent": "Allowed once the patient agrees and their record says so.",
    "no_written_consent": "Allowed once the patient agrees in writing and their record says so.",
    "no_ai_voice_consent": "Allowed once the patient agrees to AI-voice calls and their record says so.",
    "unproven": "Allowed once the patient replies.",
    "unverified": "Allowed once your team confirms who this is.",
    "no_common_hour": "Your team can call instead.",
}
"""When someone who is blocked may be contacted after all, or who does it instead; for the others there is no more
to say."""


def reason_of(rule: str) -> str:
    """What staff read of a rule."""
    return REASONS[rule]
