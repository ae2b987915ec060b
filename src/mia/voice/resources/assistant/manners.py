"""How an assistant behaves in calls, read from its plans (``plans.py``) for the engine."""

from collections.abc import Callable, Iterator, Sequence

from mia.voice.engine.pipeline.patterns import matcher
from mia.voice.engine.pipeline.turns.endpointing import EndpointingRule, PunctuationPlan, StartSpeakingPlan
from mia.voice.engine.pipeline.turns.interrupting import StopSpeakingPlan
from mia.voice.engine.pipeline.turns.keypad import KeypadPlan
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.quiet import Prompt, QuietPlan
from mia.voice.resources.assistant.plans import INTERRUPTED, SILENT_CALLER
from mia.voice.wire import Json

MODEL_BEGINS = "assistant-speaks-first-with-model-generated-message"
WAITS = "assistant-waits-for-user"
_SILENCE = 30.0
"""Seconds of silence that end a call of an assistant that says nothing of it (hosted default)."""
_ASKED = 2
"""How often the model is told of a silence before the call ends."""
_ACKNOWLEDGEMENTS = (
    *("i understand", "i see", "i got it", "i hear you", "im listening", "im with you", "right", "okay", "ok"),
    *("sure", "alright", "got it", "understood", "yeah", "yes", "uh-huh", "mm-hmm", "gotcha", "mhmm", "ah"),
    *("yeah okay", "yeah sure"),
)
_INTERRUPTIONS = (
    *("stop", "shut", "up", "enough", "quiet", "silence", "but", "dont", "not", "no", "hold", "wait", "cut"),
    *("pause", "nope", "nah", "nevermind", "never", "bad", "actually"),
)
"""What never and what always interrupts where words decide and the assistant names none (hosted defaults). Where
the voice alone stops her they are not used: an early "yes" is an answer then."""


def manners_of(assistant: Json) -> Manners:
    """The manners of an assembled assistant."""
    usual = Manners()
    wanted, sound = assistant.get("clientMessages"), assistant.get("backgroundSound")
    return Manners(
        start=_start(assistant.get("startSpeakingPlan") or {}),
        stop=_stop(assistant.get("stopSpeakingPlan") or {}),
        quiet=_quiet(assistant),
        keypad=_keypad(assistant.get("keypadInputPlan") or {}),
        first_message_interruptions=bool(assistant.get("firstMessageInterruptionsEnabled")),
        model_begins=assistant.get("firstMessageMode") == MODEL_BEGINS,
        end_message=assistant.get("endCallMessage") or "",
        end_phrases=tuple(assistant.get("endCallPhrases") or ()),
        when_interrupted=tuple(text for hook in _hooks(assistant, INTERRUPTED) for text in _said(hook)),
        background=None if sound is None else sound == "office",
        max_seconds=assistant.get("maxDurationSeconds"),
        speed=(assistant.get("voice") or {}).get("speed") or usual.speed,
        client_messages=usual.client_messages if wanted is None else frozenset(wanted),
    )


def _of(plan: Json, name: str, otherwise: float) -> float:
    value = plan.get(name)
    return otherwise if value is None else float(value)


def _start(plan: Json) -> StartSpeakingPlan:
    by_ending = plan.get("transcriptionEndpointingPlan")
    smart = plan.get("smartEndpointingPlan") or plan.get("smartEndpointingEnabled")
    by_endings = by_ending is not None or plan.get("smartEndpointingEnabled") is False
    usual = PunctuationPlan()
    punctuation = PunctuationPlan(
        _of(by_ending or {}, "onPunctuationSeconds", usual.on_punctuation),
        _of(by_ending or {}, "onNoPunctuationSeconds", usual.on_no_punctuation),
        _of(by_ending or {}, "onNumberSeconds", usual.on_number),
    )
    return StartSpeakingPlan(
        wait_seconds=plan.get("waitSeconds") or 0.0,
        punctuation=punctuation if by_endings and not smart else None,
        rules=tuple(_rule(rule) for rule in plan.get("customEndpointingRules") or ()),
    )


def _rule(rule: Json) -> EndpointingRule:
    if rule["type"] == "both":
        customer = _test(rule["customerRegex"], rule.get("customerRegexOptions"))
        assistant = _test(rule["assistantRegex"], rule.get("assistantRegexOptions"))
        return EndpointingRule("both", rule["timeoutSeconds"], customer, assistant)
    test = _test(rule["regex"], rule.get("regexOptions"))
    return EndpointingRule(rule["type"], rule["timeoutSeconds"], test, test)


def _test(expression: str, options: list[Json] | None) -> Callable[[str], bool]:
    on = {option["type"] for option in options or () if option["enabled"]}
    return matcher(
        expression,
        ignore_case="ignore-case" in on,
        whole_word="whole-word" in on,
        full="match-full-string" in on,
    )


def _stop(plan: Json) -> StopSpeakingPlan:
    usual = StopSpeakingPlan()
    num_words = plan.get("numWords") or 0
    if num_words:
        usual = StopSpeakingPlan(acknowledgement_phrases=_ACKNOWLEDGEMENTS, interruption_phrases=_INTERRUPTIONS)
    return StopSpeakingPlan(
        num_words=num_words,
        voice_seconds=_of(plan, "voiceSeconds", usual.voice_seconds),
        backoff_seconds=plan.get("backoffSeconds") or 0.0,
        acknowledgement_phrases=_phrases(plan, "acknowledgementPhrases", usual.acknowledgement_phrases),
        interruption_phrases=_phrases(plan, "interruptionPhrases", usual.interruption_phrases),
    )


def _phrases(plan: Json, name: str, otherwise: Sequence[str]) -> tuple[str, ...]:
    given = plan.get(name)
    return tuple(otherwise if given is None else given)


def _quiet(assistant: Json) -> QuietPlan:
    messages = assistant.get("messagePlan") or {}
    prompts = (*_idle(messages), *(_hooked(hook) for hook in _hooks(assistant, SILENT_CALLER)))
    timeout = assistant.get("silenceTimeoutSeconds")
    if timeout is None:  # a hook that is told to come later than that is not cut off
        timeout = max([_SILENCE, *(prompt.after * prompt.most + 1 for prompt in prompts)])
    return QuietPlan(
        timeout=timeout,
        prompts=prompts or (Prompt(timeout / (_ASKED + 1), most=_ASKED),),
        goodbye=messages.get("silenceTimeoutMessage") or QuietPlan().goodbye,
    )


def _idle(messages: Json) -> Iterator[Prompt]:
    if texts := messages.get("idleMessages"):
        yield Prompt(
            messages.get("idleTimeoutSeconds") or 10.0,
            tuple(texts),
            most=messages.get("idleMessageMaxSpokenCount") or 3,
            resets=bool(messages.get("idleMessageResetCountOnUserSpeechEnabled")),
        )


def _hooked(hook: Json) -> Prompt:
    options = hook.get("options") or {}
    return Prompt(
        _of(options, "timeoutSeconds", 7.5),
        _said(hook),
        most=int(_of(options, "triggerMaxCount", 3)),
        resets=options.get("triggerResetMode") == "onUserSpeech",
        ends=any(action["type"] == "tool" for action in hook["do"]),
    )


def _hooks(assistant: Json, occasion: str) -> list[Json]:
    return [hook for hook in assistant.get("hooks") or () if hook["on"] == occasion]


def _said(hook: Json) -> tuple[str, ...]:
    said = next((action["exact"] for action in hook["do"] if action["type"] == "say"), ())
    return (said,) if isinstance(said, str) else tuple(said)


def _keypad(plan: Json) -> KeypadPlan:
    usual = KeypadPlan()
    delimiters = plan.get("delimiters")
    return KeypadPlan(
        enabled=bool(plan.get("enabled")),
        timeout_seconds=_of(plan, "timeoutSeconds", usual.timeout_seconds),
        delimiters=usual.delimiters if delimiters is None else delimiters,
    )
