"""Demo bookings: practice owners who book a product demo with us."""
