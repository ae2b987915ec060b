"""What carriers tell the front office: incoming texts and calls, and the delivery status of texts."""
