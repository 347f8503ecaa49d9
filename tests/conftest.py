"""For all tests: hypothesis measures no example by the clock, since a busy machine would fail a slow one, and takes the
same examples each time, so that the same code gives the same result. `--hypothesis-profile explore` takes new ones.
"""

from hypothesis import settings

settings.register_profile("greyc", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("greyc")
