"""What carriers tell the front office: texts and calls that come in, and what became of texts that went out."""
