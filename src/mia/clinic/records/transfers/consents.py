"""Consent that a file brings: what is taken of it, and what is not since a no on record or in the file stands.

A no always goes before a yes, wherever it stands.
"""

from collections.abc import Sequence
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Stated, SuppressionReason
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.records.transfers import queries
from mia.clinic.records.transfers.lines import Line
from mia.clinic.records.transfers.models import ImportRow
from mia.clinic.records.transfers.people import Whose
from mia.clinic.records.transfers.reasons import label_of
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode


async def take_wishes(
    session: ClinicSession, row: ImportRow, lines: Sequence[Line], whose: Sequence[Whose], *, enter: bool
) -> dict[str, int]:
    """Look what the people of a piece agree to and do not want, and ``enter`` it. Returns how many rows agree to
    something new (``agreed``), decline something (``declined``), or agree to what stays declined (``stands``)."""
    speaking = [(line, each.id) for line, each in zip(lines, whose, strict=True) if line.wishes or line.opted_out]
    if not speaking:
        return {"agreed": 0, "declined": 0, "stands": 0}
    known = await patients.get_patients(session, sorted({id_ for _, id_ in speaking}))
    file = session.unseal(row.file_name_sealed)
    noes = [_said(line, known.get(id_), file, agrees=False) for line, id_ in speaking]
    yeses = [_said(line, None, file, agrees=True) for line, _ in speaking]
    outs = {one for line, id_ in speaking if line.opted_out for one in _all_contacts(line, known.get(id_))}
    every = {said for each in (*noes, *yeses) for said in each}
    there = await consent.on_record(session, {said.address for said in every}, Basis(row.consent_basis))
    seen = await queries.seen_of(session, row.id, [key for said in every for key in _keys(session, said)])
    refused = {said for each in noes for said in each}

    def is_open(said: Stated) -> bool:
        _, no, out = _keys(session, said)
        in_file = said in refused or said.address in outs or no in seen or out in seen
        return not in_file and said not in there.refused and said.address not in there.opted_out

    agreed: set[Stated] = set()
    counts = {"agreed": 0, "declined": sum(bool(each) for each in noes), "stands": 0}
    for each in yeses:
        taken = [said for said in each if is_open(said)]
        fresh = {said for said in taken if said not in there.agreed and _keys(session, said)[0] not in seen}
        counts["agreed"] += bool(fresh - agreed)
        counts["stands"] += len(taken) < len(each)
        agreed |= fresh
    noted = [_keys(session, said)[0] for said in agreed] + [_keys(session, said)[1] for said in refused]
    await queries.add_seen(session, row.id, [*noted, *(_out(session, address) for address in outs)])
    if enter:
        for address in sorted(outs):
            await consent.suppress(session, address, SuppressionReason.STAFF)
        await _enter(session, row, agreed, refused - there.refused, [id_ for _, id_ in speaking])
    return counts


async def take_back_consents(session: ClinicSession, import_id: UUID) -> None:
    """What people agreed to by an import that was a mistake stands no longer; what they declined does."""
    await consent.forget_given_in(session, encode("imp", import_id))
    await audit.record(session, "consent.take_back", "patient_import", [import_id])


async def _enter(
    session: ClinicSession, row: ImportRow, agreed: set[Stated], refused: set[Stated], ids: Sequence[UUID]
) -> None:
    """With the file as the source, and who brought it."""
    yes, no = (sorted(each, key=lambda said: (said.address, said.channel)) for each in (agreed, refused))
    proof, by = encode("imp", row.id), row.made_by
    await consent.enter_stated(session, yes, no, Basis(row.consent_basis), proof=proof, recorded_by=by)
    for action, entered in (("consent.grant", agreed), ("consent.refuse", refused)):
        if entered:
            await audit.record(session, action, "patient", ids)


def _said(line: Line, known: Patient | None, file: str, *, agrees: bool) -> list[Stated]:
    """What a row agrees to, or declines. A no holds at the contacts on record as well."""
    return [
        Stated(address, wish.channel, kind, f"{file}: {label_of(wish.column)} is {'yes' if agrees else 'no'}")
        for wish in line.wishes
        if wish.agrees is agrees
        for address in _contacts(line, known, wish.channel)
        for kind in wish.kinds
    ]


def _contacts(line: Line, known: Patient | None, channel: Channel) -> list[str]:
    """Where a channel reaches someone, as the row says and as stands on record."""
    if channel is Channel.EMAIL:
        both = {line.person.email, known.email if known else None}
    else:
        both = {line.person.phone, known.phone if known else None}
    return sorted(one for one in both if one)


def _all_contacts(line: Line, known: Patient | None) -> list[str]:
    return [*_contacts(line, known, Channel.SMS), *_contacts(line, known, Channel.EMAIL)]


def _keys(session: ClinicSession, said: Stated) -> tuple[bytes, bytes, bytes]:
    """By what the lines to come find that something was agreed to, declined, or its contact opted out."""
    what = f"{said.address} {said.channel} {said.message_class}"
    return session.blind(f"yes {what}"), session.blind(f"no {what}"), _out(session, said.address)


def _out(session: ClinicSession, address: str) -> bytes:
    return session.blind(f"out {address}")
