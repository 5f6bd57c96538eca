"""A machine of its own, on which a guide can be followed as root, word by word.

It has the files of this machine, of which it changes a copy in memory, its own processes and its own network: ports,
users and services of this machine are not touched, and everything is gone at the end. Needs root on Debian, and the
packages that the guide installs.
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.tools.launcher.instances import clean_environment, copy_tree
from tools.launcher.workspace import ROOT

REQUIRED = os.environ.get("MUEHLE_REQUIRE_DEBIAN") == "1"
PACKAGES = ("postgresql-15", "redis-server", "nginx", "chrony", "python3-venv", "openssl", "curl")
# However busy this machine is.
SECONDS = 1800
# The programs of the packages, and the two of ours.
PATH = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
# What is not there has been installed already, as it is checked before.
APT_GET = "#!/bin/sh\nexit 0\n"
BOOT = """
mount --make-rprivate /
mount -t tmpfs tmpfs "$0"
mkdir -p "$0/upper/srv" "$0/work" "$0/root"
mv "$1" "$0/upper/srv/muehle"
chown -R root:root "$0/upper/srv/muehle"
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/upper,workdir=$0/work" "$0/root"
read -r outside _ < /proc/self/stat
mount -t proc proc "$0/root/proc"
mount --rbind /dev "$0/root/dev"
mount -t tmpfs tmpfs "$0/root/tmp"
mount -t tmpfs tmpfs "$0/root/run"
exec unshare --net chroot "$0/root" bash -c 'cd /; ip link set lo up; echo "$0"; read -r _' "$outside"
"""

# As the packages have left it. The cluster of this machine may be in use.
INSTALLED = """
for name in apt-get systemctl; do install -m 755 /dev/null /usr/local/sbin/$name; done
printf '%s' "$APT_GET" > /usr/local/sbin/apt-get
printf '%s' "$SYSTEMCTL" > /usr/local/sbin/systemctl
echo '127.0.0.1 localhost muehle.example' > /etc/hosts
rm -rf /etc/postgresql/15/main /var/lib/postgresql/15/main
install -d -o postgres -g postgres -m 2775 /run/postgresql
pg_createcluster 15 main --port 5432 > /dev/null
systemctl start postgresql
systemctl start redis-server
systemctl start nginx
"""


def missing() -> str:
    """Why there can be no such machine here, or nothing."""
    if os.geteuid() != 0:
        return "only root can make a machine of its own"
    installed = subprocess.run(["dpkg", "-s", *PACKAGES], capture_output=True) if shutil.which("dpkg") else None
    if installed is None or installed.returncode:
        return f"needs Debian 12 with {' '.join(PACKAGES)}"
    if subprocess.run(["unshare", "--mount", "--net", "--pid", "--fork", "true"], capture_output=True).returncode:
        return "namespaces are not allowed here"
    return ""


class Machine:
    """A running machine. Commands are run by root."""

    def __init__(self, pid: str) -> None:
        self._enter = ["nsenter", "--target", pid, "--mount", "--pid", "--root", "--wdns=/"]

    def run(self, commands: str, environment: Mapping[str, str] | None = None, *, online: bool = False) -> str:
        """What a shell prints for the commands, which have to succeed. `online`: with the network of this machine."""
        net = [] if online else ["--net"]
        done = subprocess.run(
            [*self._enter, *net, "bash", "-euo", "pipefail", "-c", commands],
            env=clean_environment() | {"PATH": PATH} | dict(environment or {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}\n{self.logs()}"
        return done.stdout

    def sql(self, statement: str) -> str:
        """What psql prints for a statement: columns with `|` between them."""
        return self.run(
            'runuser -u postgres -- psql -AtXq -v ON_ERROR_STOP=1 -c "$SQL" muehle', {"SQL": statement}
        ).strip()

    def python(self, *arguments: str, **environment: str) -> str:
        """What a program of the tests prints, run by the Python of the tests."""
        return self.run(f"cd {ROOT} && {shlex.join(['.venv/bin/python', *arguments])}", environment)

    def begin(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """The same, while it runs."""
        return subprocess.Popen(
            [*self._enter, "--net", "bash", "-c", f"cd {ROOT} && exec {shlex.join(['.venv/bin/python', *arguments])}"],
            env=clean_environment() | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def logs(self) -> str:
        """The last lines of its services."""
        logs = "tail -n 15 /var/log/*.service.log /var/log/postgresql/*.log /var/log/nginx/error.log"
        return subprocess.run([*self._enter, "bash", "-c", logs], capture_output=True, text=True).stdout


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """A machine with the packages installed and the program unpacked in /srv/muehle, until the block ends."""
    scratch = folder / "machine"
    scratch.mkdir()
    tree = copy_tree(folder / "release")
    boot = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-euc", BOOT, str(scratch), str(tree)]
    with subprocess.Popen(boot, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            made = Machine(process.stdout.readline().strip())
            systemctl = Path(__file__).with_name("systemctl.py").read_text(encoding="utf-8")
            made.run(INSTALLED, {"APT_GET": APT_GET, "SYSTEMCTL": systemctl})
            yield made
        finally:
            process.kill()
