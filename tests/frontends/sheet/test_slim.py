"""A slim picture is the same picture: every outline lies where it did, in the same colours, by a reader of its own."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import Task
from greyc.frontends.sheet.slim import slim

from .printing import compiled

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
Matrix = tuple[float, float, float, float, float, float]
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}


def times(one: Matrix, other: Matrix) -> Matrix:
    (a, b, c, d, e, f), (g, h, i, j, k, m) = one, other
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def matrix(text: str) -> Matrix:
    """One `translate`, `scale` or `matrix`."""
    name, numbers = text.removesuffix(")").split("(")
    found = [float(each) for each in re.split("[ ,]+", numbers.strip())]
    if name == "scale":
        return found[0], 0, 0, found[-1], 0, 0
    return (1, 0, 0, 1, found[0], (*found, 0)[1]) if name == "translate" else tuple(found)  # type: ignore[return-value]


def points(outline: str) -> Iterator[tuple[float, float]]:
    """Where the pen of a path goes, its bends' handles too."""
    x = y = startx = starty = 0.0
    for command, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", outline):
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        kind, absolute = command.lower(), command.isupper()
        if kind == "z":
            x, y = startx, starty
        for at in range(0, len(numbers), TAKES[kind] or 1):
            part = numbers[at : at + TAKES[kind]]
            ox, oy = (0.0, 0.0) if absolute else (x, y)
            if kind == "h":
                x = ox + part[0]
            elif kind == "v":
                y = oy + part[0]
            else:
                pairs = [(ox + part[k], oy + part[k + 1]) for k in range(0, len(part), 2)]
                yield from pairs[:-1]
                x, y = pairs[-1]
            if kind == "m" and at == 0:
                startx, starty = x, y
            elif kind != "m":
                yield x, y


def drawn(svg: str) -> list[tuple[str, str, float, list[tuple[float, float]]]]:
    """Each outline in the order in which it is drawn: fill, stroke, how wide that is, and its points on the card."""
    root = ElementTree.fromstring(svg)
    defined = {each.get("id"): each for each in root.iter() if each.get("id")}
    found = []

    def walk(element: ElementTree.Element, to: Matrix, looks: dict[str, str]) -> None:
        if element.tag in (f"{SVG}defs", f"{SVG}title"):
            return
        looks = looks | {
            name: value for name, value in element.attrib.items() if name in ("fill", "stroke", "stroke-width")
        }
        to = times(to, matrix(element.get("transform", "translate(0)")))
        if element.tag == f"{SVG}use":
            to = times(to, (1, 0, 0, 1, float(element.get("x", 0)), float(element.get("y", 0))))
            meant = defined[(element.get("href") or element.get(HREF) or "")[1:]]
            for each in meant if meant.tag == f"{SVG}symbol" else [meant]:
                walk(each, to, looks)
        elif element.tag == f"{SVG}path":
            width = float(looks.get("stroke-width", 0)) * abs(to[0]) if "stroke" in looks else 0
            a, b, c, d, e, f = to
            path = [(a * x + c * y + e, b * x + d * y + f) for x, y in points(element.get("d", ""))]
            found.append((looks.get("fill", ""), looks.get("stroke", ""), width, path))
        elif element.tag == f"{SVG}image":
            size = tuple(float(element.get(name, 0)) for name in ("width", "height"))
            found.append(("", "", 0.0, [(to[4], to[5]), size]))  # type: ignore[list-item]
        for each in element:
            walk(each, to, looks)

    walk(root, (1, 0, 0, 1, 0, 0), {})
    return found


SHOW = '[show.stone.print]\nicon = "gem"\ncolour = "#2f6fb3"\ncorner = ["weight"]\n[show.stone.print.icons]\nprice = "coin"\n'


@pytest.mark.parametrize("tag", ["en", "zh-Hant"])
def test_a_slim_picture_shows_the_same(tag: str) -> None:
    words = Words([compiled(SHOW).bundle.packs["gems"]], "en")
    made = Contents(words)
    faces = [made.face(name) for name in ("ruby", "pearl", "small_box")]
    for face in faces if tag != "en" else ():
        face["title"] = "紅寶石 Ruby"
        face["text"] += [{"lead": "打出時：", "icon": None, "text": "對場上的一隻怪物造成 2 點傷害。" * 3}]
    for svg in Task(tag, faces, made.icons).made("svg"):
        thick, thin = svg.decode(), slim(svg.decode())
        assert len(thin) < 0.45 * len(thick)
        before, after = drawn(thick), drawn(thin)
        assert len(before) == len(after) > 20
        for (*looks, width, path), (*slim_looks, slim_width, slim_path) in zip(before, after, strict=True):
            assert looks == slim_looks and slim_width == pytest.approx(width, abs=0.01)
            assert len(path) == len(slim_path)
            for point, slim_point in zip(path, slim_path, strict=True):
                assert slim_point == pytest.approx(point, abs=0.015)  # points: 0.005 mm


def test_what_is_no_letter_of_a_known_size_stays_in_points() -> None:
    symbol = '<defs><symbol id="gA" overflow="visible"><path d="M 0 0m 1.23456 0.5c 0.1111 -0.22222 0 0 0.33333 -0.5Z "/></symbol></defs>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><g><use xlink:href="#gA" x="1.5" y="0" fill="#fff"/></g>{symbol}</svg>'
    (name,) = re.findall('<path id="(g[a-z2-7]{8})"', slim(svg))
    assert slim(svg) == (
        f'<svg xmlns="http://www.w3.org/2000/svg"><g><g fill="#fff"><use href="#{name}" x="1.5"/></g></g>'
        f'<defs><path id="{name}" d="m1.235.5c.111-.222 0 0 .333-.5Z"/></defs></svg>'
    )


def test_several_pictures_may_stand_in_one_page() -> None:
    """What has one name in two of them is one thing."""
    made = Contents(Words([compiled(SHOW).bundle.packs["gems"]], "en"))
    faces = [made.face(name) for name in ("ruby", "pearl", "small_box")]
    named = [
        dict(re.findall(r'id="(\w+)"(.*?>)', slim(svg.decode()))) for svg in Task("en", faces, made.icons).made("svg")
    ]
    assert all(len(each) > 10 for each in named) and set(named[0]) & set(named[1])
    for one in named:
        for other in named:
            assert all(one[name] == other[name] for name in set(one) & set(other))
