"""What tools answered, and how the conversation goes on after each of them."""

from collections.abc import Callable, Mapping
from typing import Any

from mia.receptionist.dialogue import outreach
from mia.receptionist.dialogue.arranging import booking_results, codes, waiting
from mia.receptionist.dialogue.on_file import changing, errands, identity
from mia.receptionist.dialogue.people import emergencies, hand_off, no_contact
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step


def tool_answered(scene: Scene, call_id: str, name: str, result: Mapping[str, Any], error: str | None) -> None:
    """A tool we waited for has answered; answers to older questions are left alone."""
    pending = scene.state.pending
    if not pending or pending["call_id"] != call_id:
        return
    scene.state.pending = None
    if go_on := _AFTER.get(name):
        go_on(scene, result, error)


def _on_slots(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    if error:
        booking_results.on_failure(scene, "search_failed")
    else:
        booking_results.on_slots(scene, result)


def _on_booked(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    if not error and result.get("status") == "code_required":
        codes.begin(scene)
        return
    booking_results.on_booked(scene, {} if error else result)
    if scene.state.to_move and scene.state.step is Step.ELSE:
        changing.move_next(scene)


def _on_canceled(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    if error or not booking_results.on_canceled(scene, result):
        scene.say("existing_visit")
        hand_off.begin(scene, "Wants to cancel an existing appointment")


def _on_checked(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    (identity if scene.state.errand else codes).on_checked(scene, result, error)


def _on_person(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    (emergencies if scene.state.step is Step.EMERGENCY else hand_off).on_person(scene, result, error)


def _on_stopped(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    (outreach if scene.state.outreach else no_contact).on_stopped(scene, result, error)


_AFTER: dict[str, Callable[[Scene, Mapping[str, Any], str | None], None]] = {
    "confirm_identity": outreach.on_identity,
    "stop_contact": _on_stopped,
    "request_person": _on_person,
    "transferCall": hand_off.on_transfer,
    "find_slots": _on_slots,
    "book_appointment": _on_booked,
    "join_waiting_list": waiting.on_joined,
    "send_code": codes.on_sent,
    "check_code": _on_checked,
    "identify_patient": identity.on_identify,
    "cancel_visit": _on_canceled,
    "list_visits": errands.on_visits,
}
"""How it goes on after a tool has answered."""
