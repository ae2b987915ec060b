"""Scheduling as other rooms see it: the catalogue, free slots, offers and appointments."""

from mia.scheduling.availability import Room, Shift, Slot
from mia.scheduling.booking import (
    Appointment,
    AppointmentStatus,
    Booked,
    DayEntry,
    Expired,
    NewAppointment,
    Taken,
    book,
    cancel,
    count_by_service,
    get_appointment,
    import_appointments,
    list_appointments,
)
from mia.scheduling.catalogue import Provider, Service, get_service, list_providers, list_services, set_up
from mia.scheduling.choice import PartOfDay
from mia.scheduling.offers import IN_CONVERSATION, IN_MESSAGE, SlotSigner
from mia.scheduling.search import (
    Found,
    Offer,
    Offers,
    Reason,
    Wish,
    find_slots,
    offer_openings,
    offer_slots,
    spoken_time,
)
from mia.scheduling.visits import list_of_patient, list_upcoming

__all__ = [
    "IN_CONVERSATION",
    "IN_MESSAGE",
    "Appointment",
    "AppointmentStatus",
    "Booked",
    "DayEntry",
    "Expired",
    "Found",
    "NewAppointment",
    "Offer",
    "Offers",
    "PartOfDay",
    "Provider",
    "Reason",
    "Room",
    "Service",
    "Shift",
    "Slot",
    "SlotSigner",
    "Taken",
    "Wish",
    "book",
    "cancel",
    "count_by_service",
    "find_slots",
    "get_appointment",
    "get_service",
    "import_appointments",
    "list_appointments",
    "list_of_patient",
    "list_providers",
    "list_services",
    "list_upcoming",
    "offer_openings",
    "offer_slots",
    "set_up",
    "spoken_time",
]
