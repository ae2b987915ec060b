"""The example dashboard, the alerts, the objectives and the list of metrics speak of metrics that there are."""

import json
import re
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY, Counter, Gauge, Histogram

from mia.platform.telemetry import metrics
from mia.platform.telemetry.metrics import HTTP_REQUESTS

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations"
FILES = ("metrics.md", "slo.md", "alerts.yaml", "dashboard.json")
_SUFFIXES = {Counter: ("_total",), Gauge: ("",), Histogram: ("", "_bucket", "_count", "_sum")}


def ours() -> dict[str, Counter | Gauge | Histogram]:
    """Our metrics by each name that they have in queries."""
    found = [each for each in vars(metrics).values() if isinstance(each, Counter | Gauge | Histogram)]
    names = {
        f"{next(iter(each.describe())).name}{suffix}": each for each in found for suffix in _SUFFIXES[type(each)]
    }
    assert "mia_http_requests_total" in names
    assert names["mia_http_requests_total"] is HTTP_REQUESTS
    return names


def named(text: str) -> set[str]:
    return set(re.findall(r"\bmia_[a-z_]+", text)) - {"mia_app"}


@pytest.mark.parametrize("name", FILES)
def test_every_metric_that_is_named_exists(name: str) -> None:
    assert named((OPERATIONS / name).read_text()) <= set(ours())


def test_every_metric_is_listed() -> None:
    listed = named((OPERATIONS / "metrics.md").read_text())
    missing = {id(each) for each in ours().values()} - {id(ours()[name]) for name in listed}
    assert missing == set()
    assert {metric.name for metric in REGISTRY.collect() if metric.name.startswith("mia_")} <= {
        next(iter(each.describe())).name for each in ours().values()
    }, "a metric lives outside telemetry/metrics.py"


def test_alerts_are_rules_with_a_query_a_severity_and_a_summary() -> None:
    (group,) = yaml.safe_load((OPERATIONS / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert named(rule["expr"]) or rule["expr"].startswith("up{"), rule["alert"]
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert rule["expr"].count("(") == rule["expr"].count(")"), rule["alert"]
    names = [rule["alert"] for rule in group["rules"]]
    assert len(names) == len(set(names)) >= 12


def test_the_dashboard_has_a_query_in_every_panel() -> None:
    dashboard = json.loads((OPERATIONS / "dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"]
            assert named(expression) or "process_" in expression, panel["title"]
            assert expression.count("(") == expression.count(")"), panel["title"]
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids)) >= 15


def test_labels_in_queries_are_labels_of_their_metric() -> None:
    for name in ("alerts.yaml", "dashboard.json", "slo.md"):
        text = (OPERATIONS / name).read_text().replace('\\"', '"')
        for metric, selector in re.findall(r"\b(mia_[a-z_]+)\{([^}]*(?:\{id\}[^}]*)?)\}", text):
            labels = set(re.findall(r"(\w+)\s*=", re.sub(r'"[^"]*"', "", selector)))
            assert labels <= {*ours()[metric]._labelnames, "le"}, (name, metric, labels)
