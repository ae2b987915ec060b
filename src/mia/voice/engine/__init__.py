"""The voice engine: hears a caller, asks a language model what to say, and says it."""

from loguru import logger

# Pipecat writes transcripts and whole messages at debug and error level. What a caller says must
# never reach a log, so its messages are dropped here; the engine reports faults by static names.
logger.disable("pipecat")
