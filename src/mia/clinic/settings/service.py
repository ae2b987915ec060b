"""The settings of a practice, read whole."""

from dataclasses import dataclass

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import ConsentText, TextKind
from mia.clinic.settings.item_changes import put_fact_draft
from mia.clinic.settings.items import Items, read_items
from mia.clinic.settings.recall import Recall, read_recalls
from mia.clinic.settings.sections import (
    put_mia_draft,
    read_contact,
    read_mia,
    read_practice,
    read_retention,
    read_websites,
)
from mia.clinic.settings.values import (
    ContactValue,
    FactValue,
    MiaValue,
    PracticeValue,
    RetentionValue,
    WebsitesValue,
)
from mia.clinic.settings.versions import announce, lock_settings
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid


@dataclass(frozen=True)
class Snapshot:
    """All settings at one moment. ``at_most``: the days for which the installation keeps content."""

    practice: PracticeValue
    contact: ContactValue
    mia: MiaValue
    retention: RetentionValue
    at_most: int
    websites: WebsitesValue
    items: Items
    recalls: list[Recall]
    consent_texts: list[ConsentText]


async def read_settings(session: ClinicSession, at_most: int) -> Snapshot:
    """All settings. Consent texts begin with the defaults of each kind."""
    await current_consent_texts(session)
    return Snapshot(
        practice=await read_practice(session),
        contact=await read_contact(session),
        mia=await read_mia(session),
        retention=await read_retention(session, at_most),
        at_most=at_most,
        websites=await read_websites(session),
        items=await read_items(session),
        recalls=await read_recalls(session),
        consent_texts=await consent.list_texts(session),
    )


async def current_consent_texts(session: ClinicSession) -> list[ConsentText]:
    """The words that hold now, one of each kind."""
    name = (await identity.get_clinic(session)).name
    return [await consent.current_text(session, kind, name) for kind in TextKind]


async def revise_consent_text(session: ClinicSession, kind: TextKind, words: str, seen: int) -> None:
    """Put new words; who agreed to earlier ones agreed to those. :class:`Conflict` when ``seen`` is not the
    newest version, :class:`Invalid` for words that do not name the practice, or ask nothing where callers are to
    answer."""
    await lock_settings(session)
    plain = " ".join(words.split())
    name = (await identity.get_clinic(session)).name
    if kind is TextKind.RECORDING:
        if not plain.endswith("?"):
            message = "Callers are asked this: end with a question that is answered by yes or no."
            raise Invalid("Check the highlighted fields.", fields={"value.words": message})
    elif name not in plain:
        message = f"The words must name who will make contact: {name}."
        raise Invalid("Check the highlighted fields.", fields={"value.words": message})
    await consent.revise_text(session, kind, plain, seen)
    await announce(session, "change", "consent_text")


async def put_draft(
    session: ClinicSession, mia: MiaValue | None, fact: tuple[str | None, FactValue] | None
) -> None:
    """Let a change stand in this transaction as it would if it were saved, for someone who tries it and takes the
    transaction back. ``fact`` is an answer with its id, None for a new one."""
    if mia is not None:
        await put_mia_draft(session, mia)
    if fact is not None:
        await put_fact_draft(session, *fact)
