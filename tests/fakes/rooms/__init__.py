"""Distributed media engines on this machine: their REST APIs, and clients that connect to nothing."""
