"""What the engine is told of an assistant."""

import re

from mia.platform.conversation.ports import Brief, Message
from mia.voice.engine.pipeline.limits import CallLimits
from mia.voice.resources.assistant.manners import MODEL_BEGINS, WAITS
from mia.voice.resources.tool.kinds import specs_of
from mia.voice.wire import Json

_DEFAULT = CallLimits()
_NOT_OF_THE_MODEL = ("messages", "tools", "toolIds", "knowledgeBaseId")
_WEIGHT = re.compile(r":-?[0-9.]+$")


def brief_of(assistant: Json) -> Brief:
    """The brief of an assembled assistant."""
    model, metadata = assistant.get("model") or {}, assistant.get("metadata") or {}
    written = [each for each in model.get("messages") or () if each.get("content")]
    prompts = [each["content"] for each in written if each["role"] == "system"]
    return Brief(
        assistant_name=assistant.get("name") or "Assistant",
        first_message=first_message(assistant),
        system_prompt="\n\n".join(prompts),
        context=metadata,
        vocabulary=vocabulary_of(assistant),
        recording_question=recording_question(assistant),
        voicemail_message=assistant.get("voicemailMessage") or "",
        tools=tuple(specs_of(model, assistant.get("server"))),
        before=[
            Message(each["role"], each["content"]) for each in written if each["role"] in ("user", "assistant")
        ],
        model={name: value for name, value in model.items() if name not in _NOT_OF_THE_MODEL},
    )


def first_message(assistant: Json) -> str:
    """What the assistant says before anyone else, or ``""``."""
    if assistant.get("firstMessageMode") in (WAITS, MODEL_BEGINS):
        return ""
    return assistant.get("firstMessage") or ""


def recording_question(assistant: Json) -> str:
    """What a caller is asked before a call is recorded, or ``""`` when none is.

    Hosted ``artifactPlan.recordingEnabled`` (on by default) with ``compliancePlan.recordingConsentPlan``: without a
    plan of type ``verbal`` no one agrees to anything, so nothing is recorded.
    """
    plan = (assistant.get("compliancePlan") or {}).get("recordingConsentPlan") or {}
    if (assistant.get("artifactPlan") or {}).get("recordingEnabled") is False or plan.get("type") != "verbal":
        return ""
    return str(plan.get("message") or "")


def is_filmed(assistant: Json) -> bool:
    """Whether a browser's call with this assistant has a video, once its caller has agreed to being recorded."""
    plan = assistant.get("artifactPlan") or {}
    return bool(plan.get("videoRecordingEnabled") and recording_question(assistant))


def lacks_consent(assistant: Json) -> bool:
    """Whether a recording is asked for in so many words, and none is made since nobody would be asked."""
    asked = (assistant.get("artifactPlan") or {}).get("recordingEnabled") is True
    return asked and not recording_question(assistant)


def summing_up(assistant: Json) -> Json:
    """Who reports on a conversation that ``assistant`` answered last: with a plan for that it does, else the member
    of its squad that began."""
    squad = assistant.get("squad") or ()
    return assistant if assistant.get("analysisPlan") or not squad else squad[0]


def limits_of(assistant: Json) -> CallLimits:
    """How long things may take in a call with this assistant, or with the squad that it begins for."""
    members = (assistant, *(assistant.get("squad") or ()))
    plans = [plan for member in members for plan in (member.get("analysisPlan") or {}).values()]
    given = [plan.get("timeoutSeconds") for plan in plans if isinstance(plan, dict)]
    return CallLimits(
        max_duration=float(assistant.get("maxDurationSeconds") or _DEFAULT.max_duration),
        conclude=max([seconds for seconds in given if seconds], default=_DEFAULT.conclude),
    )


def vocabulary_of(assistant: Json) -> tuple[str, ...]:
    """Names that callers may say: ``metadata.vocabulary``, and the transcriber's keywords without their weights."""
    names = [str(name) for name in (assistant.get("metadata") or {}).get("vocabulary") or ()]
    keywords = (assistant.get("transcriber") or {}).get("keywords") or ()
    return (*names, *(_WEIGHT.sub("", keyword) for keyword in keywords))
