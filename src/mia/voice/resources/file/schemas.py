"""A file on the wire (hosted ``UpdateFileDTO``; it is created by ``multipart/form-data``)."""

from pydantic import Field

from mia.voice.wire import WireModel


class UpdateFile(WireModel):
    """What may be changed of a file."""

    name: str | None = Field(None, min_length=1, max_length=40)


MULTIPART = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"file": {"type": "string", "format": "binary"}},
                    "required": ["file"],
                }
            }
        },
    }
}
"""The body of ``POST /file`` for the OpenAPI document."""
