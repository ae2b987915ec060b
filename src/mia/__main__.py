"""``python -m mia`` is the ``mia`` command."""

import gc
import sys

# Imports and models make no garbage: collecting it meanwhile takes a fifth of the time to readiness.
gc.disable()

from mia.app.cli import main  # noqa: E402

sys.exit(main())
