"""Ratings as other rooms see them."""

from mia.clinic.ratings.asking import ASKED, ask_for_ratings, read_score, take_rating
from mia.clinic.ratings.duties import register_ratings
from mia.clinic.ratings.past import PastRating, import_ratings
from mia.clinic.ratings.rating import rate_conversation

__all__ = [
    "ASKED",
    "PastRating",
    "ask_for_ratings",
    "import_ratings",
    "rate_conversation",
    "read_score",
    "register_ratings",
    "take_rating",
]
