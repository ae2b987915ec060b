"""Ratings as other rooms see them."""

from mia.ratings.asking import ASKED, ask_for_ratings, read_score, take_rating
from mia.ratings.duties import register_ratings
from mia.ratings.past import PastRating, import_ratings
from mia.ratings.rating import rate_conversation

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
