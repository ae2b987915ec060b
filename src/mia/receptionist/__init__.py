"""Mia's own way to lead a conversation, without a provider: what was meant, which day that is, what to say next,
and the guard that holds a provider's model to the facts. It knows neither the clinic nor the engine that
carries the conversation; both meet it in ``platform.conversation``. It may use platform.
"""
