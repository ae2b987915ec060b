"""What happened in an organization: requests, server messages and the states of calls. Rows hold ids and fixed
words, never what was said."""
