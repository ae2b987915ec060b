"""The names behind ids of the activity log: read with the reader's rights, and the reading stands in the log."""

import httpx
import pytest
from fastapi import FastAPI

from mia.platform.audit import service as audit
from mia.platform.audit.service import AuditSearch
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import Center
from tests.fakes.access import browser
from tests.fakes.practice import member


async def test_names_stand_behind_ids_and_the_log_keeps_that_they_were_read_but_no_name(
    alice: httpx.AsyncClient, center: Center
) -> None:
    known, unknown = encode("pat", await center.patient("Ana Ruiz")), encode("pat", new_id())
    answer = await alice.post("patients/names", json={"ids": [known, unknown, encode("apt", new_id())]})
    assert answer.json() == {"names": {known: "Ana Ruiz"}}
    async with center.database.clinic(center.practice.scope) as session:
        page = await audit.search_entries(session, AuditSearch(action="patient.names"))
    assert [encode("pat", each) for each in page.entries[0].object_ids] == [known]
    assert "Ana" not in repr(page.entries)


@pytest.mark.parametrize("ids", [["led_x"], ["pat_"], ["x"] * 101])
async def test_ids_of_anything_else_are_refused(alice: httpx.AsyncClient, ids: list[str]) -> None:
    assert (await alice.post("patients/names", json={"ids": ids})).status_code in (404, 422)


async def test_who_may_not_read_patients_reads_no_names(app: FastAPI, center: Center) -> None:
    email = await member(center.database, Role.READ_ONLY, center.practice)
    async with browser(app, email, at=center.practice.slug) as reader:
        assert (await reader.post("patients/names", json={"ids": []})).status_code == 403
