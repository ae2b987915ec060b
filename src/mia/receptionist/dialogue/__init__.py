"""The receptionist's dialogue: a state machine over the conversation's memory."""
