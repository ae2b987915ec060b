"""What the last of the hosted service's Python libraries that has them makes of knowledge bases, workflows and test
suites. It needs an environment of its own: the library is version 1.7.0.

Prints as :mod:`~tests.contracts.server_sdk.life` does. Argument: {url, token} as JSON.
"""

import json
import sys
from typing import Any

from tests.contracts.server_sdk.judge import Judge

ROOMS = ["assistants", "files", "knowledge_bases", "workflow", "test_suites", "test_suite_tests", "test_suite_runs"]
MODEL = {"provider": "openai", "model": "gpt-4o"}


def live(judge: Judge) -> None:
    """All of it, in the order in which things need each other."""
    client: Any = judge.client
    file = judge.ask("files.create", lambda: client.files.create(file=("care.txt", b"Drink water.", "text/plain")))
    _knowledge_bases(judge, client.knowledge_bases, file.id)
    _workflows(judge, client.workflow)
    _test_suites(judge, client)
    judge.ask("files.delete", lambda: client.files.delete(file.id))


def _knowledge_bases(judge: Judge, room: Any, file_id: str) -> None:
    plan = {"type": "create", "chunkPlans": [{"fileIds": [file_id]}]}
    search = {"searchType": "fulltext", "topK": 3}
    body = {"provider": "trieve", "name": "Care", "createPlan": plan, "searchPlan": search}
    own = {"provider": "custom-knowledge-base", "server": {"url": "https://tools.example/know"}}
    _knowledge_base(judge, room, body, {"provider": "trieve", "name": "Aftercare"})
    _knowledge_base(judge, room, own, own)


def _knowledge_base(judge: Judge, room: Any, body: dict[str, Any], change: dict[str, Any]) -> None:
    kind = body["provider"]
    made = judge.ask(f"{kind}.create", lambda: room.create(request=body))
    judge.ask(f"{kind}.get", lambda: room.get(made.id), lambda found: found.id == made.id)
    judge.ask(f"{kind}.list", room.list, lambda found: made.id in {each.id for each in found})
    judge.ask(f"{kind}.update", lambda: room.update(made.id, request=change))
    judge.ask(f"{kind}.delete", lambda: room.delete(made.id))


def _workflows(judge: Judge, room: Any) -> None:
    nodes: list[dict[str, Any]] = [
        {"type": "conversation", "name": "Start", "isStart": True, "prompt": "Help."},
        {"type": "tool", "name": "End", "tool": {"type": "endCall"}},
    ]
    edges = [{"from": "Start", "to": "End", "condition": {"type": "ai", "prompt": "They say goodbye."}}]
    asked = {"name": "Front desk", "nodes": nodes, "edges": edges, "global_prompt": "Be kind."}
    made = judge.ask("workflow.create", lambda: room.workflow_controller_create(**asked))
    judge.ask("workflow.get", lambda: room.workflow_controller_find_one(made.id))
    judge.ask(
        "workflow.list", room.workflow_controller_find_all, lambda found: made.id in {each.id for each in found}
    )
    judge.ask(
        "workflow.update",
        lambda: room.workflow_controller_update(made.id, name="Back office"),
        lambda changed: changed.name == "Back office",
    )
    judge.ask("workflow.delete", lambda: room.workflow_controller_delete(made.id))


def _test_suites(judge: Judge, client: Any) -> None:
    suites, tests, runs = client.test_suites, client.test_suite_tests, client.test_suite_runs
    assistant = judge.ask("assistants.create", lambda: client.assistants.create(name="Mia", model=MODEL))
    plans = {"target_plan": {"assistantId": assistant.id}, "tester_plan": {"assistant": {"model": MODEL}}}
    suite = judge.ask("test_suites.create", lambda: suites.test_suite_controller_create(name="Desk", **plans))
    judge.ask("test_suites.get", lambda: suites.test_suite_controller_find_one(suite.id))
    judge.ask("test_suites.list", suites.test_suite_controller_find_all_paginated)
    judge.ask("test_suites.update", lambda: suites.test_suite_controller_update(suite.id, name="Front desk"))
    scorers = [{"type": "ai", "rubric": "The assistant names a price."}]
    asked = {"type": "voice", "script": "Ask what a visit costs.", "scorers": scorers, "numAttempts": 2}
    made = judge.ask(
        "test_suite_tests.create", lambda: tests.test_suite_test_controller_create(suite.id, request=asked)
    )
    judge.ask("test_suite_tests.get", lambda: tests.test_suite_test_controller_find_one(suite.id, made.id))
    judge.ask("test_suite_tests.list", lambda: tests.test_suite_test_controller_find_all_paginated(suite.id))
    change = {"type": "voice", "numAttempts": 1}
    judge.ask(
        "test_suite_tests.update",
        lambda: tests.test_suite_test_controller_update(suite.id, made.id, request=change),
    )
    run = judge.ask(
        "test_suite_runs.create", lambda: runs.test_suite_run_controller_create(suite.id, name="Nightly")
    )
    judge.ask("test_suite_runs.get", lambda: runs.test_suite_run_controller_find_one(suite.id, run.id))
    judge.ask("test_suite_runs.list", lambda: runs.test_suite_run_controller_find_all_paginated(suite.id))
    judge.ask(
        "test_suite_runs.update", lambda: runs.test_suite_run_controller_update(suite.id, run.id, name="Daily")
    )
    judge.ask("test_suite_runs.delete", lambda: runs.test_suite_run_controller_remove(suite.id, run.id))
    judge.ask("test_suite_tests.delete", lambda: tests.test_suite_test_controller_remove(suite.id, made.id))
    judge.ask("test_suites.delete", lambda: suites.test_suite_controller_remove(suite.id))
    judge.ask("assistants.delete", lambda: client.assistants.delete(assistant.id))


if __name__ == "__main__":
    live(Judge(json.loads(sys.argv[1]), ROOMS))
