"""What keeps people safe, no matter what answers them: hearing that somebody may be in danger."""
