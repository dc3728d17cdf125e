"""Property tests measure nothing: a busy machine must not fail them."""

from hypothesis import HealthCheck, settings

# A third of what hypothesis takes by itself: the whole suite is to end within a quarter of an hour.
settings.register_profile("unhurried", max_examples=35, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
