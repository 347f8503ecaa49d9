"""What a lobby shows before a game starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bundle import Bundle


def describe(bundle: Bundle, game: str, packs: tuple[str, ...], locale: str) -> dict[str, Any]:
    """Seats, options with their ranges, what can be brought, languages, and packs of the bundle that add to the game."""
    from .voices import voice

    engine = bundle.engine(game, packs)
    linked, support = engine.program.linked, engine.gen.support
    speak = voice(engine, locale)

    def title(text_id: str | None, name: str) -> str:
        return speak.name(text_id) if text_id else name.replace("_", " ")

    options = []
    for option in linked.game.options:
        entry: dict[str, Any] = {"name": option.name, "title": title(option.title, option.name), "type": option.type}
        default = support.constant(option.default)
        type_ = option.type.rstrip("?")
        if type_.startswith("printed<"):
            kinds = engine.program.layouts[type_[8:-1]].children
            cards = [d for d in engine.program.defs if d.card is not None and d.kind in kinds]
            entry["choices"] = [{"value": d.name, "title": title(d.title, d.name)} for d in cards]
            default = None if default is None else engine.program.defs[default].name
        elif option.choices is not None:
            entry["choices"] = [{"value": v, "title": str(v)} for v in map(support.constant, option.choices)]
        elif type_ in linked.word_kinds:
            titles = linked.word_kinds[type_].titles
            entry["choices"] = [{"value": w, "title": title(titles.get(w), w)} for w in linked.word_kinds[type_].words]
        elif ".." in type_:
            low, _, high = type_.partition("..")
            entry["range"] = [int(low), int(high)]
        entry["default"] = default
        options.append(entry)
    here = {p.name for p in linked.packs}
    more = [
        {"pack": p.name, "title": p.title, "requires": p.requires}
        for p in bundle.ir.packs.values()
        if p.name not in here and any(r.split()[0] in here for r in p.requires)
    ]
    # A library below the game speaks its languages and more; those in which nothing of the game is told are none of it.
    spoken = {linked.packs[linked.game_pack].name}
    for p in linked.packs:
        if spoken & {r.split()[0] for r in p.requires}:
            spoken.add(p.name)
    brings = None
    if linked.game.brings:
        brings = [{"card": name, "title": title(linked.cards[name].title, name)} for name in support.can_bring()]
    return {
        "game": linked.game.name,
        "title": title(linked.game.title, linked.game.name),
        "packs": [p.name for p in linked.packs],
        "seats": list(linked.game.seats),
        "brings": brings,
        "options": options,
        "locales": sorted({tag for p in linked.packs if p.name in spoken for tag in p.texts}),
        "more": more,
    }
