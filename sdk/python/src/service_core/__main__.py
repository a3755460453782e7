"""Entry point of `python -m service_core`, the same as the console script `service`."""

import sys

from .cli import main

sys.exit(main())
