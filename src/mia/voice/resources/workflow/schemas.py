"""A workflow on the wire (hosted ``CreateWorkflowDTO``): stages of a conversation, and the ways between them."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.assistant.schemas import AssistantBody, Model
from mia.voice.resources.assistant.voices import Voice
from mia.voice.resources.tool.schemas import Tool
from mia.voice.resources.workflow.logic import BadCondition, check_condition
from mia.voice.wire import Json, WireModel

Name = Annotated[str, Field(min_length=1, max_length=80)]
VariableName = Annotated[str, StringConstraints(pattern=r"^\w{1,64}$")]
Condition = Annotated[str, Field(min_length=1, max_length=1000)]


class Variable(WireModel):
    """One thing that is learned in a node. With ``enum`` it is one of these."""

    type: Literal["string", "number", "integer", "boolean"] = "string"
    description: str | None = Field(None, max_length=1000)
    enum: list[str | float] | None = Field(None, min_length=1, max_length=50)


class VariableSchema(WireModel):
    """A JSON Schema of one level. ``required``: what must be known before an edge without a condition is taken."""

    type: Literal["object"] = "object"
    description: str | None = Field(None, max_length=1000)
    properties: dict[VariableName, Variable] = Field(min_length=1, max_length=30)
    required: list[VariableName] | None = Field(None, max_length=30)


class VariableExtractionPlan(WireModel):
    """What is learned from what the person says in a node."""

    schema_: VariableSchema | None = Field(None, alias="schema")


class GlobalNodePlan(WireModel):
    """A node that the conversation comes to from every other one, once ``enter_condition`` holds."""

    enabled: bool | None = None
    enter_condition: str | None = Field(None, max_length=1000)


class NodeMessages(WireModel):
    """What a node says when it begins, in place of the model's words."""

    first_message: str | None = Field(None, max_length=1000)


_OF_BOTH = frozenset({"type", "name", "is_start", "metadata"})
_OWN = {
    "conversation": frozenset(
        {
            "prompt",
            "message_plan",
            "model",
            "voice",
            "tool_ids",
            "variable_extraction_plan",
            "global_node_plan",
        }
    ),
    "tool": frozenset({"tool", "tool_id"}),
}


class Node(WireModel):
    """A stage: a ``conversation`` with a prompt, a model and tools of its own, or a ``tool`` that is run."""

    type: Literal["conversation", "tool"]
    name: Name
    is_start: bool | None = None
    metadata: Json | None = None
    prompt: str | None = Field(None, max_length=5000)
    message_plan: NodeMessages | None = None
    model: Model | None = None
    voice: Voice | None = None
    tool_ids: list[UUID] | None = Field(None, max_length=50)
    variable_extraction_plan: VariableExtractionPlan | None = None
    global_node_plan: GlobalNodePlan | None = None
    tool: Tool | None = None
    tool_id: UUID | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        for name in sorted(self.model_fields_set - _OF_BOTH - _OWN[self.type]):
            if getattr(self, name) is not None:
                raise _wrong(f"property {Node.model_fields[name].alias} should not exist in a {self.type} node")
        if self.type == "tool" and (self.tool is None) == (self.tool_id is None):
            raise _wrong("needs either tool or toolId")
        plan = self.global_node_plan
        if plan is not None and plan.enabled and not plan.enter_condition:
            raise _wrong("needs globalNodePlan.enterCondition, since it is a global node")
        return self


class EdgeCondition(WireModel):
    """When an edge is taken: ``ai``, a sentence that a model judges the conversation by; ``logic``, Liquid that
    renders to ``true`` with the variables; or ``failed``, after a tool that did not work."""

    type: Literal["ai", "logic", "failed"]
    prompt: Condition | None = None
    liquid: Condition | None = None

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        for kind, name, given in (("ai", "prompt", self.prompt), ("logic", "liquid", self.liquid)):
            if (self.type == kind) != (given is not None):
                says = f"needs {name}" if self.type == kind else f"has no {name} when its type is {self.type}"
                raise _wrong(says)
        if self.liquid is not None:
            try:
                check_condition(self.liquid)
            except BadCondition as fault:
                raise _wrong(f"liquid {fault}") from None
        return self


class Edge(WireModel):
    """The way from a node to another."""

    from_: Name = Field(alias="from")
    to: Name
    condition: EdgeCondition | None = None
    metadata: Json | None = None


Nodes = Annotated[list[Node], Field(min_length=1, max_length=50)]
Edges = Annotated[list[Edge], Field(max_length=200)]


class UpdateWorkflow(AssistantBody):
    """What changes of a workflow; it is checked whole. Its model, voice and plans are those of every node."""

    name: str | None = Field(None, min_length=1, max_length=80)
    nodes: Nodes | None = None
    edges: Edges | None = None
    global_prompt: str | None = Field(None, max_length=5000)

    @model_validator(mode="after")
    def _begins_in_a_node(self) -> Self:
        for name in ("first_message", "first_message_mode"):
            if getattr(self, name) is not None:
                alias = UpdateWorkflow.model_fields[name].alias
                raise _wrong(
                    f"property {alias} should not exist: the start node's messagePlan.firstMessage is said"
                )
        return self


class Workflow(UpdateWorkflow):
    """A whole workflow."""

    name: Name
    nodes: Nodes
    edges: Edges


class WorkflowOverrides(WireModel):
    """What one conversation changes: what stands for ``{{name}}`` in texts, and is known before anyone speaks."""

    variable_values: Json | None = None


class GenerateWorkflow(WireModel):
    """What a workflow is to be made from: tools, and a description of the conversation."""

    tool_ids: list[UUID] | None = Field(None, max_length=20)
    prompt: str | None = Field(None, min_length=1, max_length=5000)


def _wrong(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})
