"""`manage`: any manage.py command on the data of `run`, whether it runs now or not."""

import subprocess
from collections.abc import Sequence

from tools.launcher.instance import instance_environment, manage_command, without_owner
from tools.launcher.workspace import ROOT


def main(arguments: Sequence[str]) -> int:
    """Run the command in the foreground, with the terminal as its own; its exit code is ours."""
    with instance_environment() as environment:
        own = environment if arguments[:1] == ["migrate"] else without_owner(environment)
        return subprocess.run(manage_command(arguments), check=False, cwd=ROOT, env=own).returncode
