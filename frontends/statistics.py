"""How sure one can be of what games by bots show: intervals of 95 % for rates and for differences of rates.

All of them are right also for few games and near 0 and 1, where the usual formula is not; none needs a library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

Z = 1.96


def wilson(hits: int, total: int, z: float = Z) -> tuple[float, float]:
    """The Wilson interval of a rate; 0 to 1 where nothing was counted."""
    if total == 0:
        return 0.0, 1.0
    rate = hits / total
    scale = 1 + z * z / total
    middle = (rate + z * z / (2 * total)) / scale
    half = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def paired(first_only: int, second_only: int, pairs: int) -> tuple[float, float, float]:
    """The difference of two rates over the same seeds (the first less the second) and its interval, by Agresti and Min
    (2005). `first_only`: pairs in which only the first won; those that both won or both lost say nothing."""
    if pairs == 0:
        return 0.0, -1.0, 1.0
    size = pairs + 2
    middle = (first_only - second_only) / size
    half = Z * sqrt(max(0.0, first_only + second_only + 1 - size * middle * middle)) / size
    return (first_only - second_only) / pairs, max(-1.0, middle - half), min(1.0, middle + half)


Stratum = tuple[int, int, int, int]
"""Games with, of these won, games without, of these won."""


def stratified(strata: Iterable[Stratum]) -> tuple[float, float, float] | None:
    """The difference of two rates within strata (with less without), by Mantel and Haenszel, and its interval by Sato
    (1989). None where no stratum has games of both sorts. What differs between strata does not come into it."""
    weight = difference = spread_p = spread_q = 0.0
    for with_, won_with, without, won_without in strata:
        total = with_ + without
        if not with_ or not without:
            continue
        weight += with_ * without / total
        difference += (won_with * without - won_without * with_) / total
        spread_p += (
            with_ * with_ * won_without - without * without * won_with + with_ * without * (without - with_) / 2
        ) / (total * total)
        spread_q += (won_with * (without - won_without) + won_without * (with_ - won_with)) / (2 * total)
    if not weight:
        return None
    middle = difference / weight
    half = Z * sqrt(max(0.0, middle * spread_p + spread_q)) / weight
    return middle, max(-1.0, middle - half), min(1.0, middle + half)


def quartiles(values: Sequence[int]) -> tuple[int, int, int, int, int]:
    """Least, lower quartile, median, upper quartile, greatest; each a value that occurred. Needs one value at least."""
    ordered = sorted(values)
    last = len(ordered) - 1
    first, *inner, end = (ordered[(last * part + 2) // 4] for part in range(5))
    return first, inner[0], inner[1], inner[2], end


__all__ = ["Stratum", "paired", "quartiles", "stratified", "wilson"]
