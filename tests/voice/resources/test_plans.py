"""Every property of an assistant has its effect, or is refused by its name (``docs/voice-assistant.md``)."""

import pytest

from mia.voice.engine.pipeline.turns.interrupting import StopSpeakingPlan
from mia.voice.engine.pipeline.turns.keypad import KeypadPlan
from mia.voice.engine.pipeline.turns.manners import USUAL_MESSAGES
from mia.voice.engine.pipeline.turns.quiet import Prompt
from mia.voice.http import BadRequest
from mia.voice.media.placing import PhoneManners
from mia.voice.messages.envelope import artifact_of, planned
from mia.voice.resources.assistant.brief import first_message, limits_of, recording_question, vocabulary_of
from mia.voice.resources.assistant.checks import check_together
from mia.voice.resources.assistant.manners import MODEL_BEGINS, manners_of
from mia.voice.telephony.ports import RING_SECONDS
from tests.voice.resources.plan_steps import Json, complaints, kept, manners

LINES = [{"role": "bot", "message": "Hello."}, {"role": "user", "message": "Hi."}]
LEARNED = {"outcome": "lead", "name": "Ana"}
ANALYSIS = {"summary": "They talked.", "structuredData": LEARNED, "successEvaluation": "true"}


# --- speaking -----------------------------------------------------------------------------------------


def test_start_speaking_plan() -> None:
    rules = [{"type": "assistant", "regex": "NUMBER", "timeoutSeconds": 3,
              "regexOptions": [{"type": "ignore-case", "enabled": True}]}]  # fmt: skip
    endings = {"onPunctuationSeconds": 0.3, "onNumberSeconds": 1}
    plan = manners(
        startSpeakingPlan={
            "waitSeconds": 0.2, "transcriptionEndpointingPlan": endings, "customEndpointingRules": rules,
        }
    ).start  # fmt: skip
    assert plan.by_words("It is", "What is your number?") == 3
    assert plan.by_words("Book me in.") == 0.3
    assert plan.by_words("Book me in") == 1.5
    assert plan.wait_seconds == 0.2


def test_smart_endpointing_comes_before_the_plan_by_endings() -> None:
    endings = {"onPunctuationSeconds": 3}
    plan = {"smartEndpointingPlan": {"provider": "vapi"}, "transcriptionEndpointingPlan": endings}
    assert manners(startSpeakingPlan=plan).start.punctuation is None


def test_smart_endpointing_may_be_off() -> None:
    off = manners(startSpeakingPlan={"smartEndpointingEnabled": False}).start
    assert [off.by_words(text) for text in ("Book me in.", "Book me in", "It is five")] == [0.1, 1.5, 0.5]
    for smart in ({}, {"smartEndpointingEnabled": True}):
        assert manners(startSpeakingPlan=smart).start.punctuation is None
    both = {"smartEndpointingEnabled": False, "smartEndpointingPlan": {"provider": "mia"}}
    assert manners(startSpeakingPlan=both).start.punctuation is None


def test_rules_for_both_sides() -> None:
    rule = {"type": "both", "customerRegex": "^no", "assistantRegex": "else", "timeoutSeconds": 0}
    plan = manners(startSpeakingPlan={"customEndpointingRules": [rule]}).start
    assert plan.by_words("no", "Anything else?") == 0
    assert plan.by_words("no", "When?") != 0


def test_stop_speaking_plan() -> None:
    plan = {"numWords": 2, "voiceSeconds": 0, "backoffSeconds": 3, "acknowledgementPhrases": ["okay"],
            "interruptionPhrases": ["stop"]}  # fmt: skip
    assert manners(stopSpeakingPlan=plan).stop == StopSpeakingPlan(2, 0.0, 3, ("okay",), ("stop",))
    assert manners().stop == StopSpeakingPlan()


@pytest.mark.parametrize(
    ("said", "meant"),
    [("wait", True), ("No, actually", True), ("okay", False), ("Yeah, sure", False), ("Mm-hmm", False),
     ("on Monday", False), ("on Monday please", True)],
)  # fmt: skip
def test_where_words_decide_the_usual_ones_interrupt_and_acknowledge(said: str, meant: bool) -> None:
    assert manners(stopSpeakingPlan={"numWords": 3}).stop.judge(said) is meant


def test_words_of_one_s_own_take_the_place_of_the_usual_ones() -> None:
    own = {"numWords": 2, "acknowledgementPhrases": ["sounds good"], "interruptionPhrases": []}
    stop = manners(stopSpeakingPlan=own).stop
    assert [stop.judge(said) for said in ("sounds good", "yeah sure", "wait")] == [False, True, False]


def test_where_the_voice_alone_stops_her_an_early_yes_is_an_answer() -> None:
    assert manners(stopSpeakingPlan={"numWords": 0}).stop.judge("yes") is None


def test_first_message_interruptions_are_off_unless_enabled() -> None:
    assert not manners().first_message_interruptions
    assert manners(firstMessageInterruptionsEnabled=True).first_message_interruptions


@pytest.mark.parametrize(
    ("mode", "said"),
    [("assistant-speaks-first", "Hello."), ("assistant-waits-for-user", ""), (MODEL_BEGINS, ""), (None, "Hello.")],
)
def test_first_message_mode(mode: str | None, said: str) -> None:
    body = kept(firstMessage="Hello.", firstMessageMode=mode)
    assert first_message(body) == said
    assert manners_of(body).model_begins is (mode == MODEL_BEGINS)


@pytest.mark.parametrize("model", [None, {"provider": "mia"}])
def test_a_scripted_model_makes_no_first_message(model: Json | None) -> None:
    with pytest.raises(BadRequest, match=r"firstMessageMode .* needs a language model"):
        check_together(kept(firstMessageMode=MODEL_BEGINS, model=model))


def test_a_provider_s_model_may_make_the_first_message() -> None:
    assert check_together(kept(firstMessageMode=MODEL_BEGINS, model={"provider": "openai"}))


def test_end_call_message_and_phrases() -> None:
    told = manners(endCallMessage="Bye.", endCallPhrases=["so long"])
    assert (told.end_message, told.end_phrases) == ("Bye.", ("so long",))


def test_background_sound() -> None:
    assert manners(backgroundSound="office").background
    assert not manners(backgroundSound="off").background
    assert not manners().background


def test_voice_and_transcriber() -> None:
    assert manners(voice={"provider": "mia", "voiceId": "heart", "speed": 1.2}).speed == 1.2
    assert manners(voice={"provider": "mia"}).speed == 1
    body = kept(
        metadata={"vocabulary": ["Botox"]}, transcriber={"provider": "mia", "keywords": ["HydraFacial:2", "Dr. Wu"]}
    )
    assert vocabulary_of(body) == ("Botox", "HydraFacial", "Dr. Wu")


def test_keypad_input_plan() -> None:
    plan = {"enabled": True, "timeoutSeconds": 0, "delimiters": ""}
    assert manners(keypadInputPlan=plan).keypad == KeypadPlan(enabled=True, timeout_seconds=0, delimiters="")
    assert manners(keypadInputPlan={"enabled": True}).keypad == KeypadPlan(enabled=True)
    assert not manners().keypad.enabled


def test_client_messages() -> None:
    assert manners().client_messages == USUAL_MESSAGES
    assert manners(clientMessages=["transcript"]).client_messages == {"transcript"}


# --- silence and duration -----------------------------------------------------------------------------


def test_silence_timeout_seconds() -> None:
    quiet = manners(silenceTimeoutSeconds=60).quiet
    assert (quiet.timeout, quiet.prompts) == (60, (Prompt(20, most=2),))
    assert manners().quiet.timeout == 30


def test_message_plan() -> None:
    plan = {"idleMessages": ["Hello?"], "idleTimeoutSeconds": 7, "idleMessageMaxSpokenCount": 2,
            "silenceTimeoutMessage": "So long."}  # fmt: skip
    quiet = manners(messagePlan=plan).quiet
    assert quiet.prompts == (Prompt(7, ("Hello?",), most=2, resets=False),)
    assert quiet.goodbye == "So long."
    resets = manners(messagePlan={"idleMessages": ["A"], "idleMessageResetCountOnUserSpeechEnabled": True}).quiet
    assert resets.prompts == (Prompt(10, ("A",), most=3, resets=True),)


def test_a_hook_on_a_silent_caller() -> None:
    hook = {"on": "customer.speech.timeout", "options": {"timeoutSeconds": 20, "triggerMaxCount": 2},
            "do": [{"type": "say", "exact": ["One?", "Two?"]}]}  # fmt: skip
    ending = {"on": "customer.speech.timeout", "options": {"timeoutSeconds": 50, "triggerMaxCount": 1},
              "do": [{"type": "tool", "tool": {"type": "endCall"}}]}  # fmt: skip
    quiet = manners(hooks=[hook, ending]).quiet
    assert quiet.prompts == (
        Prompt(20, ("One?", "Two?"), 2, resets=False),
        Prompt(50, (), 1, resets=False, ends=True),
    )
    assert quiet.timeout == 51, "the time-out does not come before the hooks"


def test_a_hook_on_an_interruption() -> None:
    saying = {"on": "assistant.speech.interrupted", "do": [{"type": "say", "exact": ["Go ahead.", "Yes?"]}]}
    plan = manners(hooks=[saying])
    assert plan.when_interrupted == ("Go ahead.", "Yes?")
    assert plan.quiet == manners().quiet, "it is no matter of silence"
    (told,) = complaints({"hooks": [saying | {"do": [{"type": "tool", "tool": {"type": "endCall"}}]}]})
    assert "do must be of type say in a hook on assistant.speech.interrupted" in told
    (told,) = complaints({"hooks": [saying | {"options": {"timeoutSeconds": 5}}]})
    assert "property options should not exist in a hook on assistant.speech.interrupted" in told


@pytest.mark.parametrize(
    "occasion",
    ["call.ending", "customer.speech.interrupted", "assistant.transcriber.endpointedSpeechLowConfidence",
     "call.timeElapsed"],
)  # fmt: skip
def test_an_occasion_that_is_not_served_is_refused(occasion: str) -> None:
    (told,) = complaints({"hooks": [{"on": occasion, "do": [{"type": "say", "exact": "Hm."}]}]})
    assert told.startswith("hooks.0.on must be one of")


def test_max_duration_seconds() -> None:
    assert limits_of(kept(maxDurationSeconds=45)).max_duration == 45
    assert limits_of(kept()).max_duration == 600


# --- phones -------------------------------------------------------------------------------------------


def test_voicemail_detection_and_message() -> None:
    told = PhoneManners.of(kept(voicemailMessage="Call us back."))
    assert told == PhoneManners("Call us back.", RING_SECONDS, detect_machines=True)
    for off in ("off", {"provider": "twilio", "enabled": False}):
        assert not PhoneManners.of(kept(voicemailDetection=off)).detect_machines
    assert PhoneManners.of(kept(voicemailDetection={"provider": "twilio"})).detect_machines


def test_transport_configurations_say_how_long_a_phone_rings() -> None:
    assert PhoneManners.of(kept(transportConfigurations=[{"provider": "twilio", "timeout": 40}])).ring_seconds == 40


# --- what is kept -------------------------------------------------------------------------------------


def test_transcript_plan() -> None:
    named = kept(artifactPlan={"transcriptPlan": {"assistantName": "Mia", "userName": "Guest"}})
    assert artifact_of(LINES, named)["transcript"] == "Mia: Hello.\nGuest: Hi.\n"
    off = artifact_of(LINES, kept(artifactPlan={"transcriptPlan": {"enabled": False}}))
    assert "transcript" not in off and off["messages"] == LINES
    assert artifact_of(LINES, kept())["transcript"] == "AI: Hello.\nUser: Hi.\n"


def test_recording_takes_a_question_and_can_be_switched_off() -> None:
    asked = {"recordingConsentPlan": {"type": "verbal", "message": "May I?"}}
    assert recording_question(kept(artifactPlan={"recordingEnabled": True}, compliancePlan=asked)) == "May I?"
    assert recording_question(kept(artifactPlan={"recordingEnabled": False}, compliancePlan=asked)) == ""
    assert recording_question(kept(compliancePlan=asked)) == "May I?", "it is on by default"
    assert recording_question(kept(artifactPlan={"recordingEnabled": True})) == ""


@pytest.mark.parametrize("part", ["summary", "structuredData", "successEvaluation"])
def test_a_part_of_the_analysis_can_be_switched_off(part: str) -> None:
    body = kept(analysisPlan={f"{part}Plan": {"enabled": False}})
    assert planned(ANALYSIS, body, LINES) == {name: value for name, value in ANALYSIS.items() if name != part}


def test_structured_data_is_what_its_schema_names() -> None:
    schema = {"type": "object", "properties": {"outcome": {"type": "string"}}}
    body = kept(analysisPlan={"structuredDataPlan": {"enabled": True, "schema": schema}})
    assert planned(ANALYSIS, body, LINES)["structuredData"] == {"outcome": "lead"}


@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "object", "properties": []}, {"type": 5}])
def test_a_schema_must_be_one_of_an_object(schema: Json) -> None:
    told = complaints({"analysisPlan": {"structuredDataPlan": {"schema": schema}}})
    assert told[0].startswith("analysisPlan.structuredDataPlan.schema is not valid (no ")


def test_short_calls_are_not_analyzed() -> None:
    assert planned(ANALYSIS, kept(analysisPlan={"minMessagesThreshold": 3}), LINES) == {}
    assert planned(ANALYSIS, kept(analysisPlan={"minMessagesThreshold": 2}), LINES) == ANALYSIS


def test_the_analysis_may_take_as_long_as_its_plans_say() -> None:
    plan = {"summaryPlan": {"timeoutSeconds": 5}, "successEvaluationPlan": {"timeoutSeconds": 20}}
    assert limits_of(kept(analysisPlan=plan)).conclude == 20
