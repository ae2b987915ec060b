"""What a provider's language model is told, apart from the practice's data: no one else is to hear it."""

from mia.platform.conversation.ports import Brief
from mia.receptionist.outreach_rules import outreach_rules

_SPOKEN_STYLE = (
    "You are on the phone. Answer in one to three short sentences, without lists, markup or emoji. "
    "Say only what the practice data or a tool result tells you. Ask one question at a time."
)


def instructions(brief: Brief) -> str:
    """The prompt of an assistant, the rules of a conversation that the practice has begun, and how to speak."""
    return "\n\n".join(part for part in (brief.system_prompt, outreach_rules(brief), _SPOKEN_STYLE) if part)
