"""What keeps people safe, no matter what answers them: hearing that someone may be in danger."""
