"""Good sources: the whole tree of every construct, and exact places."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.dsl import Parsed, SyntaxProblem, nodes, parse, parse_expression, read
from greyc.dsl.printer import show

from . import samples
from .walk import all_below, below

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "cards").rglob("*.grey"))


def clean(text: str) -> Parsed:
    parsed = parse(text)
    assert parsed.errors == []
    return parsed


def only(text: str) -> nodes.Declaration:
    (declaration,) = clean(text).declarations
    return declaration


@pytest.mark.parametrize("name", samples.ALL)
def test_every_construct(name: str, snapshot: SnapshotAssertion) -> None:
    parsed = clean(samples.ALL[name])
    assert show(parsed.declarations, parsed.source) == snapshot


def test_the_samples_use_every_class_of_node() -> None:
    used = {
        type(node) for text in samples.ALL.values() for each in parse(text).declarations for node in all_below(each)
    }
    used.add(nodes.Doc)
    every = {value for value in vars(nodes).values() if isinstance(value, type) and issubclass(value, nodes.Node)}
    abstract = {nodes.Node, nodes.Expr, nodes.TypeExpr, nodes.Statement, nodes.Member, nodes.Documented}
    assert every - abstract - {nodes.Declaration} == used


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_all_files_of_the_packs_parse(path: Path) -> None:
    source, problems = read(path)
    assert problems == []
    parsed = parse(source.text, str(path))
    assert [(problem, source.position(problem.span[0])) for problem in parsed.errors] == []
    assert parsed.declarations
    for declaration in parsed.declarations:
        check_places(declaration, source.text)


@pytest.mark.parametrize("text", [*samples.ALL.values(), samples.STATEMENTS.replace("\n", "\r\n")])
def test_places_of_all_nodes(text: str) -> None:
    for declaration in clean(text).declarations:
        check_places(declaration, text)


def check_places(top: nodes.Node, text: str) -> None:
    """Each node's text begins and ends with something, holds its parts, and is a name's, number's or text's own."""
    for node in all_below(top):
        start, end = node.span
        written = text[start:end]
        if isinstance(node, nodes.Pattern) and not written:
            continue
        assert written and written == written.strip(), node
        if isinstance(node, nodes.Name):
            assert written == node.text
        elif isinstance(node, nodes.Number):
            assert int(written.replace(" ", "")) == node.value
        elif isinstance(node, nodes.String):
            assert written == '"' + node.value.replace('"', '\\"') + '"'
        for part in below(node):
            assert start <= part.span[0] <= part.span[1] <= end, (node, part)


def marked(text: str, node: nodes.Node) -> str:
    return text[node.span[0] : node.span[1]]


def test_the_marked_text_of_parts() -> None:
    text = "verb x:\n    deal a + (b) to m by this with n = 1 as r  # why\n\n    stop\n"
    verb = only(text)
    assert isinstance(verb, nodes.Verb)
    call = verb.body[0]
    assert isinstance(call, nodes.VerbCall)
    assert marked(text, call) == "deal a + (b) to m by this with n = 1 as r"
    assert call.leading is not None
    assert marked(text, call.leading) == "a + (b)"
    assert [marked(text, arg) for arg in call.args] == ["to m", "by this"]
    assert marked(text, call.settings[0]) == "n = 1"
    assert marked(text, verb) == text.rstrip()


def test_precedence_and_association() -> None:
    def shape(text: str) -> str:
        made = parse_expression(text, (0, len(text)))
        assert not isinstance(made, SyntaxProblem), made

        def write(node: nodes.Node) -> str:
            parts = [write(part) for part in below(node)]
            match node:
                case nodes.Name() | nodes.Number():
                    return text[slice(*node.span)]
                case nodes.Arithmetic() | nodes.Logical() | nodes.Comparison():
                    return f"({parts[0]} {node.op} {parts[1]})"
            return f"{type(node).__name__}({', '.join(parts)})"

        return write(made)

    assert shape("a - b - c * d") == "((a - b) - (c * d))"
    assert shape("a or b and not c == d") == "(a or (b and Not((c == d))))"
    assert shape("not a is b") == "Not(Is(a, b))"
    assert shape("1 .. a + 1") == "Range(1, (a + 1))"
    assert shape("-a.b * c") == "(Negative(Attribute(a, b)) * c)"
    assert shape("a if b or c else d if e else f") == "Ternary(a, (b or c), Ternary(d, e, f))"
    assert shape("(a if b else c).d") == "Attribute(Ternary(a, b, c), d)"


def test_doc_comments_belong_to_what_stands_below() -> None:
    text = (
        "## About the file.\n\n## One\n##   two.\nkind a is card:\n    # plain\n    ## three\n    x: int\n"
        "    ## lost\n\n    y: int\n    ## four\n    before b:\n        stop\n## five\nkind c\n"
    )
    first, second = clean(text).declarations
    assert isinstance(first, nodes.Kind)
    assert first.doc is not None and first.doc.text == "One\n  two."
    assert marked(text, first.doc) == "## One\n##   two."
    docs = [member.doc for member in first.members if isinstance(member, nodes.Documented | nodes.Declaration)]
    assert [doc and doc.text for doc in docs] == ["three", None, "four"]
    assert docs[0] is not None and marked(text, docs[0]) == "## three"
    assert second.doc is not None and second.doc.text == "five"


def test_a_keyword_is_a_name_where_the_grammar_has_no_use_for_it() -> None:
    text = "verb x:\n    needs any(p in players where p.die.zone.all > 0) and all(seed)\n    pass\n"
    assert clean(text).declarations
    free = 'kind seed is card:\n    state score: int\n    table: int\n    given: int\ntest "x":\n    seed.score = 3\n'
    assert len(clean(free).declarations) == 2


def test_lines_go_on_in_brackets_and_behind_what_is_unfinished() -> None:
    text = (
        "function f(a) =\n    a and\n    b + g(\nc,\n        d\n) or\n      [1,\n2]\n"
        'thing stone "Stone":\n    weight 4,\n        size 2\n    heavy\n'
    )
    function, card = clean(text).declarations
    assert isinstance(function, nodes.Function) and isinstance(function.value, nodes.Logical)
    assert isinstance(card, nodes.Card)
    assert [member.name.text for member in card.members if isinstance(member, nodes.Prop)] == [
        "weight",
        "size",
        "heavy",
    ]


def test_windows_line_ends_give_the_same_tree() -> None:
    for text in samples.ALL.values():
        one, other = clean(text), clean(text.replace("\n", "\r\n"))
        assert show(one.declarations, one.source) == show(other.declarations, other.source)


@pytest.mark.parametrize("text", ["", "\n", "   \n\t\n", "# only a comment", "## a\n# b\n", "\ufeff", "\ufeff\n\n"])
def test_nothing_in_a_file_is_no_mistake(text: str) -> None:
    parsed = clean(text)
    assert parsed.declarations == []


def test_a_byte_order_mark_is_stepped_over() -> None:
    text = "\ufeffkind a\n"
    assert only(text).span == (1, 7)
