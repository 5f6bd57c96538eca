"""A development instance: the servers on the data in .dev/, and commands that work on them."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.launcher import workspace
from tools.launcher.accounts import database_account
from tools.launcher.environment import for_development
from tools.launcher.errors import LauncherError
from tools.launcher.services import ServicePlan, planned, running

DEFAULT_SITE_URL = "http://localhost:8000"


@contextmanager
def kept_plan() -> Iterator[ServicePlan]:
    """The plan of the servers whose data are kept."""

    def data(_scratch: Path) -> Path:
        return workspace.data_directory(database_account())

    with planned(data=data, durable=True, with_owner=True) as plan:
        yield plan


def settings_of(plan: ServicePlan, *, site_url: str = DEFAULT_SITE_URL, everyone: bool = False) -> dict[str, str]:
    """The variables that this instance sets for a process that may change tables; see without_owner()."""
    own = for_development(
        plan.environment,
        site_url=site_url,
        secret_key=workspace.secret_key(),
        mails=workspace.mail_directory(),
        everyone=everyone,
    )
    return own | {"DATABASE_OWNER_URL": plan.owner_url}


def without_owner(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of all processes that leave the tables as they are."""
    return {**environment, "DATABASE_OWNER_URL": ""}


def migrate(plan: ServicePlan, environment: Mapping[str, str]) -> None:
    """Bring roles and tables up to date, quietly. Raises LauncherError with everything it said where it fails."""
    plan.establish_roles()
    command = manage_command(["migrate", "--no-input", "--verbosity", "0"])
    answer = subprocess.run(
        command, check=False, cwd=workspace.ROOT, env=dict(environment), capture_output=True, text=True
    )
    if answer.returncode != 0:
        raise LauncherError(f"The migrations failed:\n{answer.stdout}{answer.stderr}")


def manage_command(arguments: Sequence[str]) -> list[str]:
    """The command line of a manage.py command in this environment's Python."""
    return [sys.executable, str(workspace.ROOT / "manage.py"), *arguments]


@contextmanager
def instance_environment() -> Iterator[dict[str, str]]:
    """The environment of the instance that runs; where none does, of its servers started for as long as this."""
    try:
        with workspace.only_one(), kept_plan() as plan, running(plan):
            environment = dict(os.environ) | settings_of(plan)
            migrate(plan, environment)
            yield environment
    except workspace.AlreadyRunning:
        live = workspace.live_environment()
        if not live:
            raise
        yield live | dict(os.environ)
