"""Patients in from a file and out into one."""
