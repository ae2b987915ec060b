"""From bytes to rows: characters, separators, and files that are none."""

import pytest

from mia.clinic.records.transfers.fields import Field, guess
from mia.clinic.records.transfers.reading import MOST_ROWS, PIECE_ROWS, Unreadable, encoding_of, read_table, unpack

TEXT = "Name;Phone\r\nZoë Müller;(305) 555-0142\r\nAna Ruiz;(305) 555-0143\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_known_encoding_gives_the_same_rows(encoding: str) -> None:
    table = read_table(TEXT.encode(encoding))
    assert [column.name for column in table.columns] == ["Name", "Phone"]
    assert unpack(table.pieces[0]) == [["Zoë Müller", "(305) 555-0142"], ["Ana Ruiz", "(305) 555-0143"]]
    assert table.columns[0].samples == ("Zoë Müller", "Ana Ruiz")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator: str) -> None:
    lines = [["Name", "Note"], ["Ana Ruiz", "likes; commas, and | tabs"], ["Bo", "-"]]
    text = "\n".join(separator.join(f'"{cell}"' for cell in line) for line in lines)
    assert [column.name for column in read_table(text.encode()).columns] == ["Name", "Note"]


def test_a_quoted_cell_may_hold_lines_and_quotes() -> None:
    table = read_table(b'Name,Note\n"Ruiz, Ana","said ""hello""\nand left"\n')
    assert unpack(table.pieces[0]) == [["Ruiz, Ana", 'said "hello"\nand left']]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\n\n , \n", "empty"),
        (b"Name,Phone\n", "empty"),
        (b"PK\x03\x04rest of a workbook", "workbook"),
        (b"\xd0\xcf\x11\xe0rest of an old one", "workbook"),
        (b"\x00\x01\x02\x03", "binary"),
        (b"Name\n\x81\x8d", "encoding"),
        (b'Name\n"Ana', "quotes"),
        (b"Name\n" + b"x" * 20_000, "cell"),
        (b",".join(b"c" for _ in range(200)) + b"\n1", "columns"),
    ],
)
def test_what_is_no_table_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_table(data)
    assert refused.value.reason == reason


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        read_table(b"Name\n" + b"x\n" * (MOST_ROWS + 1))
    assert refused.value.reason == "rows"


def test_rows_come_in_pieces_and_none_is_lost() -> None:
    table = read_table(b"Name\n" + b"".join(b"Person %d\n" % number for number in range(PIECE_ROWS * 2 + 1)))
    assert [len(unpack(piece)) for piece in table.pieces] == [PIECE_ROWS, PIECE_ROWS, 1]
    assert table.rows == PIECE_ROWS * 2 + 1


def test_utf_8_goes_before_windows() -> None:
    assert encoding_of("José".encode()) == "utf-8"
    assert encoding_of("José".encode("cp1252")) == "cp1252"


def test_headings_tell_what_the_columns_are() -> None:
    table = read_table(b"Patient Name,Cell-Phone,E-mail,DOB,Colour,Last visit,Service,phone\na,b,c,d,e,f,g,h\n")
    assert guess(table.columns) == {
        0: Field.NAME,
        1: Field.PHONE,
        2: Field.EMAIL,
        3: Field.BIRTH_DATE,
        5: Field.LAST_VISIT,
        6: Field.TREATMENT,
    }
