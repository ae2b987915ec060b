"""``python -m mia`` is the ``mia`` command."""

import sys

from mia.cli import main

sys.exit(main())
