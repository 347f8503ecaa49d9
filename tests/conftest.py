"""For all tests: hypothesis measures no example by the clock, since a busy machine would fail a slow one."""

from hypothesis import settings

settings.register_profile("greyc", deadline=None)
settings.load_profile("greyc")
