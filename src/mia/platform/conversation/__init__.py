"""The contract between who leads a conversation and who carries it."""
