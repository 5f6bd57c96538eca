"""Sets up and runs the project on one machine: services, migrations, processes, tests and checks.

For development, tests and measurements. Production is docker-compose.yml, which uses none of this.
Imports no code of the site, so that it can start before anything is configured, and few packages besides the standard
library: tests/tools/launcher/test_dev.py lists them.
"""
