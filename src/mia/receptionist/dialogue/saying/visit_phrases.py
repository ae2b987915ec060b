"""What is said while a visit is booked, moved or canceled."""

VISITS: dict[str, tuple[str, ...]] = {
    "ask_service": (
        "What would you like to come in for?",
        "Which treatment are you interested in?",
        "Sure. What are we booking?",
    ),
    "no_services": ("I can't book that myself.",),
    "again_service": (
        "Sorry, which treatment was that?",
        "I didn't get the treatment. For example, {examples}?",
    ),
    "which_service": ("Would that be {options}?", "We have {options}. Which one is it?"),
    "unknown_service": (
        "I don't see that on our list. We do offer {examples}. Shall I have someone call you about it?",
        "I'm not finding that here. Popular ones are {examples}. Shall I have someone call you about it?",
    ),
    "ask_when": (
        "What day and time work best for you?",
        "When would you like to come in?",
        "Which day suits you, and roughly what time?",
    ),
    "ask_day": ("Sure, {time}. Which day?", "{time}, got it. What day works?"),
    "again_when": (
        "Sorry, which day would you like?",
        "I missed the day. You can say something like Tuesday afternoon, or the soonest you have.",
    ),
    "ask_when_else": ("No problem. What day or time would be better?", "Okay. Is there another day or time "
    "you'd like?"),
    "look": ("Let me look.", "Let me check the calendar.", "One second, checking."),
    "open_time": ("Good news, {slot} is open.", "{slot} is available."),
    "offer_one": ("I have {slots}. Does that work?", "The opening I see is {slots}. Shall we take it?"),
    "offer_some": ("I have {slots}. Which would you like?", "There's {slots}. Which suits you?"),
    "again_slot": ("So, {slots}. Which would you like?", "The choices are {slots}. Which one works?"),
    "again_slot_one": ("So, {slots}. Would that work?", "I have {slots}. Is that all right?"),
    "not_exact": ("I don't have {wish}, but", "{wish} is taken, but"),
    "closed": ("We're closed on {day}.",),
    "closed_then": ("We're not open at that time.",),
    "full": ("{day} is fully booked.", "I'm afraid {day} is full."),
    "full_then": ("That's fully booked, I'm afraid.", "Those times are all taken."),
    "no_provider": (
        "I'm sorry, I can't book {service}: none of our providers offers it yet. Our team will call you about it.",
    ),
    "past": ("That time has already passed.",),
    "too_far": ("I can't book that far ahead yet.",),
    "not_sure_what": (
        "If you're not sure what it takes, a provider can look at it at a consultation. Shall I find you a time?",
    ),
    "none": (
        "I don't see an opening there. Is another day possible, or shall I put you on our waiting list?",
        "Nothing's free then, I'm afraid. What other day could you do? Or I can put you on our waiting list.",
    ),
    "none_suit": (
        "No problem. What day or time would be better? If nothing suits, I can put you on our waiting list.",
    ),
    "none_only": (
        "I don't see an opening there. Is another day possible?",
        "Nothing's free then, I'm afraid. What other day could you do?",
    ),
    "none_suit_only": ("No problem. What day or time would be better?",),
    "team_does_it": ("Our team takes care of that.",),
    "listed": (
        "You're on our waiting list for {service}. Our team will contact you{at} if something opens up.",
    ),
    "waiting_failed": ("I can't put you on the list right now. Shall I have someone from our team call you?",),
    "picked": ("Great, {slot}.", "Perfect, {slot}.", "{slot} it is."),
    "ask_name": ("Could I have your first and last name?", "And your full name, please?"),
    "who_else": (
        "{first} has that visit already. What's the full name of the other person?",
        "That one is for {first}. And the full name of the one who comes beside {first}?",
    ),
    "ask_name_other": ("What's the full name of the person coming in?", "And the full name for the appointment?"),
    "again_name": (
        "Sorry, I didn't get the name. Could you say your first and last name?",
        "I want to get your name right. Could you spell it for me?",
    ),
    "ask_last_name_other": ("What's {first}'s last name?", "And {first}'s last name?"),
    "ask_last_name": ("Thanks, {first}. And your last name?", "Hi {first}. What's your last name?"),
    "ask_spelling": (
        "Thanks, {first}. How do you spell the last name?",
        "Could you spell the last name for me, please?",
    ),
    "ask_phone": (
        "Thanks, {first}. What's the best phone number for you?",
        "And a phone number where we can reach you?",
    ),
    "again_phone": (
        "Sorry, I need the number once more, with area code.",
        "Could you give me the phone number digit by digit, area code first?",
    ),
    "why_contact": (
        "It's how the practice confirms your appointment and reaches you if something changes.",
    ),
    "with_provider": ("Yes, that's with {provider}.",),
    "arranging_for": ("This is for {services}.",),
    "in_time": ("That visit is far enough ahead, so there's no late fee.",),
    "too_late": ("That visit is sooner than that, so the late fee applies.",),
    "under_age": (
        "For anyone under 18, a parent or guardian needs to book with our team. "
        "Shall I have someone call you?",
        "I can't book for anyone under 18, but our team can arrange it with a parent or guardian. "
        "Would you like a call from them?",
    ),
    "bad_phone": (
        "I heard {digits}, and that doesn't look like a full number. Could you say it once more, area code first?",
        "Hmm, {digits} doesn't seem right. Could you repeat the ten digits slowly?",
    ),
    "phone_part": ("Got {digits}. And the rest?", "{digits}, okay. Go on."),
    "area_code": ("And the area code for {digits}?",),
    "read_back": (
        "Let me read that back: {visit}, for {name}, phone {phone}. Shall I book it?",
        "So that's {visit}, for {name}, at {phone}. Is that all correct?",
    ),
    "in_place": ("This one takes the place of your {service}.",),
    "changed": ("No problem.", "Sure, changed.", "Okay."),
    "ask_fix": ("What should I change?", "Okay, what's not right?"),
    "again_fix": (
        "Tell me what to change: the treatment, the time, the name or the phone number.",
        "Which part should I fix? The time, the name or the number?",
    ),
    "again_confirm": ("Just to be sure: shall I book it, yes or no?", "Is that right, yes or no?"),
    "code_first": (
        "We've had a lot of bookings today, so I need to verify your number first.",
        "Before I book it, I need to check that I have the right number.",
    ),
    "code_sent_to": ("I've just texted a six-digit code to {phone}. What does it say?",),
    "code_sent": ("I've just texted you a six-digit code. What does it say?",),
    "code_mailed": ("I've just emailed you a six-digit code. What does it say?",),
    "code_ask": (
        "What does the code say? If it hasn't arrived, I can send another one, or email it.",
        "Could you read me the six digits? If you can't get a text, tell me your email address.",
    ),
    "code_digits": ("The code has six digits. Could you read it once more?",),
    "code_wrong": ("That doesn't match. Could you read it once more?", "Sorry, still no match. Once more, please?"),
    "code_expired": ("That code is no longer good. I'll send you a new one.",),
    "code_not_sent": (
        "I can't send a code there right now, so nothing is booked yet. Shall I have someone call you "
        "to finish it?",
    ),
    "code_declined": (
        "That's all right. Nothing is booked yet; shall I have someone from our team call you to finish it?",
    ),
    "booking": ("One moment while I book that.", "Booking that now."),
    "booked": ("You're booked for {spoken}.", "All set: {spoken}."),
    "texted": ("You'll get a text with the details.", "The details are on their way by text."),
    "taken": ("I'm so sorry, that time was just taken.", "Ah, someone just took that one."),
    "expired": ("That one was held too long, so let me offer you times again.",),
    "failed": (
        "I'm sorry, something went wrong on our side, so your booking isn't confirmed. Shall I have "
        "someone call you to finish it?",
    ),
    "search_failed": ("I'm sorry, I can't see the calendar right now. Shall I have someone call you back?",),
    "dropped": ("Okay, I won't book anything. What else can I do for you?", "Nothing is booked. Anything else?"),
    "else": ("Is there anything else I can help you with?", "Anything else?", "What else can I do for you?"),
    "go_on": ("Sure, what is it?", "Of course, go ahead."),
    "offer_visit": ("Would you like to book an appointment?", "Shall I find you a time?"),
    "who_why": (
        "Sure, I can help with that once I know it's you.",
        "Of course. First I need to make sure it's you.",
    ),
    "who": ("What's your full name, and the phone number we have on file?",),
    "who_reason": ("Visits are private, so I only open them for the person they're for.",),
    "who_name": ("What's your full name?", "Could I have your first and last name?"),
    "who_phone": ("And the phone number we have on file?", "Which phone number do we have on file for you?"),
    "who_code": (
        "Thanks. If that matches our records, a six-digit code is on its way to the phone or email on file. "
        "What does the code say?",
    ),
    "who_code_again": ("I've asked for another code, to the contact on file. What does the code say?",),
    "who_code_ask": ("What does the code say? If you can't get it, just say so.",),
    "who_other_way": ("I can have the code emailed to you instead{birth}. Shall I email the code?",),
    "who_known": ("Thank you, that's right.", "Thanks, that matches."),
    "who_expired": ("That code is no longer good.",),
    "who_new": ("A new visit needs no code, only one that's already booked. Would you like to book a new one?",),
    "who_declined": (
        "That's all right. Without the code I can't open any appointment, but our team can help. "
        "Shall I have someone call you?",
    ),
    "who_failed": ("I can't do that from here right now. Shall I have someone from our team call you?",),
    "who_failed_ask": ("Shall I have someone from our team call you about it?",),
    "no_visits": ("I don't see an appointment coming up for you. Would you like to book one?",),
    "no_such_visit": ("I don't see that one.",),
    "same_unknown": ("Without the code I can't look up your last visit, but I can still book you in.",),
    "no_last_visit": ("I don't see an earlier visit.",),
    "which_visit": ("I see {visits}. Which one do you mean?", "There's {visits}. Which one is it?"),
    "cancel_ask": ("That's {visits}. Shall I cancel {it}?",),
    "cancel_again": ("Shall I cancel it, yes or no?",),
    "kept": ("Okay, it stays as it is.",),
    "kept_all": ("Okay, I've changed nothing.",),
    "moving": ("Let's move {visits}.", "Sure, let's move {visits}."),
    "same_again": ("Last time it was {visit}. Let's book that again.",),
    "existing_visit": (
        "I can't open existing appointments from here, but our team can.",
        "For an existing appointment, our team needs to help you.",
    ),
    "next_service": ("Now your {service}.", "And your {service}."),
    "next_person": ("Now for the next person.",),
    "next_time": ("Now for the next one.",),
    "added": ("Sure, {service} as well, right after this one.",),
    "several_services": ("Sure, one after the other. Let's start with {service}.",),
    "dropped_this": ("Okay, I'll leave that one.",),
    "is_canceled": ("Yes, {visit} is canceled.",),
    "your_visits": ("You have {visits}.",),
    "canceled": ("Your appointment on {spoken} is canceled.",),
    "moved": ("I've moved it: you're now booked for {spoken}.",),
    "one_at_a_time": (
        "I'll book one person at a time, so let's start with the first.",
        "One after the other, then.",
    ),
}  # fmt: skip
