"""Edges whose condition is Liquid."""

import pytest

from mia.voice.resources.workflow.logic import BadCondition, check_condition, holds
from tests.fakes.phones.voice import VoiceApi
from tests.voice.resources.workflow.workflow_steps import edge, talk, texts, told, workflow

ADULT = "{% if age > 17 and city == 'Miami' %}true{% endif %}"


@pytest.mark.parametrize(
    ("text", "variables", "expected"),
    [
        (ADULT, {"age": 18, "city": "Miami"}, True),
        (ADULT, {"age": 17, "city": "Miami"}, False),
        (ADULT, {}, False),
        ("{{ variables.agreed }}", {"agreed": True}, True),
        ("{% case city %}{% when 'Miami' %}True{% else %}no{% endcase %}", {"city": "Miami"}, True),
        ("{{ answer | strip | downcase }}", {"answer": " TRUE "}, True),
        ("{% if age > 17 %}true{% endif %}", {"age": "old"}, False),
        ("yes", {}, False),
    ],
)
def test_a_condition_holds_when_it_renders_to_true(text: str, variables: dict[str, object], expected: bool) -> None:
    assert holds(text, variables) is expected


@pytest.mark.parametrize(
    "text",
    [
        "{% if age %}true", "{% for n in (1..9) %}a{% endfor %}", "{% for n in list %}a{% endfor %}",
        "{% assign a = 1 %}", "{% capture a %}b{% endcapture %}", "{% include 'file' %}", "{% render 'file' %}",
        "{{ 'a' | replace: '', 'aaaa' }}", "{% if a %}{{ 'a' | append: 'b' }}{% endif %}",
        "{% if (1..9999999999) contains 'x' %}{% endif %}", "{% if a %}" * 90, "{% if " * 160 + "a",
    ],
)  # fmt: skip
def test_what_may_take_long_is_no_condition(text: str) -> None:
    with pytest.raises(BadCondition):
        check_condition(text)


async def test_variables_choose_the_edge_that_a_conversation_takes(voice: VoiceApi) -> None:
    """In the order in which they are written, before the edge without a condition."""
    written = workflow(
        talk("Hello", "Hello."), talk("Adult", "You may come in."), talk("Child", "Bring a parent."),
        edge("Hello", "Adult", condition={"type": "logic", "liquid": "{% if age > 17 %}true{% endif %}"}),
        edge("Hello", "Child"),
    )  # fmt: skip
    for age, said in ((18, "You may come in."), (9, "Bring a parent.")):
        known = {"workflow": written, "workflowOverrides": {"variableValues": {"age": age}}}
        assert texts(await told(voice, known | {"input": "Hi"})) == [said]


@pytest.mark.parametrize(
    ("condition", "complaint"),
    [
        ({"type": "logic"}, "needs liquid"),
        ({"type": "logic", "liquid": "true", "prompt": "They agree."}, "has no prompt when its type is logic"),
        ({"type": "ai", "prompt": "They agree.", "liquid": "true"}, "has no liquid when its type is ai"),
        ({"type": "logic", "liquid": "{% if a %}"}, "liquid is not Liquid"),
    ],
)
async def test_what_is_no_logic_is_refused(voice: VoiceApi, condition: dict[str, str], complaint: str) -> None:
    written = workflow(talk("Hello"), talk("Next"), edge("Hello", "Next", condition=condition))
    refused = await voice.http.post("/workflow", json=written)
    assert refused.status_code == 400
    assert any(complaint in told for told in refused.json()["message"]), refused.text
