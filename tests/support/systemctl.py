#!/usr/bin/python3
"""A small systemctl for a machine without systemd: starts what units say, as the user and with the paths they say.

Standard library only. PostgreSQL is left to Debian's pg_ctlcluster, and the time service is only checked: it would set
the clock of the whole machine.
"""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

FOLDERS = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
STATE = Path("/run/units")
SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
Unit = dict[str, list[str]]


def main(verb: str, *arguments: str) -> None:
    names = [name if "." in name else f"{name}.service" for name in arguments if not name.startswith("-")]
    if verb == "daemon-reload":
        return
    if verb == "enable":
        verb = "start" if "--now" in arguments else ""
    for name in names:
        unit = read(name)
        if verb in ("stop", "restart"):
            stop(name)
        if verb in ("start", "restart") and name.endswith(".service"):
            start(name, unit)
        if verb == "reload":
            subprocess.run(shlex.split(unit["ExecReload"][0]), check=True)


def read(name: str) -> Unit:
    file = next(folder / name for folder in FOLDERS if (folder / name).exists())
    unit: Unit = {}
    for line in file.read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            unit.setdefault(key, []).append(value)
    return unit


def start(name: str, unit: Unit) -> None:
    if name == "postgresql.service":
        subprocess.run(["pg_ctlcluster", "15", "main", "start"], check=True)
    elif name == "chrony.service":
        subprocess.run(["chronyd", "-p"], check=True, stdout=subprocess.DEVNULL)
    elif name == "nginx.service":
        subprocess.run(shlex.split(unit["ExecStart"][0]), check=True)
    elif not is_running(name):
        command = ["unshare", "--mount", "sh", "-euc", confinement(unit), *shlex.split(unit["ExecStart"][0])]
        with Path(f"/var/log/{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment(unit), process_group=0
            )
        if unit.get("Type") == ["oneshot"]:
            sys.exit(process.wait())
        STATE.mkdir(exist_ok=True)
        (STATE / name).write_text(str(process.pid))


def confinement(unit: Unit) -> str:
    """A script that sees the machine as the unit does, and becomes its command as its user."""
    user = unit["User"][0]
    writable = [path.lstrip("-") for paths in unit.get("ReadWritePaths", ()) for path in paths.split()]
    lines = ["mount --make-rprivate /"]
    for key, parent in (("RuntimeDirectory", "/run"), ("StateDirectory", "/var/lib")):
        for directory in unit.get(key, ()):
            writable.append(f"{parent}/{directory}")
            lines.append(f"install -d -o {user} -g {user} {parent}/{directory}")
    lines += [f"test ! -e {path} || mount --bind {path} {path}" for path in writable]
    if unit.get("ProtectSystem") == ["strict"]:
        lines += ["mount -o remount,bind,ro /", "mount -o remount,bind,ro /run"]
    if unit.get("PrivateTmp"):
        lines.append("mount -t tmpfs tmpfs /tmp")
    # A path that was mounted anew is not the working directory any more.
    lines.append(f"cd {unit.get('WorkingDirectory', ['/'])[0]}")
    lines.append(f'exec setpriv --reuid {user} --regid {user} --init-groups --no-new-privs "$0" "$@"')
    return "\n".join(lines)


def environment(unit: Unit) -> dict[str, str]:
    found = {"PATH": SEARCHED, "LANG": "C.UTF-8"}
    for path in unit.get("EnvironmentFile", ()):
        file = Path(path.lstrip("-"))
        if file.exists() or not path.startswith("-"):
            found |= assigned(file.read_text().splitlines())
    return found | assigned(unit.get("Environment", ()))


def assigned(lines: "list[str] | tuple[str, ...]") -> dict[str, str]:
    """A value may be in quotation marks."""
    pairs = [word.partition("=") for line in lines for word in shlex.split(line, comments=True)]
    return {name: value for name, _equals, value in pairs}


def is_running(name: str) -> bool:
    file = STATE / name
    return file.exists() and Path(f"/proc/{file.read_text()}").exists()


def stop(name: str) -> None:
    if name == "postgresql.service":
        # It may be gone already.
        subprocess.run(["pg_ctlcluster", "15", "main", "stop", "--force"], check=False)
    elif is_running(name):
        pid = int((STATE / name).read_text())
        os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + 30
        while is_running(name) and time.monotonic() < until:
            time.sleep(0.1)
        if is_running(name):
            os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
