"""The pipeline's stages, and what moves a lead from one to the next. Pure rules: no clock, no database."""

from enum import StrEnum


class LeadStage(StrEnum):
    """Stages of the pipeline."""

    NEW = "new"
    CONTACTED = "contacted"
    CONSULT_BOOKED = "consult_booked"
    WON = "won"
    LOST = "lost"


class LostReason(StrEnum):
    """Why a lead came to nothing."""

    PRICE = "price"
    TIMING = "timing"
    ELSEWHERE = "elsewhere"
    NO_ANSWER = "no_answer"
    NOT_SUITABLE = "not_suitable"
    OTHER = "other"


class Happening(StrEnum):
    """What happens to a lead without staff moving it."""

    CONTACTED = "contacted"
    """The first message left for them, or they were spoken with."""
    BOOKED = "booked"
    """They have a visit."""
    VISIT_LOST = "visit_lost"
    """That visit was canceled, or they did not come."""
    COMPLETED = "completed"
    """That visit took place."""


def stage_after(stage: LeadStage, happening: Happening, *, answered: bool) -> LeadStage:
    """Where something leads to. ``answered``: the person has heard from the practice before.

    Who was won stays so: later visits are a patient's. A visit that falls away opens the lead again, where it was
    before; what staff closed meanwhile stays closed.
    """
    match happening:
        case Happening.CONTACTED:
            return LeadStage.CONTACTED if stage is LeadStage.NEW else stage
        case Happening.BOOKED:
            return stage if stage is LeadStage.WON else LeadStage.CONSULT_BOOKED
        case Happening.VISIT_LOST if stage is LeadStage.CONSULT_BOOKED:
            return LeadStage.CONTACTED if answered else LeadStage.NEW
        case Happening.COMPLETED:
            return LeadStage.WON
    return stage


def may_move(to: LeadStage, *, has_visit: bool) -> bool:
    """Whether staff may put a lead there. A consult is booked by booking it, not by saying so."""
    return has_visit or to is not LeadStage.CONSULT_BOOKED


def is_open(stage: LeadStage) -> bool:
    """Whether someone still has something to do."""
    return stage not in (LeadStage.WON, LeadStage.LOST)
