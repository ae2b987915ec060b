"""Who someone is: strangers' bookings, one-time codes, and linking a booking to a record."""
