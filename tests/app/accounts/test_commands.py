"""The operator's commands: what they do, what they say, and what they say when they cannot."""

import argparse
from datetime import timedelta

import pytest
from sqlalchemy import text

from mia.app.accounts.arguments import ADD_ARGUMENTS
from mia.app.accounts.commands import run
from mia.app.accounts.jobs import purge_account_emails
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.mail import service as mail
from tests.fakes.access import make_clinic, make_team, make_user, settings_of_tests
from tests.fakes.post_office import PostOffice


@pytest.fixture
def office(database: Database) -> PostOffice:
    return PostOffice(database, settings_of_tests())


async def mia(database: Database, *arguments: str) -> int:
    """``mia clinic ...`` as the command line would run it."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    for name, add in ADD_ARGUMENTS.items():
        add(commands.add_parser(name))
    return await run(parser.parse_args(arguments), database, settings_of_tests())


async def test_a_practice_is_opened_and_its_owner_invited(
    database: Database, office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"Harbor {new_id().hex}"
    assert await mia(database, "clinic", "create", "--name", name, "--timezone", "America/New_York") == 0
    slug = name.lower().replace(" ", "-")
    assert f"http://127.0.0.1:8000/dashboard/{slug}\n" in capsys.readouterr().out
    email = f"{new_id().hex}@harbor.example"
    assert await mia(database, "user", "invite", "--clinic", slug, "--email", email) == 0
    assert "token=" not in capsys.readouterr().out
    (sent,) = await office.emails_to(email)
    assert f"You are invited to join {name} on Mia as Clinic Administrator." in sent.text


async def test_the_link_is_printed_for_who_asks(
    database: Database, office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    team, email = await make_team(database), f"{new_id().hex}@harbor.example"
    arguments = ("--clinic", team.clinic.slug, "--email", email, "--role", "manager", "--show-link")
    assert await mia(database, "user", "invite", *arguments) == 0
    token = (await office.invite_of(email))["token"]
    assert f"/accept-invite#type=invite&token={token}\n" in capsys.readouterr().out


async def test_who_may_enter_is_listed_for_a_review(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    team, other = await make_team(database), await make_team(database)
    assert await mia(database, "user", "list", "--clinic", team.clinic.slug) == 0
    listed = capsys.readouterr().out
    assert f"{team.clinic.slug}: {team.owner}, owner, password only, last seen never\n" in listed
    assert len(listed.splitlines()) == 4
    assert other.owner not in listed
    assert await mia(database, "user", "list") == 0
    assert other.owner in capsys.readouterr().out


async def test_support_is_let_in(
    database: Database, office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    team, email = await make_team(database), f"{new_id().hex}@mia.example"
    await make_user(database, email)
    arguments = ("--clinic", team.clinic.slug, "--user", email, "--reason", "Calendar", "--minutes", "30")
    assert await mia(database, "support", "open", *arguments) == 0
    assert "the owners were notified" in capsys.readouterr().out
    assert len(await office.emails_to(team.owner)) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("clinic", "create", "--name", "Harbor", "--timezone", "Mars/Olympus"), "time zone"),
        (("clinic", "create", "--name", "Harbor", "--timezone", "UTC", "--slug", "No Slug"), "hyphens"),
        (("clinic", "create", "--name", "Client", "--timezone", "UTC", "--slug", "client"), "cannot be used"),
        (("user", "invite", "--clinic", "no-such", "--email", "a@harbor.example"), "no clinic"),
        (("support", "open", "--clinic", "no-such", "--user", "a@b.example", "--reason", "x"), "no clinic"),
    ],
)
async def test_what_cannot_be_done_is_said(
    database: Database, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert await mia(database, *arguments) == 1
    assert said in capsys.readouterr().err


async def test_a_slug_that_is_taken_is_said(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    team = await make_team(database)
    arguments = ("--name", "Harbor", "--timezone", "UTC", "--slug", team.clinic.slug)
    assert await mia(database, "clinic", "create", *arguments) == 1
    assert "exists" in capsys.readouterr().err


async def test_support_is_not_let_in_where_nobody_could_be_told(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    clinic, email = await make_clinic(database, new_id().hex), f"{new_id().hex}@mia.example"
    await make_user(database, email)
    arguments = ("--clinic", clinic.slug, "--user", email, "--reason", "Calendar")
    assert await mia(database, "support", "open", *arguments) == 1
    assert "no Clinic Administrator" in capsys.readouterr().err


async def test_a_lost_second_factor_is_taken_off(
    database: Database, office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    team = await make_team(database)
    user_id = team.ids[team.front_desk]
    assert await mia(database, "user", "forget-factor", "--email", team.front_desk) == 1
    assert "No account" in capsys.readouterr().err
    async with database.system(SystemScope.LOGIN) as session:
        for statement in (
            "UPDATE users SET second_factor = true WHERE id = :id",
            "INSERT INTO totp_secrets (user_id, secret_sealed, created_at, confirmed_at) "
            "VALUES (:id, '\\x00', now(), now())",
            "INSERT INTO recovery_codes (user_id, code_hash, salt, created_at) "
            "VALUES (:id, '\\x01', '\\x02', now())",
        ):
            await session.sql.execute(text(statement), {"id": user_id})
    assert await mia(database, "user", "forget-factor", "--email", team.front_desk) == 0
    async with database.system(SystemScope.LOGIN) as session:
        left = text(
            "SELECT second_factor, (SELECT count(*) FROM totp_secrets WHERE user_id = :id), "
            "(SELECT count(*) FROM recovery_codes WHERE user_id = :id) FROM users WHERE id = :id"
        )
        assert tuple((await session.sql.execute(left, {"id": user_id})).one()) == (False, 0, 0)
    async with database.system(SystemScope.CRON) as session:
        query = text(
            "SELECT actor, object_ids FROM audit_entries WHERE tenant_id = :id AND action = 'factor.reset'"
        )
        rows = [tuple(row) for row in await session.sql.execute(query, {"id": team.clinic.id})]
    assert rows == [("operator", [user_id])]
    (email,) = await office.emails_to(team.front_desk)
    assert "was taken off at your request" in email.text


async def test_emails_about_accounts_are_purged_with_a_receipt(database: Database, clock: MovableClock) -> None:
    async with database.clinic(identity.platform_scope("test")) as session:
        await mail.queue(session, mail.Message("ana@harbor.example", "News", "Hello Ana"), key=new_id().hex)
    clock.move(timedelta(days=30))
    count = await purge_account_emails(database, 30)
    assert count >= 1
    async with database.clinic(identity.platform_scope("test")) as session:
        assert await mail.list_for(session, "ana@harbor.example") == []
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT kind, count FROM purge_receipts WHERE tenant_id = :id")
        receipts = await session.sql.execute(query, {"id": identity.platform_scope("test").clinic_id})
        assert [tuple(row) for row in receipts] == [("mail", count)]
