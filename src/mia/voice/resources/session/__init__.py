"""Sessions: a written conversation of several chats, with its memory."""
