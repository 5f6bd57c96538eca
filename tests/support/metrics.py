"""Metrics as Prometheus reads them: from a process, or from this one."""

from collections.abc import Iterable

import httpx
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from kit.monitoring import ServerCollector

TOKEN = "token-of-the-metrics"


class Metrics:
    """The samples of a scrape."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.samples = [sample for family in families for sample in family.samples]

    def value(self, name: str, **labels: str) -> float:
        """The sum of those with this name and these labels."""
        found = [each.value for each in self.samples if each.name == name and labels.items() <= each.labels.items()]
        assert found, name
        return sum(found)

    def labels(self, name: str, label: str) -> set[str]:
        """The values of a label."""
        return {each.labels[label] for each in self.samples if each.name == name}

    def names(self) -> set[str]:
        return {each.name for each in self.samples}


def scraped(url: str, *, path: str = "/metrics") -> Metrics:
    """What the process at the address answers."""
    answer = httpx.get(url + path, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=20).raise_for_status()
    return Metrics(text_string_to_metric_families(answer.text))


def of_server() -> Metrics:
    """What this process reads of the server now."""
    return Metrics(ServerCollector().collect())
