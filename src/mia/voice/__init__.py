"""The voice platform: an HTTP API of its own (``resources``), media workers that hold the calls, carriers, and
the engine that hears and speaks. It knows no clinic; composition tells it who leads the conversations. It may
use platform.
"""
