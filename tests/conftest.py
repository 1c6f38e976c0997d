"""Profiles of hypothesis: `ci` where CI is set, `dev` elsewhere, or what HYPOTHESIS_PROFILE says."""

import os

from hypothesis import HealthCheck, Phase, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", max_examples=100, deadline=None, suppress_health_check=SLOW)
settings.register_profile("dev", max_examples=30, deadline=None, suppress_health_check=SLOW)
settings.register_profile("quick", settings.get_profile("dev"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))
