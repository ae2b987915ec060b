"""What is missing or weak in an installation, in plain words: ``mia check``, and each start of a production."""
