"""The rules for Prometheus: their tests, their pages, and whether what they name exists."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from kit import monitoring
from muehle_server import csp_reports, observing, worker_metrics
from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

MONITORING, RUNBOOK = ROOT / "deploy/monitoring", ROOT / "docs/runbook"
needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool (package prometheus) is missing")


def rules(name: str) -> list[dict[str, Any]]:
    groups = yaml.safe_load((MONITORING / name).read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> list[str]:
    panels = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    shown = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    return [rule["expr"] for name in ("alerts.yml", "recording.yml") for rule in rules(name)] + shown


def declared() -> set[str]:
    """Names of metrics, those of the web entry and of the worker among them."""
    of_processes = [observing.REQUESTS, observing.SECONDS, worker_metrics.TASKS, worker_metrics.SECONDS]
    of_processes += [csp_reports.BREACHES]
    of_processes += [gauge._gauge for gauge in monitoring._process_gauges]
    names = {family.name for metric in of_processes for family in metric.describe()}
    names |= {gauge.name for gauge in monitoring._server_gauges}
    return names | {"muehle_database_up", "muehle_metrics_missing"}


def promtool(*arguments: str) -> None:
    answer = subprocess.run(["promtool", *arguments], cwd=MONITORING, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@needs_promtool
def test_alerts_fire_where_they_should_and_are_silent_elsewhere() -> None:
    promtool("test", "rules", "alerts_test.yml")


@needs_promtool
def test_the_example_of_a_configuration_and_all_rules_are_valid(tmp_path: Path) -> None:
    # The configuration names the file of the token, which has to exist.
    for file in existing_files(MONITORING, "*.yml"):
        shutil.copy(file, tmp_path)
    (tmp_path / "metrics-token").write_text("x")

    promtool("check", "config", str(tmp_path / "prometheus.yml"))


def test_every_alert_has_a_test_in_which_it_fires_and_one_in_which_it_is_silent() -> None:
    tests = yaml.safe_load((MONITORING / "alerts_test.yml").read_text(encoding="utf-8"))["tests"]
    cases = [case for test in tests for case in test.get("alert_rule_test", ())]

    tried = {(case["alertname"], bool(case["exp_alerts"])) for case in cases}

    assert tried == {(rule["alert"], fires) for rule in rules("alerts.yml") for fires in (True, False)}


def test_every_alert_has_its_page_in_the_run_book_and_every_page_its_alert() -> None:
    pages = {rule["alert"]: rule["annotations"]["runbook_url"] for rule in rules("alerts.yml")}

    assert set(pages.values()) == {f"docs/runbook/{page.name}" for page in existing_files(RUNBOOK, "*.md")}
    for alert, page in pages.items():
        text = (ROOT / page).read_text(encoding="utf-8")
        assert text.startswith(f"# {alert}\n")
        assert re.findall("^## (.*)", text, re.MULTILINE) == ["How to look", "What to do"]


def test_every_metric_that_is_asked_for_exists() -> None:
    suffixes = "_total|_bucket|_sum|_count"

    asked = {name for text in expressions() for name in re.findall(r"\bmuehle_\w+", text)}

    assert len(asked) > 15
    assert {
        name for name in asked if name not in declared() and re.sub(f"({suffixes})$", "", name) not in declared()
    } == set()


def test_every_recorded_series_that_is_asked_for_is_recorded() -> None:
    recorded = {rule["record"] for rule in rules("recording.yml")}

    asked = {name for text in expressions() for name in re.findall(r"\bmuehle:[\w:]+", text)}

    assert asked == recorded


def test_every_metric_is_in_the_operators_table() -> None:
    guide = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    table = guide.partition("\n## Metrics\n")[2].partition("\n## ")[0]

    documented = {re.sub("_total$", "", name) for name in re.findall(r"`(muehle_\w+)[`{]", table)}

    assert documented == declared()
