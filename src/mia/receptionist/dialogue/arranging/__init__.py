"""A visit on its way into the calendar: choices, codes, the read-back, the booking and the waiting list."""
