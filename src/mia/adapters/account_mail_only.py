"""A mail server that may not see patients' data: its company has not signed a business associate agreement."""

import structlog

from mia.platform.mail.ports import Email, MailRefused, MailSender

log = structlog.get_logger()


class AccountMailOnly:
    """Hands over emails about accounts; refuses those about patients for good, so that staff learn of it."""

    def __init__(self, sender: MailSender) -> None:
        self._sender = sender

    async def send(self, email: Email) -> None:
        if email.message.about_patient:
            log.warning("mail_withheld_without_baa", mail_id=str(email.id))
            raise MailRefused
        await self._sender.send(email)
