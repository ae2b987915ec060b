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
    "emergency_added": ("I've added that for our team. Please call 911 now if you haven't.",),
    "emergency_safe": (
        "I'm glad you're safe, and our team knows. If that changes, please call 911 right away.",
    ),
    "emergency_reach": ("I've told our team how they may reach you, and how not.",),
    "emergency_drive": ("Please don't drive yourself: 911 can send help to you.",),
    "emergency_refused": (
        "I understand. But please don't wait for us or a visit: this needs 911 or the nearest emergency room now.",
    ),
    "emergency_helped": ("Good. Please stay with them, and do what they say.",),
    "emergency_bye": ("Please call 911 if it's urgent. Take care.",),
    "emergency_over": ("I'm glad to hear that. Our team may still check in with you. What can I do for you?",),
    "emergency_over_goes_on": ("I'm glad to hear that. If it changes, please call 911.",),
    "crisis_again": (
        "Please don't stay alone with this: call or text 988 at any time, and call 911 if you're in danger.",
    ),
    "crisis_asked": (
        "I want to be sure you're okay. Are you thinking of hurting yourself? You can call or text 988 at any "
        "time, and 911 if you're in danger.",
    ),
    "crisis_check": (
        "I'm glad you tell me. Did I misunderstand, or are you thinking of hurting yourself? You can call or text "
        "988 at any time, and 911 if you're in danger.",
    ),
    "emergency_check": (
        "If someone is in danger, please call 911 now. Or did I misunderstand? Is anyone in danger right now?",
    ),
    "emergency_asked": (
        "In an emergency, always call 911 or go to the nearest emergency room. Is something happening right now?",
    ),
}  # fmt: skip
