"""What the receptionist says when life may be at stake."""

EMERGENCY: dict[str, tuple[str, ...]] = {
    "emergency": ("This could be an emergency. Please {call} 911 now, or go to the nearest emergency "
    "room.",),
    "crisis": (
        "I'm really sorry you're going through this. If you're in danger, please call 911 now. "
        "You can also call or text 988 at any time.",
    ),
    "emergency_again": (
        "Please call 911 now, or go to the nearest emergency room.",
        "Please don't wait for us: call 911 now.",
    ),
    "emergency_alerting": ("I'm alerting our team too.",),
    "emergency_told": ("Our team has been alerted.",),
    "emergency_left_note": ("I've left an urgent note for our team, but please don't wait for them.",),
    "emergency_not_left": ("I couldn't reach our team, so please don't wait for them: call 911 now.",),
    "emergency_phone": ("If you can, tell me your name and a number where our team can reach you.",),
    "emergency_noted": ("Thank you, I've added that. Please call 911 now if you haven't.",),
    "emergency_visit": ("Don't worry about your visit: I've told our team that you may not make it.",),
    "emergency_helped": ("Good. Please stay with them, and do what they say.",),
    "emergency_bye": ("Please call 911 if it's urgent. Take care.",),
    "emergency_over": ("I'm glad to hear that. Our team may still check in with you. What can I do for you?",),
    "emergency_check": (
        "If someone is in danger, please call 911 now. Or did I misunderstand? Is anyone in danger right now?",
    ),
    "emergency_asked": (
        "In an emergency, always call 911 or go to the nearest emergency room. Is something happening right now?",
    ),
}  # fmt: skip
