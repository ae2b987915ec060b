"""What people on call read and hear: that someone may need help, and where to look. Nothing about the patient."""

from mia.platform.mail.service import Message


def alert_text(practice: str, link: str, code: str, *, test: bool) -> str:
    """The text message."""
    if test:
        return f"Test alert from Mia at {practice}: no action needed. Open {link} or reply {code} to acknowledge."
    return f"Urgent at {practice}: a caller may need help. Open Mia: {link} Reply {code} to acknowledge."


def thanks_text(practice: str) -> str:
    """What follows an acknowledgement by text."""
    return f"{practice}: Thank you. You have this alert, and no one else will be alerted. Open Mia for the details."


def hint_text(practice: str, code: str) -> str:
    """What follows a text that acknowledges without the code."""
    return f"{practice}: Please reply {code} to acknowledge the alert."


def alert_mail(practice: str, to: str, link: str, *, test: bool) -> Message:
    """The email."""
    if test:
        text = (
            f"This is a test of Mia's on-call alerts at {practice}. No action is needed.\n\nAcknowledge:\n{link}\n"
        )
        return Message(to, f"Test alert: {practice}", text, about_patient=False)
    text = (
        f"Urgent: a caller may need help at {practice}.\n\n"
        f"Open Mia and acknowledge:\n{link}\n\n"
        "Until someone acknowledges, the next on-call contact is alerted every five minutes.\n"
    )
    return Message(to, f"Urgent: a caller may need help ({practice})", text, about_patient=False)


def owners_mail(practice: str, to: str, *, tried: bool) -> Message:
    """The email to an owner when no one on call has acknowledged, or no one is on call."""
    why = (
        "Everyone on call was alerted, but no one has acknowledged."
        if tried
        else "There is no on-call contact who can be reached. Add one in Settings, On-call alerts."
    )
    text = f"Urgent: a caller may need help at {practice}.\n\n{why}\n\nPlease open Mia and check the urgent task.\n"
    return Message(to, f"Urgent and unanswered: a caller may need help ({practice})", text, about_patient=False)


def call_opening(practice: str, *, test: bool) -> str:
    """What a call says; it says so again when no one answers."""
    if test:
        return (
            f"This is Mia, the AI assistant of {practice}. This is a test of the on-call alerts. "
            "No action is needed. To acknowledge, say yes."
        )
    return (
        f"This is Mia, the AI assistant of {practice}, with an urgent alert. A caller may need help. "
        "Please open Mia now. To acknowledge, say yes."
    )


def call_voicemail(practice: str, *, test: bool) -> str:
    """What a voicemail is told."""
    if test:
        return f"This is Mia of {practice}. This was a test of the on-call alerts. No action is needed."
    return f"This is Mia of {practice} with an urgent alert. A caller may need help. Please open Mia now."


CALL_THANKS = "Thank you. You have this alert, and no one else will be alerted. Please open Mia now. Goodbye."
