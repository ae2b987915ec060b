"""What keeps people safe whoever answers them: hearing that somebody may be in danger."""
