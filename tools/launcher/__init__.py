"""Sets up and runs the project on one machine: services, migrations, processes, tests and checks.

For development, tests and measurements. Production is docker-compose.yml, which uses none of this.
Imports the standard library only, so that it can start before anything is configured.
"""
