"""Error reports of a process whose parts catch what goes wrong and log it, as a call must go on or end in order."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from mia.clinic.error_reports.ports import ErrorReport, Reporter, Source
from mia.clinic.error_reports.reduction import report_of


class FaultHandler(logging.Handler):
    """Reports the exception that is being handled where something is logged as an error.

    May be called from any thread; the reports are made on the loop it was made on.
    """

    def __init__(self, reporter: Reporter, source: Source) -> None:
        super().__init__(logging.ERROR)
        self._reporter = reporter
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._reports: set[asyncio.Task[None]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Report what is being handled; an error logged without an exception stays in the log."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception) and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, report_of(error, self._source, route=record.name))

    def _begin(self, report: ErrorReport) -> None:
        task = asyncio.create_task(self._reporter.report(report))
        self._reports.add(task)
        task.add_done_callback(self._reports.discard)


@contextmanager
def errors_reported(reporter: Reporter, source: Source) -> Iterator[None]:
    """While it lasts, errors that are logged are reported too."""
    handler, root = FaultHandler(reporter, source), logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
