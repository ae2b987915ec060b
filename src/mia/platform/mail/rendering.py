"""Messages as text: RFC 5322 for the wire, JSON for the row in which they wait."""

import base64
import json
import re
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from mia.platform.kernel.errors import Invalid
from mia.platform.mail.layout import to_html
from mia.platform.mail.ports import Attachment, Email, EmailDefaults, Message

# A dot-string and a host's name (RFC 5321, 4.1.2). What else the standard allows, its parsers stumble over.
_PLAIN = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}")


def check_recipient(address: str) -> None:
    """:class:`Invalid` (field ``email``) unless it is one address that any server understands."""
    try:
        if _PLAIN.fullmatch(address) and Address(addr_spec=address).addr_spec == address:
            return
    except (ValueError, MessageError):
        pass
    raise Invalid("This email address can't be used", fields={"email": "We can't send email to this address"})


UNSUBSCRIBE_PATH = "/unsubscribe/"


def reply_address(replies: str, token: str) -> str:
    """The address that belongs to one thread (RFC 5233, plus-addressing)."""
    local, _, host = replies.rpartition("@")
    return f"{local}+{token}@{host}"


def render(email: Email, defaults: EmailDefaults, *, at: datetime) -> EmailMessage:
    """The email as it goes over the wire."""
    message = email.message
    name, address = parseaddr(defaults.sender)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(name, addr_spec=address)
    mail["To"] = Address(addr_spec=message.to)
    mail["Reply-To"] = Address(
        addr_spec=reply_address(defaults.replies, message.reply)
        if defaults.replies and message.reply
        else defaults.reply_to
    )
    mail["Subject"] = " ".join(message.subject.split())
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = f"<{email.id}@{address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-replied" if message.answers else "auto-generated"
    if message.answers:
        mail["In-Reply-To"] = mail["References"] = message.answers
    text, unsubscribe = message.text, None
    if message.unsubscribe and defaults.origin:
        unsubscribe = f"{defaults.origin}{UNSUBSCRIBE_PATH}{message.unsubscribe}"
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        text = f"{text.rstrip()}\n\nUnsubscribe with one click: {unsubscribe}\n"
    mail.set_content(text)
    mail.add_alternative(to_html(mail["Subject"], message.text, unsubscribe=unsubscribe), subtype="html")
    for item in message.attachments:
        kind, *parameters = (part.strip() for part in item.media_type.split(";"))
        maintype, subtype = kind.split("/")
        mail.add_attachment(
            item.content,
            maintype=maintype,
            subtype=subtype,
            filename=item.filename,
            params=dict(parameter.split("=", 1) for parameter in parameters),
        )
    return mail


def to_json(message: Message) -> str:
    """The message as one text, to be sealed. The fourth is empty: emails once had a layout of their own there."""
    files = [
        [item.filename, item.media_type, base64.b64encode(item.content).decode()] for item in message.attachments
    ]
    ways = [message.unsubscribe, message.reply, message.answers]
    about = message.about_patient
    return json.dumps([message.to, message.subject, message.text, None, files, ways, about])


def from_json(text: str) -> Message:
    """What :func:`to_json` made."""
    to, subject, body, _, files, *rest = json.loads(text)
    attachments = tuple(Attachment(name, kind, base64.b64decode(content)) for name, kind, content in files)
    unsubscribe, reply, answers = rest[0] if rest else (None, None, None)
    about_patient = rest[1] if len(rest) > 1 else True
    return Message(to, subject, body, attachments, unsubscribe, reply, answers, about_patient)
