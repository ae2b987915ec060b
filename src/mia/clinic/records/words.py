"""What stands in a patient's timeline, in sentences for staff."""

from mia.clinic.consent.service import Basis, Channel, LedgerEntry, MessageClass, Purpose

CHANNELS = {
    Channel.SMS: "texts",
    Channel.EMAIL: "emails",
    Channel.CALL: "phone calls",
    Channel.AI_VOICE: "calls by an AI's voice",
}
_PURPOSES = {
    Purpose.APPOINTMENT: "about their appointments",
    Purpose.CALL_BACK: "to be called back",
    Purpose.RECALL: "when a visit is due",
    Purpose.MARKETING: "with offers",
}
_KINDS = {
    MessageClass.REMINDER: "about their appointments",
    MessageClass.RECALL: "when a visit is due",
    MessageClass.PROMO: "with offers",
}
_BASES = {
    Basis.NUMBER_GIVEN: "Gave their number for",
    Basis.EXPRESS: "Agreed to",
    Basis.WRITTEN: "Agreed in writing to",
}
_STOPS = {
    "stop": "Opted out of all contact by a message",
    "staff": "Opted out of all contact (told staff)",
    "privacy_request": "Asked for data deletion and no contact",
    "wrong_number": "The number belongs to someone else",
}
_CHANGES = {
    "patient.create": "Record added",
    "patient.edit": "Details changed",
    "patient.tag": "Tags changed",
    "patient.note": "Note written",
    "patient.archive": "Archived",
    "patient.restore": "Taken out of the archive",
    "patient.confirm": "Identity confirmed",
    "patient.merge": "Merged with another record",
    "patient.unmerge": "Merge undone",
}


def agreement_in_words(entry: LedgerEntry, *, taken_back: bool = False) -> str:
    """An entry of the consent ledger, or its withdrawal."""
    if entry.what == "stopped":
        return "May be contacted again" if taken_back else _STOPS[entry.reason or "staff"]
    channel = CHANNELS[entry.channel] if entry.channel else "contact"
    if entry.what == "refused":
        kind = _KINDS[entry.message_class] if entry.message_class else ""
        return f"{'No longer refuses' if taken_back else 'Does not want'} {channel} {kind}".rstrip()
    basis = _BASES[entry.basis] if entry.basis else "Agreed to"
    return f"{basis} {channel} {_PURPOSES[entry.purpose] if entry.purpose else ''}".rstrip()


def change_in_words(action: str) -> str:
    """A change of the record, as the audit log names it."""
    return _CHANGES[action]
