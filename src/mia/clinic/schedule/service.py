"""Scheduling as other rooms see it: the catalogue, free slots, offers and appointments."""

from mia.clinic.schedule.appointments import (
    Appointment,
    AppointmentStatus,
    Arrival,
    DayEntry,
    count_by_service,
    find_next_open,
    get_appointment,
    list_appointments,
    patients_of,
    spoken_time,
)
from mia.clinic.schedule.availability import Room, Shift
from mia.clinic.schedule.catalogue import (
    Gender,
    Provider,
    Service,
    get_service,
    list_providers,
    list_rooms,
    list_services,
    list_shifts,
    set_up,
)
from mia.clinic.schedule.catalogue_changes import (
    Offered,
    Staffer,
    count_at_location,
    count_planned,
    keep_rooms,
    keep_services,
    keep_staff,
    put_room,
    put_service,
    put_staffer,
    set_offered,
)
from mia.clinic.schedule.slots.choice import PartOfDay
from mia.clinic.schedule.slots.obstacles import NotFree, Obstacle, ObstacleKind
from mia.clinic.schedule.slots.offered import read_offers
from mia.clinic.schedule.slots.offers import IN_CONVERSATION, IN_MESSAGE, SlotSigner
from mia.clinic.schedule.slots.openings import find_openings
from mia.clinic.schedule.slots.search import (
    Found,
    Offer,
    Reason,
    Wish,
    find_slots,
    offer_openings,
    offer_slots,
)
from mia.clinic.schedule.visits.arrivals import read_notes, set_arrival, write_note
from mia.clinic.schedule.visits.blocks import Repeat, Rhythm, block_time, list_blocks, unblock
from mia.clinic.schedule.visits.board import Board, BoardDay, read_board
from mia.clinic.schedule.visits.booking import Booked, Expired, Taken, book, cancel
from mia.clinic.schedule.visits.history import Change, ChangeKind, forget_words, get_change, list_changes
from mia.clinic.schedule.visits.imports import NewAppointment, import_appointments
from mia.clinic.schedule.visits.links import PAGE as VISIT_PAGE
from mia.clinic.schedule.visits.links import VisitLink, check_visit_link, read_visit_link, visit_link
from mia.clinic.schedule.visits.outcomes import Done, set_outcome, take_back
from mia.clinic.schedule.visits.placing import (
    ChangedMeanwhile,
    Insistence,
    Place,
    hold_visit,
    move_visit,
    place_visit,
)
from mia.clinic.schedule.visits.visits import list_of_patient, list_of_provider, list_upcoming
from mia.clinic.schedule.waiting import (
    REGRET,
    NewWaiting,
    Waiting,
    count_waiting,
    forget_waiting,
    join_waiting_list,
    leave_waiting_list,
    list_waiting,
    note_offer,
    purge_waiting,
    rejoin_waiting_list,
    waiting_of,
)
