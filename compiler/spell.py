"""The nearest known name to a misspelt one, for "did you mean ...?" in every namespace.

Distance is Damerau-Levenshtein in its restricted form (insert, delete, replace, swap two neighbours), which counts the
slips people make at a keyboard as one each. A guess further away than about a third of the letters helps nobody, so
there is none. Writing another case, a hyphen for an underscore, or a plural s costs half a slip. Of names
that are too many to be shown in a row, the nearest are.
"""

from collections.abc import Iterable, Sequence

from greyc.dsl.problems import Instead

MOST = 8
"""More names than this in a row are not read."""

_FREE = str.maketrans("-", "_")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant, or None."""
    found = nearest_few(name, known, most=1)
    return found[0] if found else None


def nearest_few(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Up to `most` known names within the limit, nearest first.

    Of equally near ones first that with the same letters, then with the same first letter, then by the alphabet.
    """
    limit = max(1, len(name) // 3) if len(name) > 1 else 0
    scored: list[tuple[float, bool, bool, str]] = []
    for candidate in set(known) - {name}:
        score = _score(name, candidate, limit)
        if score <= limit:
            other_letters = sorted(name) != sorted(candidate)
            scored.append((score, other_letters, name[0] != candidate[:1], candidate))
    return [ranked[-1] for ranked in sorted(scored)[:most]]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The nearest name as a suggestion for a diagnostic."""
    guess = nearest(name, known)
    return meant(guess) if guess else None


def meant(text: str) -> Instead:
    """That this was meant, as a suggestion for a diagnostic."""
    return Instead.of(f"did you mean {text}?", text)


def listed(names: Sequence[str], near: str = "", last: str = "or") -> str:
    """Names in a row; of too many those that are spelt most like `near`, else the first."""
    if len(names) > MOST:
        names = nearest_few(near, names, MOST) if near and nearest(near, names) else names[:MOST]
        return ", ".join(names) + ", ..."
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _score(name: str, candidate: str, limit: int) -> float:
    if abs(len(name) - len(candidate)) > limit + 1:
        return limit + 1
    left, right = name.lower().translate(_FREE), candidate.lower().translate(_FREE)
    if left == right or left + "s" == right or left == right + "s":
        return 0.5
    return distance(left, right, limit)


def distance(left: str, right: str, limit: int | None = None) -> int:
    """Restricted Damerau-Levenshtein distance; as soon as it must exceed `limit`, limit + 1."""
    if limit is None:
        limit = max(len(left), len(right))
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        following = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > limit and min(row) > limit:  # a swap reaches back two rows
            return limit + 1
        before, row = row, following
    return min(row[-1], limit + 1)
