"""`python -m service_core` is the console script `service`."""

import sys

from .cli import main

sys.exit(main())
