"""Answers to questions, from the practice's own facts."""
