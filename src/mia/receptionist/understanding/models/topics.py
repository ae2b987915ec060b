"""What people talk about with a front desk."""

from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """What callers talk about; the values are labels of the messages that the reader learned from."""

    BOOK = "book"
    OWN_VISIT = "own_visit"
    CHANGE_VISIT = "change_visit"
    CANCEL_VISIT = "cancel_visit"
    PRICE = "price"
    HOURS = "hours"
    LOCATION = "location"
    PARKING = "parking"
    SERVICES = "services"
    CONCERN = "concern"
    CONTACT = "contact"
    SERVICE_INFO = "service_info"
    PROVIDERS = "providers"
    INSURANCE = "insurance"
    PAYMENT = "payment"
    POLICY = "policy"
    GIFT_CARDS = "gift_cards"
    MEMBERSHIPS = "memberships"
    CANCELLATION = "cancellation"
    PREPARE = "prepare"
    LATE = "late"
    LOST = "lost"
    COMPLAINT = "complaint"
    BILLING = "billing"
    RECORDS = "records"
    OFFICE = "office"
    VENDOR = "vendor"
    MESSAGE = "message"
    CLINICAL = "clinical"
    EMERGENCY = "emergency"
    PERSON = "person"
    ROBOT = "robot"
    PRODUCT = "product"
    HELP = "help"
    GREETING = "greeting"
    SMALL_TALK = "small_talk"
    GOODBYE = "goodbye"
    ANSWER = "answer"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True)
class Guess:
    """The likeliest topic with its probability, 0 to 1."""

    topic: Topic
    probability: float
