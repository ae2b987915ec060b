"""What is wrong with a row, in words for the people who mend it."""

from mia.clinic.records.transfers.fields import Field

_FIELDS = {
    Field.NAME: "Full name",
    Field.FIRST_NAME: "First name",
    Field.LAST_NAME: "Last name",
    Field.PHONE: "Phone",
    Field.EMAIL: "Email",
    Field.BIRTH_DATE: "Date of birth",
    Field.TAGS: "Tags",
    Field.NOTE: "Internal note",
    Field.LAST_VISIT: "Visit: date",
    Field.TREATMENT: "Visit: treatment",
    Field.PRICE: "Visit: price paid",
    Field.OPTED_OUT: "Do not contact",
    Field.TEXTS: "Texts: consent",
    Field.TEXTS_MARKETING: "Texts: marketing consent",
    Field.NO_TEXTS: "Texts: opted out",
    Field.EMAILS: "Email: consent",
    Field.EMAILS_MARKETING: "Email: marketing consent",
    Field.NO_EMAILS: "Email: opted out",
    Field.CALLS: "Calls: consent",
    Field.CALLS_MARKETING: "Calls: marketing consent",
    Field.NO_CALLS: "Calls: opted out",
}
_REASONS = {
    "missing": "is missing",
    "unreadable": "could not be read",
    "future": "is in the future",
    "formula": "looks like a formula",
    "too_long": "is too long",
    "unknown": "is not one of your services",
    "unclear": "is unclear, which counts as no consent",
    "unclear_no": "is unclear, which counts as opted out",
    "no_contact": "has no phone or email to go with",
}


def label_of(field: Field) -> str:
    """What a column is, in the words of the page."""
    return _FIELDS[field]


def words_of(field: str, reason: str) -> str:
    """``Phone could not be read``."""
    if reason == "columns":
        return "More cells than columns"
    label = _FIELDS.get(Field(field)) if field in set(Field) else None
    return f"{label or 'The row'} {_REASONS[reason]}"
