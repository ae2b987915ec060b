"""Chats: the same conversation, in writing."""
