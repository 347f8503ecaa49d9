"""A small pack on the disk, for the tests of the language server."""

from pathlib import Path

from greyc.frontends.lsp.workspace import Workspace

RULES = """kind hero is card "hero|heroes":
    active in hand
    power: int "power"

kind monster is card "monster|monsters":
    hp: int "HP"

kind player is seat "player|players":
    zone hand of hero "hand"

ability on_play on hero

## Hurts a monster.
verb deal amount (int) to monster:
    log "{amount} to {monster}"

game small "Small":
    players 1 to 2
    zone row of monster
    setup:
        for each c in cards of monster:
            create c into row
        for each p in players:
            for each c in cards of hero:
                create c into p.hand
    play:
        for each h in every hero:
            run on_play of h
        end game won
"""
HEROES = """hero slinger "Slinger":
    power 1
    on_play:
        choose m in row by owner "Whom?":
            deal 2 to m

hero archer "Archer":
    power 2

monster rat "Rat":
    hp 3
"""


def pack(folder: Path, **files: str) -> dict[str, str]:
    """Writes a pack with these files, `rules` and `heroes` if not given; their paths by name."""
    home = folder / "small"
    home.mkdir()
    (home / "pack.toml").write_text('name = "small"\ntitle = "Small"\nversion = "1.0"\n')
    texts = {"rules": RULES, "heroes": HEROES, **files}
    for name, text in texts.items():
        (home / f"{name}.grey").write_text(text)
    return {name: (home / f"{name}.grey").as_posix() for name in texts}


def opened(folder: Path, **files: str) -> tuple[Workspace, dict[str, str]]:
    """A workspace with all files of such a pack open."""
    paths = pack(folder, **files)
    space = Workspace()
    for path in paths.values():
        space.write(path, Path(path).read_text())
    return space, paths
