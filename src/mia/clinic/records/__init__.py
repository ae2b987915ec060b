"""Patient records as staff keep them: timeline, consent, duplicates, bulk actions, import and export."""
