"""The diagnostics of a run."""

from __future__ import annotations


def messages_of(run):
    """Return the messages of the diagnostics of a run, in the order of time."""
    return [finding.message for finding in run.summary.findings]
