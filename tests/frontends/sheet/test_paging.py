"""Where cards lie on paper."""

import pytest

from greyc.frontends.sheet.paging import EDGE, PAPERS, TooLarge, grid, pages

A4 = PAPERS["a4"]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_nine_cards_of_poker_size_to_a_page(paper: tuple[float, float]) -> None:
    assert grid((63, 88), paper) == (3, 3)
    first, second = pages([(63.0, 88.0)] * 10, paper)
    assert (len(first.places), len(second.places)) == (9, 1)


def test_cards_lie_side_by_side_in_the_middle() -> None:
    (page,) = pages([(63.0, 88.0)] * 9, A4)
    xs = sorted({place.x for place in page.places})
    ys = sorted({place.y for place in page.places})
    assert xs == pytest.approx([10.5, 73.5, 136.5])
    assert ys == pytest.approx([16.5, 104.5, 192.5])
    assert [place.card for place in page.places] == list(range(9))


def test_marks_stand_at_each_cut_and_clear_of_the_cards() -> None:
    (page,) = pages([(63.0, 88.0)] * 2, A4)
    assert len(page.marks) == 2 * (4 + 4)
    assert {x for x, _, u, _ in page.marks if x == u} == {10.5, 73.5, 136.5, 199.5}
    for x, y, u, v in page.marks:
        assert not (u > 10.5 and x < 199.5 and v > 16.5 and y < 280.5)
        assert min(x, u) >= 0 and max(x, u) <= A4[0] and min(y, v) >= 0 and max(y, v) <= A4[1]


def test_a_page_holds_cards_of_one_size() -> None:
    made = pages([(63.0, 88.0), (44.0, 67.0), (63.0, 88.0)], A4)
    assert [[place.card for place in page.places] for page in made] == [[0, 2], [1]]


def test_a_back_lies_behind_its_front_when_the_paper_is_turned() -> None:
    front, back = pages([(63.0, 88.0)] * 4, A4, backs=True)
    for one, other in zip(front.places, back.places, strict=True):
        assert (other.card, other.back, other.y) == (one.card, True, one.y)
        assert other.x + 63 == pytest.approx(A4[0] - one.x)


def test_no_card_lies_where_printers_do_not_reach() -> None:
    for size in ((44.0, 67.0), (50.0, 60.0), (30.0, 30.0), (200.0, 200.0)):
        columns, rows = grid(size, A4)
        for place in pages([size] * (columns * rows), A4)[0].places:
            assert place.x + 1e-6 >= EDGE and place.x + size[0] <= A4[0] - EDGE + 1e-6
            assert place.y + 1e-6 >= EDGE and place.y + size[1] <= A4[1] - EDGE + 1e-6


def test_a_card_larger_than_the_paper() -> None:
    with pytest.raises(TooLarge, match="a card of 205 x 88 mm does not fit on paper of 210 x 297 mm"):
        grid((205, 88), A4)
