"""What the receptionist says when life may be at stake, in English and Spanish."""

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
    "emergency_bye": ("Please call 911 if it's urgent. Take care.",),
    "emergency_over": ("I'm glad to hear that. Our team may still check in with you. What can I do for you?",),
    "emergency_spanish": (
        "Esto puede ser una emergencia. Por favor {llame} al 911 ahora mismo, o vaya a la sala de "
        "emergencias más cercana. This could be an emergency: call 911 now.",
    ),
    "crisis_spanish": (
        "Siento mucho lo que está pasando. Si está en peligro, llame al 911 ahora mismo. También puede llamar al "
        "988 a cualquier hora y oprimir el 2 para español. If you're in danger, call 911 now.",
    ),
    "emergency_again_spanish": (
        "Por favor llame al 911 ahora mismo, o vaya a la sala de emergencias más cercana.",
        "Por favor no nos espere: llame al 911 ahora mismo.",
    ),
    "emergency_alerting_spanish": ("También estoy avisando a nuestro equipo.",),
    "emergency_told_spanish": ("Nuestro equipo ya fue avisado.",),
    "emergency_left_note_spanish": (
        "Dejé una nota urgente para nuestro equipo, pero por favor no espere su respuesta.",
    ),
    "emergency_not_left_spanish": (
        "No pude comunicarme con nuestro equipo, así que no lo espere: llame al 911 ahora mismo.",
    ),
    "emergency_phone_spanish": ("Si puede, dígame su nombre y un teléfono donde podamos encontrarle.",),
    "emergency_noted_spanish": ("Gracias, lo anoté. Llame al 911 ahora mismo si aún no lo ha hecho.",),
    "emergency_bye_spanish": ("Llame al 911 si es urgente. Cuídese.",),
    "emergency_over_spanish": (
        "Me alegra oírlo. Es posible que nuestro equipo le llame para confirmar. I can go on in English: "
        "what can I do for you?",
    ),
    "emergency_asked_spanish": (
        "En una emergencia, llame siempre al 911 o vaya a la sala de emergencias más cercana. "
        "¿Está pasando algo ahora mismo?",
    ),
    "emergency_asked": (
        "In an emergency, always call 911 or go to the nearest emergency room. Is something happening right now?",
    ),
}  # fmt: skip
