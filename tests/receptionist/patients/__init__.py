"""Simulated patients: goals and words of their own, judged by what the front office has afterwards."""
