"""Leads a conversation through a workflow: before each step it says which node takes it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mia.platform.conversation.ports import Event, Heard, Message, ToolResult, Turn
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline.turns.words import is_alarming
from mia.voice.resources.assistant.variables import fill
from mia.voice.resources.workflow.casting import Cast, words_after
from mia.voice.resources.workflow.graph import is_global, start_of
from mia.voice.resources.workflow.judging import Judge, fitting
from mia.voice.resources.workflow.logic import holds
from mia.voice.resources.workflow.playing import Preceded
from mia.voice.resources.workflow.state import State, load
from mia.voice.wire import Json, to_text

MOST_TOOLS = 5
"""Nodes with tools that may follow each other before the person is heard again; a longer way goes in circles."""
_NOWHERE: Json = {"type": "conversation", "name": ""}
"""Where a conversation stands before any node of it has spoken."""
_DONE = "That is done."
_FAILED = "I'm sorry, that did not work."


class WorkflowGuide:
    """The guide of one conversation. Where it stands is in the conversation's memory alone."""

    def __init__(self, assistant: Json, cast: Cast) -> None:
        workflow = assistant["workflow"]
        self._assistant = assistant
        self._cast = cast
        self._nodes: Mapping[str, Json] = {node["name"]: node for node in workflow["nodes"]}
        self._edges: Sequence[Json] = workflow["edges"]
        self._globals = [node for node in workflow["nodes"] if is_global(node)]
        self._start = start_of(workflow)
        self._given: Json = workflow.get("variables") or {}

    async def __call__(self, turn: Turn) -> Answering:
        """See ``Guide``. Who is in danger is answered where they are: the workflow stands still from then on."""
        state = load(turn.memory) or self._beginning()
        event, said = turn.event, (*turn.history, *_as_messages(turn.event))
        if isinstance(event, Heard):
            state.tools = 0
            state.danger = state.danger or is_alarming(event.text, event.raw)
        before: list[str] = []
        entered = False
        here = self._node(state.node)
        if here["type"] == "tool":
            if state.danger or state.asked != isinstance(event, ToolResult):
                state.node, state.asked = state.back, False
            elif isinstance(event, ToolResult):
                before = words_after(here, event, state)
                entered = self._enter(state, await self._after_tool(state, event, said))
            else:
                entered = self._enter(state, here["name"])
        elif isinstance(event, Heard) and not state.danger:
            onwards = await self._after_words(state, said)
            entered = onwards is not None and self._enter(state, onwards)
        answering = self._answering(state, event, said, before, entered=entered)
        state.store(turn.memory)
        return replace(answering, assistant=self._assistant, guide=self)

    def _beginning(self) -> State:
        name = self._start["name"]
        return State(name, back=name if self._start["type"] == "conversation" else "", variables=dict(self._given))

    def _node(self, name: str) -> Json:
        return self._nodes.get(name, _NOWHERE)

    def _enter(self, state: State, name: str | None) -> bool:
        """Go to a node, or back to the one that spoke last; whether that is a new one."""
        state.asked = False
        is_tool = name is not None and self._node(name)["type"] == "tool"
        if name is None or (is_tool and state.tools >= MOST_TOOLS):
            state.node = state.back
            return False
        state.node = name
        if is_tool:
            state.tools, state.calls, state.asked = state.tools + 1, state.calls + 1, True
        else:
            state.back = name
        return True

    # --- where to go ------------------------------------------------------------------------------

    async def _after_words(self, state: State, said: Sequence[Message]) -> str | None:
        """Where the person's words lead; ``None``: nowhere else."""
        judge = self._judge(state)
        schema = (self._node(state.node).get("variableExtractionPlan") or {}).get("schema")
        if schema:
            state.variables |= fitting(schema, await judge.learn(said, schema))
        missing = set((schema or {}).get("required") or ()) - state.variables.keys()
        return await self._choose(state, said, judge) or (None if missing else self._plainly(state))

    async def _after_tool(self, state: State, outcome: ToolResult, said: Sequence[Message]) -> str | None:
        """Where a tool's answer leads; ``None``: back to who has spoken last."""
        if outcome.error and (edges := self._leading_on(state.node, "failed")):
            return str(edges[0]["to"])
        return await self._choose(state, said, self._judge(state)) or self._plainly(state)

    async def _choose(self, state: State, said: Sequence[Message], judge: Judge) -> str | None:
        """The node behind the condition that holds, of the edges from here and of the global nodes. What variables
        decide needs no judge, and comes first."""
        for edge in self._leading_on(state.node, "logic"):
            if holds(edge["condition"]["liquid"], state.variables):
                return str(edge["to"])
        ways = [(edge["condition"]["prompt"], edge["to"]) for edge in self._leading_on(state.node, "ai")]
        ways += [(node["globalNodePlan"]["enterCondition"], node["name"])
                 for node in self._globals if node["name"] != state.node]  # fmt: skip
        if not ways:
            return None
        at = await judge.choose(said, [fill(condition, state.variables) for condition, _ in ways])
        return None if at is None else str(ways[at][1])

    def _plainly(self, state: State) -> str | None:
        """The node behind the edge that has no condition."""
        return next((str(edge["to"]) for edge in self._leading_on(state.node, None)), None)

    def _leading_on(self, name: str, kind: str | None) -> list[Json]:
        """The edges from a node that have such a condition."""
        mine = [edge for edge in self._edges if edge["from"] == name]
        return [edge for edge in mine if (edge.get("condition") or {}).get("type") == kind]

    def _judge(self, state: State) -> Judge:
        return self._cast.judge_of(self._cast.speaker(self._node(state.back), state))

    # --- who answers ------------------------------------------------------------------------------

    def _answering(
        self, state: State, event: Event, said: Sequence[Message], before: list[str], *, entered: bool
    ) -> Answering:
        node, back = self._node(state.node), self._node(state.back)
        if node["type"] == "tool":
            answering = self._cast.running(node, back, state, said)
            alone = False
        else:
            answering = self._cast.speaker(node, state)
            first = answering.brief.first_message if entered else ""
            alone = bool(first) or (bool(before) and not entered)
            if isinstance(event, ToolResult) and not (alone or self._cast.judge_of(answering).reads):
                first = "" if before else _FAILED if event.error else _DONE
                alone = True
            before = [*before, first] if first else before
        if not before:
            return answering
        return replace(answering, language_model=Preceded(answering.language_model, before, alone))


def _as_messages(event: Event) -> tuple[Message, ...]:
    """What is the last of a conversation when it is judged."""
    match event:
        case Heard(text):
            return (Message("user", text),)
        case ToolResult(call_id, _, result, error):
            return (Message("tool", to_text({"error": error} if error else dict(result)), call_id),)
    return ()
