"""Profiles of hypothesis: `ci` where CI is set, else `dev`, or what HYPOTHESIS_PROFILE says."""

import os
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase

EXAMPLES = DirectoryBasedExampleDatabase(Path(__file__).parent.parent / "target" / "hypothesis")
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "ci", max_examples=100, deadline=None, database=EXAMPLES, suppress_health_check=SLOW
)
settings.register_profile("dev", settings.get_profile("ci"), max_examples=30)
settings.register_profile(
    "quick", settings.get_profile("dev"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))
