"""Mia on duty: her assistant, her tools, her calls and chats, and what follows from them."""
