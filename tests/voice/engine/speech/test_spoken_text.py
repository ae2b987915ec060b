import pytest

from mia.platform.conversation.spoken_text import sentences, spoken


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Call (305) 555-0142.", "Call 305-555-0142."),
        ("Call +1 305 555 0142.", "Call 305-555-0142."),
        ("Call +13055550142 now.", "Call 305-555-0142 now."),
        ("Write to ana.lee92@mail.example.", "Write to ana dot lee 9 2 at mail dot example."),
        ("See www.downtown-medspa.example/book today.", "See downtown dash medspa dot example today."),
        ("It is $650.00.", "It is $650."),
        ("It is $12.50.", "It is $12.50."),
        ("Between $200-$300.", "Between $200 to $300."),
        ("At 3:00 PM or 3:30 PM.", "At 3 PM or 3:30 PM."),
        ("**Botox** & filler", "Botox and filler"),
        ("Great! 😀", "Great!"),
        ("***", ""),
    ],
)
def test_text_is_written_the_way_it_is_read_aloud(written: str, read: str) -> None:
    assert spoken(written) == read


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Hello. How are you?", ["Hello.", "How are you?"]),
        ("Dr. Lee is in at 9 a.m. Monday.", ["Dr. Lee is in at 9 a.m. Monday."]),
        ("It costs $12.50. Shall I book?", ["It costs $12.50.", "Shall I book?"]),
        ("Write to ana@mail.example. Thanks!", ["Write to ana@mail.example.", "Thanks!"]),
        ("  ", []),
    ],
)
def test_sentences_are_split_where_they_end(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts
