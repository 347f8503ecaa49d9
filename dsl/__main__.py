"""`python -m greyc.dsl` writes grammar.json anew, after a change of grammar.lark."""

from .tables import write

if __name__ == "__main__":
    write()
