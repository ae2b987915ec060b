"""A property of an assistant without effect is refused by its name, a choice not served with those that are."""

from typing import Any

import pytest

from tests.voice.resources.plan_steps import BELLA, Json, complaints, nested

SERVED = [
    ("voice.provider", "playht", "'mia', 'deepgram', '11labs', 'openai', 'cartesia'"),
    ("transcriber.provider", "gladia", "'mia', 'deepgram', 'openai'"),
    ("backgroundDenoisingEnabled", True, "False"),
    ("startSpeakingPlan.smartEndpointingPlan.provider", "livekit", "'mia' or 'vapi'"),
    ("hooks.0.on", "call.ending", "'assistant.speech.interrupted' or 'customer.speech.timeout'"),
    ("artifactPlan.pcapEnabled", True, "False"),
    ("compliancePlan.pciEnabled", True, "False"),
    ("compliancePlan.hipaaEnabled", False, "True"),
    ("compliancePlan.recordingConsentPlan.type", "stay-on-line", "'verbal'"),
    ("modelOutputInMessagesEnabled", True, "False"),
    ("serverMessages.0", "voice-request", "'end-of-call-report', 'status-update' or 'tool-calls'"),
    ("transportConfigurations.0.record", True, "False"),
    ("model.provider", "anthropic", "'mia', 'announcement', 'openai' or 'custom-llm'"),
    ("server.staticIpAddressesEnabled", True, "False"),
    ("backgroundSound", "beach", "'off' or 'office'"),
]


@pytest.mark.parametrize(("path", "value", "served"), SERVED, ids=[path for path, _, _ in SERVED])
def test_a_choice_that_is_not_served_is_refused_with_those_that_are(path: str, value: Any, served: str) -> None:
    assert f"{path} must be one of the following values: {served}" in complaints(nested(path, value))


@pytest.mark.parametrize(
    "path",
    [
        "artifactPlan.recordingFormat",
        "artifactPlan.recordingPath", "compliancePlan.securityFilterPlan", "analysisPlan.structuredDataMultiPlan",
        "backgroundSpeechDenoisingPlan", "observabilityPlan",
        "credentials", "credentialIds", "server.encryptedPaths",
    ],
)  # fmt: skip
def test_a_property_without_effect_is_refused_by_name(path: str) -> None:
    *parents, name = path.split(".")
    assert ".".join([*parents, f"property {name} should not exist"]) in complaints(nested(path, []))


@pytest.mark.parametrize(
    ("part", "given", "told"),
    [
        ("voice", {"provider": "mia", "voiceId": "bella"},
         "mia.voiceId must be one of the following values: 'heart'"),
        ("voice", {"provider": "mia", "fallbackPlan": {}}, "mia.property fallbackPlan should not exist"),
        (
            "voice",
            {"provider": "mia", "chunkPlan": {"formatPlan": {"replacements": []}, "enabled": True}},
            "mia.chunkPlan.property enabled should not exist",
        ),
        ("voice", BELLA | {"fallbackPlan": {}}, "11labs.property fallbackPlan should not exist"),
        ("voice", {"provider": "deepgram"}, "deepgram.voiceId should not be empty"),
        ("voice", BELLA | {"speed": 2}, "11labs.speed must not be greater than 1.2"),
        ("voice", {"speed": 1}, "provider should not be empty"),
        ("transcriber", {"provider": "mia", "model": "nova-2"},
         "mia.model must be one of the following values: 'moonshine-tiny-en'"),
        ("transcriber", {"provider": "mia", "language": "es"},
         "mia.language must be one of the following values: 'en' or 'en-US'"),
        ("transcriber", {"provider": "mia", "endpointing": 300}, "mia.property endpointing should not exist"),
        ("transcriber", {"provider": "deepgram", "endpointing": 300},
         "deepgram.property endpointing should not exist"),
        ("transcriber", {"provider": "deepgram", "fallbackPlan": {}},
         "deepgram.property fallbackPlan should not exist"),
    ],
)  # fmt: skip
def test_each_provider_of_speech_has_its_own_properties(part: str, given: Json, told: str) -> None:
    assert complaints({part: given}) == [f"{part}.{told}"]


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ({"provider": "mia", "model": "gpt-4o"}, "model must be one of the following values: 'receptionist'"),
        ({"provider": "mia", "temperature": 0}, "property temperature should not exist with the provider mia"),
        ({"provider": "mia", "maxTokens": 90}, "property maxTokens should not exist with the provider mia"),
        ({"provider": "mia", "thanks": "Bye."}, "property thanks should not exist with the provider mia"),
        ({"provider": "openai", "thanks": "Bye."}, "property thanks should not exist with the provider openai"),
        ({"provider": "openai", "url": "https://a.example"},
         "property url should not exist with the provider openai"),
        ({"provider": "mia", "messages": [{"role": "user", "content": "Hi"}]},
         "messages.role must be system with the provider mia"),
        ({"provider": "openai", "messages": [{"role": "tool", "content": "{}"}]},
         "messages.0.role must be one of the following values: 'system', 'user' or 'assistant'"),
        ({"provider": "announcement", "model": "x"},
         "property model should not exist with the provider announcement"),
        ({"provider": "announcement", "messages": []},
         "property messages should not exist with the provider announcement"),
    ],
)  # fmt: skip
def test_each_provider_of_models_has_its_own_properties(model: Json, told: str) -> None:
    assert complaints({"model": model}) == [f"model.{told}"]


@pytest.mark.parametrize("name", ["timeoutSeconds", "metadataSendMode", "headers"])
def test_a_model_of_one_s_own_has_no_such_property(name: str) -> None:
    model = {"provider": "custom-llm", "url": "https://models.example/v1", "model": "x", name: {}}
    assert complaints({"model": model}) == [f"model.property {name} should not exist"]


@pytest.mark.parametrize("part", ["voice", "transcriber"])
def test_speech_at_a_server_of_one_s_own_is_refused_with_what_is_served(part: str) -> None:
    (told,) = complaints({part: {"provider": f"custom-{part}", "server": {"url": "https://speech.example"}}})
    assert told.startswith(f"{part}.provider must be one of the following values: 'mia', 'deepgram'")


def test_a_voicemail_detection_that_is_not_served_is_refused() -> None:
    told = complaints({"voicemailDetection": {"provider": "openai"}})
    assert told == ["voicemailDetection.plan.provider must be one of the following values: 'twilio'"]


def test_a_hook_says_written_words_only() -> None:
    hook = {"on": "customer.speech.timeout", "do": [{"type": "say", "prompt": "Ask."}]}
    assert "hooks.0.do.0.say.property prompt should not exist" in complaints({"hooks": [hook]})


@pytest.mark.parametrize("action", ["transfer", "function", "message.add"])
def test_a_hook_says_or_hangs_up_and_nothing_else(action: str) -> None:
    (told,) = complaints({"hooks": [{"on": "customer.speech.timeout", "do": [{"type": action}]}]})
    assert told == "hooks.0.do.0.type must be one of the following values: 'say', 'tool'"
    (told,) = complaints(
        {"hooks": [{"on": "customer.speech.timeout", "do": [{"type": "tool", "tool": {"type": "sms"}}]}]}
    )
    assert told == "hooks.0.do.0.tool.tool.type must be one of the following values: 'endCall'"


def test_a_hook_has_each_action_once() -> None:
    says = {"type": "say", "exact": "Hello?"}
    for occasion in ("customer.speech.timeout", "assistant.speech.interrupted"):
        (told,) = complaints({"hooks": [{"on": occasion, "do": [says, says]}]})
        assert "do must have each type of action once" in told


def test_an_expression_must_be_one_of_re2() -> None:
    rule = {"type": "customer", "regex": "(?=x)", "timeoutSeconds": 1}
    told = complaints({"startSpeakingPlan": {"customEndpointingRules": [rule]}})
    at = "startSpeakingPlan.customEndpointingRules.0.customer.regex"
    assert told == [f"{at} is not valid (no regular expression of RE2)"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("stopSpeakingPlan.numWords", 11), ("stopSpeakingPlan.voiceSeconds", 0.6),
        ("startSpeakingPlan.waitSeconds", 6),
        ("keypadInputPlan.timeoutSeconds", 11), ("silenceTimeoutSeconds", 3601), ("maxDurationSeconds", 43201),
        ("messagePlan.idleTimeoutSeconds", 61), ("messagePlan.idleMessageMaxSpokenCount", 11),
    ],
)  # fmt: skip
def test_figures_have_the_hosted_bounds(path: str, value: float) -> None:
    assert complaints(nested(path, value))[0].startswith(f"{path} must not be greater than")
