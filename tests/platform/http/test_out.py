"""Responses are read from objects: ids get their prefix, values that stand elsewhere are found."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import pytest
from pydantic import AliasPath, Field, ValidationError

from mia.platform.http.out import IdOf, Out, ShownUuid
from mia.platform.kernel.ids import encode, new_id


@dataclass(frozen=True)
class Owner:
    id: UUID
    name: str


@dataclass(frozen=True)
class Dog:
    id: UUID
    owner: Owner
    sitter_id: UUID | None = None
    friends: tuple[Owner, ...] = ()

    @property
    def loud(self) -> bool:
        return True


class OwnerOut(Out):
    id: Annotated[str, IdOf("pat")]
    name: str


class DogOut(Out):
    id: ShownUuid
    owner: OwnerOut
    owner_name: str = Field(validation_alias=AliasPath("owner", "name"))
    sitter_id: Annotated[str, IdOf("usr")] | None
    friends: list[OwnerOut]
    loud: bool


def test_a_response_is_read_from_attributes_properties_and_nested_objects() -> None:
    owner = Owner(new_id(), "Ana")
    dog = Dog(new_id(), owner, friends=(owner,))
    shown = {"id": encode("pat", owner.id), "name": "Ana"}
    assert DogOut.of(dog).model_dump() == {
        "id": str(dog.id),
        "owner": shown,
        "owner_name": "Ana",
        "sitter_id": None,
        "friends": [shown],
        "loud": True,
    }


def test_a_response_can_be_made_of_what_it_shows() -> None:
    assert OwnerOut(id="pat_x", name="Ana").id == "pat_x"


def test_an_object_without_the_attribute_is_an_error() -> None:
    with pytest.raises(ValidationError):
        OwnerOut.of(object())


def test_an_id_is_a_text_in_the_document() -> None:
    assert OwnerOut.model_json_schema(mode="serialization")["properties"]["id"] == {"title": "Id", "type": "string"}
