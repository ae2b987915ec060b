"""What the receptionist says, several wordings each, taken in turn so that none repeats at once."""

from mia.receptionist.dialogue.emergency_phrases import EMERGENCY

PHRASES: dict[str, tuple[str, ...]] = {
    **EMERGENCY,
    "greet": ("Hi there! How can I help you today?", "Hello! What can I do for you?"),
    "out_identity": ("Am I speaking with {first}?",),
    "out_identity_again": (
        "Sorry, I didn't catch that. This is {assistant}, an AI assistant calling for {practice}. "
        "Am I speaking with {first}?",
        "I'm sorry, I still didn't get it. Is this {first}, yes or no?",
    ),
    "out_who": (
        "This is {assistant}, an AI assistant calling for {practice}.",
        "I'm {assistant}, the automated assistant of {practice}.",
    ),
    "out_about": ("It's about your next visit.",),
    "out_purpose": ("Thank you. I'm calling because it's time for your next visit.",),
    "out_about_lead": ("You had asked us to get in touch.",),
    "out_purpose_lead": ("Thank you. You had asked us to get in touch, and I can book you a consult.",),
    "out_no_details": (
        "I can't go into details on this line, but our team can tell you.",
        "I don't have the details here. If you'd like a person, just say so.",
    ),
    "out_not_recorded": ("No, this call isn't recorded.",),
    "out_read_back": ("So that's {visit}. Shall I book it?", "That's {visit}. Is that right?"),
    "out_wrong": ("I'm sorry. Do I have the wrong number?",),
    "out_fetching": ("Thank you, I'll wait.",),
    "out_absent": ("Thank you. Could you ask for a call back to {practice}, at {phone}? Goodbye.",),
    "out_declined": ("No problem, I won't keep you. Thank you for your time. Goodbye.",),
    "out_bad_time": (
        "Of course, sorry to catch you at a bad moment. You can call us any time at {phone}. Goodbye.",
    ),
    "out_already": ("Oh good, then you're all set. Sorry for the trouble. Goodbye.",),
    "out_stopped": ("I'm sorry for the trouble. {practice} won't contact this number again. Goodbye.",),
    "out_stop_failed": ("I'm sorry for the trouble. I'll see that our team takes this number off. Goodbye.",),
    "out_trouble": ("I'm sorry, I have a problem on my side. You can call us any time at {phone}. Goodbye.",),
    "out_bye": ("Thank you for your time. Goodbye.",),
    "how_are_you": ("I'm doing well, thanks for asking.", "Very well, thank you."),
    "can_help": (
        "Of course. I can book an appointment, or tell you about treatments, prices and hours. What do you need?",
        "Sure. Would you like to book an appointment, or do you have a question?",
    ),
    "go_ahead": ("Go ahead, what's your name and number?",),
    "help": ("How can I help you today?", "What can I do for you?"),
    "kind": ("That's kind of you.", "Happy to help.", "Of course."),
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
        "I don't see that on our list. We do offer {examples}. Would one of those suit you?",
        "I'm not finding that here. Popular ones are {examples}.",
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
    "full_then": ("That's fully booked, I'm afraid.", "Nothing is free then."),
    "past": ("That time has already passed.",),
    "too_far": ("I can't book that far ahead yet.",),
    "none": (
        "I don't see an opening there. Is there another day that could work?",
        "Nothing's free then, I'm afraid. What other day could you do?",
    ),
    "picked": ("Great, {slot}.", "Perfect, {slot}.", "{slot} it is."),
    "ask_name": ("Could I have your first and last name?", "And your full name, please?"),
    "ask_name_other": ("What's the full name of the person coming in?", "And the full name for the appointment?"),
    "again_name": (
        "Sorry, I didn't get the name. Could you say your first and last name?",
        "I want to get your name right. Could you spell it for me?",
    ),
    "ask_last_name": ("Thanks, {first}. And your last name?", "Hi {first}. What's your last name?"),
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
    "offer_person_refused": (
        "That's all right. I can't book without it, but shall I have someone from our team help you?",
    ),
    "listening": ("Go ahead.", "I'm listening."),
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
    "anything_asked": ("Sure. What would you like to know?",),
    "take_time": ("Take your time.", "Sure, I'm here.", "No rush."),
    "busy": ("One moment, I'm just finishing that.",),
    "not_understood": (
        "Sorry, I didn't quite get that. Could you put it another way?",
        "I'm sorry, I still didn't follow. I can book you in, or tell you about treatments, prices and hours.",
    ),
    "off_topic": (
        "I can only help with {practice}: visits, treatments, prices and hours.",
        "That's outside what I can help with. I'm here for visits and questions about {practice}.",
    ),
    "do_not_know": (
        "I don't have that information, and I don't want to guess.",
        "I'm not sure about that, and I'd rather not guess.",
    ),
    "do_not_know_booking": (
        "I don't have that information, but our team can tell you. If you'd like a person, just say so.",
    ),
    "offer_person": ("Shall I have someone from our team call you?", "Would you like a person from our team "
    "to help you?"),
    "offer_person_lost": ("I'm having trouble following, sorry. Would you like a person from our team to call "
    "you?",),
    "robot": (
        "I'm {assistant}, an AI assistant that answers for {practice}. I can get you a person any time.",
        "Yes, I'm an AI assistant, my name is {assistant}. If you'd rather have a person, just say so.",
    ),
    "product": (
        "I'm {assistant}, an AI front desk for practices. If you'd like it for your own practice, "
        "I can have the team call you. Shall I?",
    ),
    "clinical": (
        "That's one for our clinical team; I can't give medical advice. If it gets worse or you "
        "have trouble breathing, call 911. "
        "Shall I have someone call you?",
        "I can't advise on that, but a clinician can. If it feels urgent, call 911. Would you "
        "like a call from our team?",
    ),
    "existing_visit": (
        "I can't open existing appointments from here, but our team can.",
        "For an existing appointment, our team needs to help you.",
    ),
    "person": ("Of course.", "Sure, no problem.", "Absolutely."),
    "sorry": (
        "I'm so sorry to hear that. I'll have someone from our team call you about it.",
        "I'm sorry about that. Our team will call you about it.",
    ),
    "matter_office": ("I'll pass that to our team right away.",),
    "matter_vendor": ("I can't decide that here, but I'll pass it on to our team.",),
    "matter_late": ("Thanks for letting us know. I'll tell the team.",),
    "matter_lost": ("I'll ask our team to look for it.",),
    "matter_billing": ("I'm sorry about that. I can't see payments, so I'll have our team look into it.",),
    "matter_records": ("Our team takes care of that. I'll pass it on.",),
    "matter_cannot_come": ("Thanks for letting us know. I'll tell the team so they can move or cancel it.",),
    "recorded": (
        "The sound is recorded only if you agreed to that at the start. I do keep written notes for {practice}.",
    ),
    "spanish": ("Lo siento, solo hablo inglés; I can have someone from our team call you.",),
    "spanish_offer": ("¿Quiere que le llamen? Shall I do that?",),
    "ask_contact_spanish": (
        "¿Su nombre y su teléfono, por favor? Your name and phone number, please?",
        "Perdón, ¿su nombre y su teléfono? I need your name and phone number.",
    ),
    "ask_contact": (
        "May I have your name and the best number, so they can reach you?",
        "Could I get your name and a phone number for the call back?",
    ),
    "ask_contact_name": ("May I have your name?",),
    "ask_contact_phone": ("And the best number to reach you?",),
    "told_team": ("I've let the team know, and they'll get back to you.",),
    "told_already": ("Our team already has your request and will get back to you.",),
    "team_unreachable": ("I couldn't pass that on just now, I'm sorry. Please call us at {phone}.",),
    "team_unreachable_no_phone": ("I couldn't pass that on just now, I'm sorry. Please try again shortly.",),
    "person_resume": ("Okay.", "No problem."),
    "next_service": ("Now your {service}.", "And your {service}."),
    "next_person": ("Now for the next person.",),
    "added": ("Sure, {service} as well, right after this one.",),
    "several_services": ("Sure, one after the other. Let's start with {service}.",),
    "dropped_this": ("Okay, I'll leave that one. {visits}",),
    "is_canceled": ("Yes, {visit} is canceled.",),
    "your_visits": ("You have {visits}.",),
    "canceled": ("Your appointment on {spoken} is canceled.",),
    "noted": ("Thank you, I've noted that.", "Got it, thanks."),
    "moved": ("I've moved it: you're now booked for {spoken}.",),
    "silence_1": ("Are you still there?", "Hello, can you hear me?"),
    "silence_2": ("I can't hear anything on your end. Take your time, or say hello when you're ready.",),
    "silence_end": ("I'll let you go for now. Call us any time. Goodbye!",),
    "bye": ("Thanks for calling {practice}. Have a great day!", "Thank you for calling. Goodbye!"),
    "bye_booked": ("We look forward to seeing you, {first}. Goodbye!",),
    "bye_lead": ("I'll pass your details to our team so they can follow up. Goodbye!",),
    "one_at_a_time": (
        "I'll book one person at a time, so let's start with the first.",
        "One after the other, then.",
    ),
    "hours_week": ("We're open {week}.",),
    "hours_closed": ("We're closed {days}.",),
    "hours_day": ("On {day} we're open {spans}.", "{day}, we're open {spans}."),
    "hours_day_closed": ("We're closed on {day}.",),
    "hours_next": ("The next day we're open is {day}, {spans}.",),
    "open_now": ("Yes, we're open until {close} today.",),
    "not_open_now": ("We're closed right now.",),
    "prices_of": ("Which treatment would you like the price of? For example {examples}.",),
    "no_price": ("I don't have a price for {service}.",),
    "services": ("We offer {groups}, among others. Is there one you're curious about?",),
    "have_service": ("Yes, we offer {names}.", "We do, yes: {names}."),
    "closest_service": ("The closest we have is {names}.",),
    "services_in": ("For {group}, we have {names}.",),
    "contact": ("You can reach us at {phone}.",),
    "concern": (
        "A provider can tell you what suits you best at a consultation. Shall I find you a time?",
        "I can't say what would suit you, but a provider can, at a consultation. Would you like one?",
    ),
    "duration": ("It takes about {minutes}.", "Plan for about {minutes}."),
    "providers": ("Our team includes {names}.",),
    "providers_of": ("{service} is done by {names}.",),
    "location_one": ("We're at {address}.",),
    "location_many": ("We have {count} locations: {names}. Which one would you like the address of?",),
    "location_of": ("Our {name} location is at {address}.",),
}  # fmt: skip
