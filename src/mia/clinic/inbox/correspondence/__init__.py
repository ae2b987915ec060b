"""One conversation per person: texts, emails, calls and chats together, and writing to anyone."""
