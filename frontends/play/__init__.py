"""The terminal client: draws any game from its kinds, zones, titles and presentation data, and asks its questions.

`phrases` holds the client's own words, `words` those of the game, `table` draws a view, `asking` turns a decision into
numbered rows and rows into an answer, `session` reads lines and answers them. None of them knows a game.
"""
