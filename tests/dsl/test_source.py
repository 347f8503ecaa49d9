"""Files and places."""

from pathlib import Path

import pytest

from greyc.dsl import Source, decode, read


def test_places() -> None:
    source = Source("a", "ab\nc\r\n\nd")
    assert [source.position(offset) for offset in range(9)] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 1),
        (4, 1),
        (4, 2),
    ]
    assert source.position(-5) == (1, 1) and source.position(99) == (4, 2)
    assert [source.line(number) for number in (0, 1, 2, 3, 4, 5)] == ["ab", "ab", "c", "", "d", "d"]
    assert source.offset(2, 1) == 3 and source.offset(2, 99) == 4 and source.offset(99, 1) == 7


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "a\r\nb"])
def test_offset_undoes_position(text: str) -> None:
    source = Source("a", text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":
            assert source.offset(*source.position(offset)) == offset


def test_utf8_with_and_without_a_mark() -> None:
    assert decode("石\r\n".encode(), "a")[0].text == "石\r\n"
    assert decode("\ufeff石".encode(), "a")[0].text == "石"


@pytest.mark.parametrize(
    ("data", "byte", "offset"),
    [("a石".encode("big5"), "0xA5", "1"), ("é".encode("latin-1"), "0xE9", "0"), ("a".encode("utf-16"), "0xFF", "0")],
)
def test_other_encodings(data: bytes, byte: str, offset: str) -> None:
    source, (problem,) = decode(data, "a")
    assert source.text == ""
    assert (problem.kind, problem.words) == ("not-utf-8", {"byte": byte, "offset": offset})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.grey", "with\0nul.grey"):
        source, (problem,) = read(path)
        assert (source.text, problem.kind) == ("", "unreadable-file")
        assert problem.words["reason"]
    (tmp_path / "a.grey").write_bytes(b"kind a\n")
    source, problems = read(tmp_path / "a.grey")
    assert (source.text, problems) == ("kind a\n", [])
