"""Patient records as staff keep them: a patient's whole story, consent by channel, duplicates, many at once."""
