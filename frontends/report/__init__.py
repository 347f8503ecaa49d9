"""`greyc simulate --report`: what play by bots says about a game's balance (docs/reports.md)."""
