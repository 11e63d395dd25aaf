"""The listener of pytest 4 and later, see _bootwright_events."""

import os
import sys

from _bootwright_events import DETAIL_LIMIT, FRAME_LIMIT, quietly, shorten


def listen(outermost, module):
    def wrapper(original):
        def consider_env(self):
            original(self)
            try:
                if outermost.claim():
                    self.register(_pytest_plugin(outermost, module.hookimpl), "bootwright-events")
            except Exception:
                pass

        return consider_env

    # Called once in each start of pytest, after entry points and before any conftest, also where autoload is off.
    outermost.patch(module.PytestPluginManager, "consider_env", wrapper)


class _Attempt(object):
    """What was reported of one test so far."""

    def __init__(self):
        self.status = None
        self.failures = 0
        self.reruns = 0
        self.seconds = 0.0
        self.detail = ""
        self.crash = ""
        self.frames = []

    def add(self, report):
        outcome = report.outcome
        self.seconds += getattr(report, "duration", 0) or 0
        if outcome in ("rerun", "retried"):
            self.status = None
            self.failures = 0
            self.reruns += 1
            return
        expected = hasattr(report, "wasxfail")
        if outcome == "failed" and not expected:
            self.failures += 1
        if _is_subtest(report):
            if outcome == "failed" and not expected:
                self.turn("failed", report)
        elif outcome == "failed":
            self.turn("failed" if report.when not in ("setup", "teardown") else "errored", report)
        elif outcome == "skipped":
            self.turn("expected-failure" if expected else "skipped", report)
        elif outcome == "passed" and report.when == "call" and self.status is None:
            self.status = "passed"

    def turn(self, status, report):
        if self.status in ("failed", "errored"):
            return
        if self.status is not None and status not in ("failed", "errored"):
            return
        self.status = status
        if status == "expected-failure":
            self.detail = str(report.wasxfail)
        else:
            self.detail, self.crash, self.frames = _describe(report)


def _is_subtest(report):
    return type(report).__name__ in ("SubTestReport", "SubtestReport")


def _describe(report):
    """Text, crash line and traceback lines of a report."""
    longrepr = getattr(report, "longrepr", None)
    if isinstance(longrepr, tuple) and len(longrepr) == 3:
        return shorten(str(longrepr[2])), "%s:%s" % (longrepr[0], longrepr[1]), []
    crash = getattr(longrepr, "reprcrash", None)
    text = str(longrepr) if longrepr is not None else ""
    frames = []
    chain = getattr(longrepr, "chain", None)
    tracebacks = [link[0] for link in chain] if chain else [getattr(longrepr, "reprtraceback", None)]
    for traceback in tracebacks:
        for entry in getattr(traceback, "reprentries", None) or ():
            place = getattr(entry, "reprfileloc", None)
            if place is not None:
                frames.append("%s:%s" % (place.path, place.lineno))
    captured = ""
    for title, content in getattr(report, "sections", None) or ():
        if "stderr" in title and content:
            captured = "\n[stderr]\n" + content[-800:]
    if crash is None:
        return shorten(text, DETAIL_LIMIT - len(captured)) + captured, "", frames[-FRAME_LIMIT:]
    message = shorten(str(crash.message), 1000)
    rest = shorten(text, DETAIL_LIMIT - len(message) - len(captured) - 1)
    return message + "\n" + rest + captured, "%s:%s" % (crash.path, crash.lineno), frames[-FRAME_LIMIT:]


def _pytest_plugin(outermost, hookimpl):
    attempts = {}
    totals = {"deselected": 0}

    def stream():
        return outermost.stream

    def finish(nodeid):
        attempt = attempts.get(nodeid)
        if attempt is not None and attempt.status is not None:
            del attempts[nodeid]
            stream().emit(
                "finished",
                id=nodeid,
                status=attempt.status,
                ms=int(attempt.seconds * 1000),
                failures=attempt.failures or None,
                reruns=attempt.reruns or None,
                detail=attempt.detail,
                crash=attempt.crash,
                frames=attempt.frames,
            )

    @quietly
    def session_started(session):
        config = session.config
        outermost.begin(
            "pytest",
            tool=getattr(sys.modules.get("pytest"), "__version__", None),
            root=str(getattr(config, "rootpath", None) or config.rootdir),
            directory=os.getcwd(),
        )

    @quietly
    def items_collected(session):
        root = str(getattr(session.config, "rootpath", None) or session.config.rootdir)
        out = stream()
        out.batching = True
        for item in session.items:
            path = str(getattr(item, "path", None) or getattr(item, "fspath", "") or "")
            usual = root.rstrip("/") + "/" + item.nodeid.partition("::")[0]
            out.emit("collected", id=item.nodeid, file=None if path == usual else path)
        out.batching = False
        out.flush()

    @quietly
    def collector_reported(report):
        if report.failed or report.skipped:
            detail, crash, frames = _describe(report)
            outcome = "error" if report.failed else "skipped"
            stream().emit("collected", id=report.nodeid, outcome=outcome, detail=detail, crash=crash, frames=frames)

    @quietly
    def test_reported(report):
        attempts.setdefault(report.nodeid, _Attempt()).add(report)
        if report.when == "???":
            finish(report.nodeid)

    @quietly
    def session_ended(session):
        for nodeid in list(attempts):
            finish(nodeid)
        stream().emit(
            "end",
            exit=int(getattr(session, "exitstatus", 0)),
            collected=session.testscollected,
            failed=session.testsfailed,
            deselected=totals["deselected"] or None,
            stopped=str(session.shouldfail or session.shouldstop or ""),
        )
        outermost.release()

    class Plugin(object):
        seen_workers = False

        @hookimpl(tryfirst=True)
        def pytest_sessionstart(self, session):
            session_started(session)

        @hookimpl(trylast=True)
        def pytest_collection_finish(self, session):
            items_collected(session)

        @hookimpl(optionalhook=True)
        def pytest_xdist_node_collection_finished(self, node, ids):
            try:
                if not self.seen_workers:
                    self.seen_workers = True
                    for nodeid in ids:
                        stream().emit("collected", id=nodeid)
            except Exception:
                pass

        @hookimpl(tryfirst=True)
        def pytest_collectreport(self, report):
            collector_reported(report)

        def pytest_deselected(self, items):
            totals["deselected"] += len(items)

        @hookimpl(tryfirst=True)
        def pytest_runtest_logstart(self, nodeid):
            try:
                stream().emit("started", id=nodeid)
            except Exception:
                pass

        @hookimpl(tryfirst=True)
        def pytest_runtest_logreport(self, report):
            test_reported(report)

        @hookimpl(trylast=True)
        def pytest_runtest_logfinish(self, nodeid):
            try:
                finish(nodeid)
            except Exception:
                pass

        @hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_sessionfinish(self, session):
            yield
            session_ended(session)

        def pytest_unconfigure(self):
            outermost.release()

    return Plugin()
