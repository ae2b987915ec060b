"""Rules that name the topics of a sentence; the classifier fills in where none applies."""

import re

from mia.voice.engine.language.understanding.topics import Guess, Topic

_RULES: tuple[tuple[Topic, str], ...] = (
    (
        Topic.CLINICAL,
        r"\b(?:pregnan\w+|breast ?feed\w*|nursing (?:a|my)|medications?|blood thinners?|antibiotics?|ibuprofen|tylenol|aspirin|"
        r"accutane|bruis\w+|rash|swollen|swelling|swell|itch\w*|infected|lumps?|lupus|diabet\w+|herpes|cold sores?|cancer|side effects?|contraindicat\w+|"
        r"is (?:it|that|this) (?:safe|normal|okay to (?:drink|work|take|exercise))|safe (?:to|for|if|while)|allerg\w+|numb\w*|"
        r"hurts? (?:since|after|where|when i)|my (?:skin|face|lip|lips|tooth|gums?) (?:is|are|feels?|hurts?)|diagnos\w+|dos(?:e|age)|"
        r"how many units (?:do|should|will|would) i|should i (?:take|stop|worry|be worried|ice|put)|aftercare|after care)\b",
    ),
    (
        Topic.CANCEL_VISIT,
        r"\bcancel(?:ing)? (?:my|an|our|the|a|his|her|tomorrow|today|\w+day)?(?: \w+){0,3} ?(?:appointment|visit|session|treatment)\b|\bcancel my booking\b|"
        r"\b(?:can not|will not be able to|will not) (?:make|come to|keep) (?:my|the) (?:\w+ )?(?:appointment|visit|booking)\b|\bcall off my\b|^(?:i (?:need|want|would like) to )?cancel$|"
        r"\bneed to cancel\b(?! (?:that|this|it))",
    ),
    (
        Topic.CHANGE_VISIT,
        r"\breschedul\w*|\b(?:move|change|push|switch|confirm|check|postpone|bring forward|look up|find|see) (?:back |up |on |about )?(?:my|our|an|the|an existing|the existing) "
        r"(?:\w+ )?(?:appointment|booking|visit|session)\b(?! (?:to book))|\b(?:when|what time) is my (?:\w+ )?(?:appointment|booking|visit|session)\b|"
        r"\b(?:already|currently) (?:have|booked|got) (?:an?|my)\b|\bmy (?:existing|upcoming|current) (?:appointment|booking|visit)\b|\brunning late for\b|"
        r"\bi have an? (?:appointment|booking)\b(?! (?:to|request))",
    ),
    (
        Topic.PRICE,
        r"\b(?:how much (?:is|are|does|do|for|would|will|it|to|the|a|your)|how much$|prices?|pric(?:ing|ey)|costs?|charge|expensive|cheap|rates|ballpark|specials?|discounts?|"
        r"promotions?|(?:consultation|the|your|a) fee|fees|what would \w+(?: \w+)? run|how many dollars)\b(?! policy)",
    ),
    (Topic.PARKING, r"\b(?:park|parking|valet|parked|garage)\b|\bleave my car\b"),
    (
        Topic.INSURANCE,
        r"\b(?:insurance|insured|in network|medicaid|medicare|aetna|cigna|humana|metlife|blue cross|delta dental|united ?health ?care|my (?:dental |health )?plan)\b",
    ),
    (
        Topic.PAYMENT,
        r"\b(?:payments?|pay|financ\w+|instal\w+|credit cards?|debit|care ?credit|cash|apple pay|google pay|venmo|deposit|after ?pay|klarna|cherry|hsa|fsa)\b",
    ),
    (
        Topic.HOURS,
        r"\b(?:(?:are|is) (?:you|yall|the (?:clinic|office|place|spa))(?: guys)?(?: still| even| also)? (?:open|closed|close|opened)|(?:what|which) (?:time|days?|hours) (?:do|are|does|will) "
        r"(?:you|they|it|the \w+)(?: guys)? (?:open|close|closed|work|there)|how (?:late|early|long) (?:are|do|will|can) (?:you|i)(?: guys)? (?:\w+ )?(?:open|close|come|stay|work|there)|"
        r"(?:opening|business|working|office|store|weekend|holiday|your|clinic|saturday|sunday|regular|the) hours|hours of operation|"
        r"when (?:do|are|will|does|is) (?:you|the \w+|it)(?: guys)? (?:open|close|closed|opening|closing)|do you(?: guys)? (?:open|close|work) |(?:what are|whats|tell me|know) (?:the |your )?hours|"
        r"open (?:on |this |late |till |until )?(?:weekends?|weekdays?|holidays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|late|today|tonight|tomorrow|thanksgiving|christmas|now|right now))\b"
        r"|^(?:and )?hours(?: please)?$|^what time (?:do )?(?:you )?(?:close|open)",
    ),
    (
        Topic.LOCATION,
        r"\b(?:where (?:are|is) (?:you|your|the|yall|this|it)|where can i find|where (?:do|should) i (?:go|come)|address|located|directions?|locations? (?:do|are|you)|(?:your|which|what|nearest|closest|other|more than 1|more than one|many) "
        r"(?:offices?|locations?)|how (?:do|can|would) (?:i|we|you) (?:get|come|find|drive) (?:there|to|you)|(?:what|which) (?:street|city|building|part of town|area|floor|neighborhood)|how far)\b",
    ),
    (
        Topic.ROBOT,
        r"\b(?:are you (?:an? |the |even |actually |really )*(?:robots?|real|human|ai|bot|machine|computer|person|recording|automated|chat ?bot|siri|alexa|artificial)|am i (?:talking|speaking) (?:to|with)|"
        r"is (?:this|it|that) (?:an? |some kind of |actually )*(?:robot|recording|real person|ai|a i|bot|machine|computer|human|automated)|what is your name|who (?:am i|is this|are you)|is this real|"
        r"you (?:sound|seem) (?:like|robotic)|is anyone real|do you have a name|robot$)\b",
    ),
    (
        Topic.PRODUCT,
        r"\b(?:(?:for|in|at|own|run|have|manage|use) (?:an? |my |our )(?:own )?(?:clinic|practice|med ?spa|spa|dental (?:office|practice)|office|business|salon)|this (?:product|software|app|tool|demo)|"
        r"your (?:software|product|company)|who (?:made|makes|built|created) (?:you|this)|mia (?:cost|for|product|work)|get mia|buy mia|is this (?:just )?a demo|demo of)\b",
    ),
    (
        Topic.PROVIDERS,
        r"\b(?:who (?:does|do|will|would|performs?|gives?|treats?|is (?:the|your|my)|are (?:the|your))(?! this)|your (?:doctors?|providers?|injectors?|staff|team|nurses?|estheticians?)|which (?:nurse|doctor|provider|injector)s?|"
        r"female (?:provider|doctor)|licensed|certified|dermatologists?|qualif\w+)\b",
    ),
    (
        Topic.SERVICES,
        r"\b(?:what (?:\w+ )?(?:services|treatments|procedures)|(?:what|which) (?:kinds?|types?|sorts?) of|list (?:of )?(?:your )?(?:services|treatments)|(?:services|treatments) (?:do )?you (?:offer|have|do|provide)|"
        r"what (?:do|can) you (?:guys )?(?:offer|do(?: there| here)?$|provide)|what can i get|your (?:services|treatments|menu)|do you (?:guys )?(?:offer|do|have|provide) (?!you|time|an? opening|any (?:openings?|thing|slots?|time|availab)|anything|availab|it |that |this |parking|appointments?|openings?|slots?|more|the (?:first|later)))\b",
    ),
    (
        Topic.SERVICE_INFO,
        r"\b(?:what (?:is|are) (?:an? |the )?(?!your|my|the (?:address|price|cost|first|next)|that$|it$|this$)\w+(?: \w+)?$|how long (?:does|do|is|will|would|are)|(?:does|do|will|is) (?:it|this|that|they|\w+|\w+ \w+) (?:hurt|painful|sting)|painful|"
        r"how (?:does|do) (?:an? )?\w+(?: \w+)? work|tell me (?:more )?about|difference between|how many (?:sessions|treatments)|down ?time|recovery time|(?:what|explain) (?:does )?\w+(?: \w+)? (?:do|does|treatment)|"
        r"good for|candidate|what happens (?:during|at|in)|know more about|information (?:on|about)|more info)\b",
    ),
    (
        Topic.BOOK,
        r"\b(?:book(?:ing|ed)?|schedule|appointments?|come (?:in|by)|availab\w*|openings?|slots?|reserve|sign me up|get me in|fit me in|squeeze me in|set (?:up|something)|see (?:the |a )?(?:doctor|someone|dentist|provider)|"
        r"put me down|visit|make a reservation|get in (?:for|on|this|next)|(?:want|like|need|love|interested in|looking for|try|get) (?:to (?:get|try|have|do) )?(?:an? |some |my )?(?:session|treatment|consult\w*))\b",
    ),
    (Topic.GREETING, r"^(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|howdy)(?: there| mia| everyone| again| hello| hi| good \w+| how are you(?: doing| today)*)*$"),
)  # fmt: skip
_COMPILED = tuple((topic, re.compile(pattern)) for topic, pattern in _RULES)
_SPELL_OUT = re.compile(r"\b(?:ignore (?:all |any |your |the |previous )+|system prompt|developer mode|jail ?break|pretend (?:you|to)|act as|your instructions|"
                        r"previous instructions|you are now|(?:other|another) (?:patients?|callers?|customers?)|list of (?:patients?|clients?)|api key|password|sql|drop table)\b")  # fmt: skip

QUESTIONS = frozenset(
    {
        Topic.PRICE, Topic.HOURS, Topic.LOCATION, Topic.PARKING, Topic.SERVICES, Topic.SERVICE_INFO, Topic.PROVIDERS,
        Topic.INSURANCE, Topic.PAYMENT, Topic.POLICY, Topic.ROBOT, Topic.PRODUCT, Topic.OFF_TOPIC,
    }
)  # fmt: skip


def rule_topics(text: str) -> tuple[Topic, ...]:
    """Topics that rules find in a plain text, most telling first."""
    if _SPELL_OUT.search(text):
        return (Topic.OFF_TOPIC,)
    return tuple(topic for topic, pattern in _COMPILED if pattern.search(text))


def settle(by_rule: tuple[Topic, ...], guesses: tuple[Guess, ...], *, least: float) -> tuple[Topic, ...]:
    """Topics by rule, else the classifier's first guess when it is at least ``least`` probable."""
    if by_rule:
        return by_rule
    if guesses and guesses[0].probability >= least:
        return (guesses[0].topic,)
    return ()
