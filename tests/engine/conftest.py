"""Settings for the tests of the engine."""

from hypothesis import settings

# A busy machine is no failure: nothing is measured here.
settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")
