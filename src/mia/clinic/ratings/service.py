"""Ratings as other rooms see them."""

from mia.clinic.ratings.asking import ask_for_ratings, read_score, take_rating
from mia.clinic.ratings.historical_import import PastRating, import_ratings
from mia.clinic.ratings.jobs import register_ratings
from mia.clinic.ratings.rating import rate_conversation
