"""A package index on the loopback address, with wheels that hold nothing but what their metadata say."""

import hashlib
import os
import re
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath

WHEEL = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


class PackageIndex:
    """The packages of one index, which pip and uv read by HTTP."""

    def __init__(self, directory: Path, url: str) -> None:
        self._directory = directory
        self.url = url

    @property
    def environment(self) -> dict[str, str]:
        """What makes pip and uv use this index alone, and nothing that they have kept from another."""
        none = (
            "UV_INDEX",
            "UV_EXTRA_INDEX_URL",
            "UV_FIND_LINKS",
            "PIP_EXTRA_INDEX_URL",
            "PIP_FIND_LINKS",
            "PIP_NO_INDEX",
        )
        return dict.fromkeys(none, "") | {
            "UV_DEFAULT_INDEX": self.url,
            "UV_NO_CACHE": "1",
            "UV_NO_CONFIG": "1",
            "PIP_INDEX_URL": self.url,
            "PIP_NO_CACHE_DIR": "1",
            "PIP_CONFIG_FILE": os.devnull,
        }

    def add(self, name: str, version: str, metadata: Sequence[str] = ()) -> None:
        """Offer a wheel without code. `metadata` are further lines, such as `Requires-Dist: coverage[toml]`."""
        lines = "\n".join(["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *metadata])
        self._publish(name, version, {}, lines)

    def add_installed(self, distribution: Distribution) -> None:
        """Offer what is installed here, with all its files."""
        name, version = distribution.name, distribution.version
        packed = {}
        for file in distribution.files or ():
            is_program = file.parts[0] == ".."
            target = PurePosixPath(f"{_normal(name)}-{version}.data/scripts/{file.name}") if is_program else file
            if ".dist-info" not in str(file) and file.suffix != ".pyc":
                packed[str(target)] = Path(str(file.locate())).read_bytes()
        self._publish(name, version, packed, distribution.read_text("METADATA") or "")

    def _publish(self, name: str, version: str, files: Mapping[str, bytes], metadata: str) -> None:
        info = f"{_normal(name)}-{version}.dist-info"
        contents = dict(files) | {
            f"{info}/METADATA": f"{metadata}\n".encode(),
            f"{info}/WHEEL": WHEEL,
        }
        contents[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*contents, f"{info}/RECORD"]).encode()
        page = self._directory / re.sub(r"[-_.]+", "-", name).lower() / "index.html"
        page.parent.mkdir(exist_ok=True)
        wheel = page.with_name(f"{_normal(name)}-{version}-py3-none-any.whl")
        with zipfile.ZipFile(wheel, "w") as archive:
            for path, content in contents.items():
                entry = zipfile.ZipInfo(path)
                entry.external_attr = 0o100755 << 16
                archive.writestr(entry, content)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with page.open("a", encoding="utf-8") as links:
            links.write(f'<a href="{wheel.name}#sha256={digest}">{wheel.name}</a>\n')


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextmanager
def package_index(directory: Path) -> Iterator[PackageIndex]:
    """An empty index, served until the end of the block."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(directory))) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.02])
        thread.start()
        try:
            yield PackageIndex(directory, f"http://127.0.0.1:{server.server_port}/")
        finally:
            server.shutdown()
            thread.join()


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name)
