"""What is wanted: visits, their days and people, the times that are offered for them."""
