"""What a number says of where its holder is, and so of the hours at which Mia may contact them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from mia.clinic.consent.service import Recipient, states_of_number, zones_of_number
from tests.clinic.consent.test_decision import NEW_YORK, NOON, decided


def test_the_panhandle_of_florida_lies_in_two_zones() -> None:
    assert {str(zone) for zone in zones_of_number("+18505550142")} == {"America/New_York", "America/Chicago"}
    assert states_of_number("+18505550142") == {"FL"}
    assert states_of_number("+442079460000") == frozenset()


def test_arizona_stays_on_its_time_while_the_navajo_nation_changes() -> None:
    zones = zones_of_number("+19285550142")
    assert {str(zone) for zone in zones} == {"America/Phoenix", "America/Denver"}
    summer_morning = datetime(2026, 7, 1, 15, 30, tzinfo=UTC)  # 8:30 in Phoenix, 9:30 in Denver
    decision = decided(recipient=Recipient(True, zones), now=summer_morning)
    assert decision.until == datetime(2026, 7, 1, 16, tzinfo=UTC)


def test_a_number_without_a_place_waits_until_it_is_day_from_east_to_west() -> None:
    recipient = Recipient(True, zones_of_number("+18005550142"))
    decision = decided(recipient=recipient, now=NOON)
    assert decision.until == datetime(2026, 3, 24, 19, tzinfo=UTC)  # 9:00 in Honolulu, 15:00 in New York


def test_places_without_a_common_hour_are_never_contacted() -> None:
    recipient = Recipient(True, (NEW_YORK, ZoneInfo("Asia/Tokyo")))
    assert decided(recipient=recipient).rule == "no_common_hour"


def test_texas_sleeps_in_on_sundays() -> None:
    sunday = datetime(2026, 3, 22, 15, tzinfo=UTC)  # 10:00 in Houston
    recipient = Recipient(True, zones_of_number("+17135550142"), states_of_number("+17135550142"))
    assert decided(recipient=recipient, now=sunday).until == datetime(2026, 3, 22, 17, tzinfo=UTC)
