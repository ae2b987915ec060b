"""What stands in for the outside world on one machine: phones, mail, the clock, and the demo practice.

Demo and development only. It may use adapters and everything below them.
"""
