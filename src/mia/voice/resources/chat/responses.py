"""A chat in the shape of OpenAI's Responses API, whole or as its events."""

from datetime import datetime

from mia.platform.kernel.errors import MiaError
from mia.voice.resources.chat.exchange import Delta
from mia.voice.resources.chat.streaming import event
from mia.voice.wire import Json


class Responses:
    """The form of one answer; it counts the events of a stream."""

    def __init__(self) -> None:
        self._events = 0
        self._texts: dict[int, str] = {}

    def whole(self, chat: Json) -> Json:
        response = {
            "id": chat["id"],
            "object": "response",
            "created_at": int(datetime.fromisoformat(chat["createdAt"]).timestamp()),
            "status": "completed",
            "error": None,
            "output": [_message(chat["id"], number, item) for number, item in enumerate(chat["output"])],
        }
        return response | ({"sessionId": chat["sessionId"]} if chat.get("sessionId") else {})

    def said(self, delta: Delta) -> str:
        self._texts[delta.message] = self._texts.get(delta.message, "") + delta.text
        place = _place(str(delta.chat_id), delta.message)
        return self._event("response.output_text.delta", **place, delta=delta.text)

    def done(self, chat: Json) -> str:
        texts = (
            self._event("response.output_text.done", **_place(chat["id"], number), text=text)
            for number, text in self._texts.items()
        )
        return "".join(texts) + self._event("response.completed", response=self.whole(chat))

    def failed(self, error: MiaError) -> str:
        code = error.title.lower().replace(" ", "_")
        return self._event("error", code=code, message=error.detail, param=None)

    def _event(self, type: str, **more: object) -> str:
        numbered = {"type": type, "sequence_number": self._events, **more}
        self._events += 1
        return event(numbered, name=type)


def _message(chat_id: str, number: int, item: Json) -> Json:
    text = {"type": "output_text", "text": item["content"], "annotations": []}
    about = {"type": "message", "role": "assistant", "status": "completed"}
    return {"id": _item_id(chat_id, number), **about, "content": [text]}


def _place(chat_id: str, number: int) -> Json:
    return {"item_id": _item_id(chat_id, number), "output_index": number, "content_index": 0}


def _item_id(chat_id: str, number: int) -> str:
    return f"msg_{chat_id}_{number}"
