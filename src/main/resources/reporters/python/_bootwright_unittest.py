"""The listener of the standard library's unittest, see _bootwright_events."""

import os
import sys

from _bootwright_events import FRAME_LIMIT, REAL, quietly, shorten


def listen(outermost, module):
    def wrapper(original):
        def run(self, result, *args, **kwargs):
            listener = None
            try:
                if outermost.claim():
                    listener = _UnittestListener(outermost, self, result)
            except Exception:
                pass
            outcome = original(self, result, *args, **kwargs)
            if listener is not None:
                listener.end()
            return outcome

        return run

    outermost.patch(module.TestSuite, "run", wrapper)


class _Attempt(object):
    """What the result was told of one test so far."""

    def __init__(self):
        self.begun = REAL.monotonic()
        self.seconds = 0.0
        self.status = None
        self.failures = 0
        self.detail = ""
        self.crash = ""
        self.frames = []


class _UnittestListener(object):
    """Stands between the tests and one result object, on that object alone."""

    METHODS = (
        ("startTest", "started"),
        ("stopTest", "stopped"),
        ("addSuccess", "passed"),
        ("addError", "errored"),
        ("addFailure", "failed"),
        ("addSkip", "skipped"),
        ("addExpectedFailure", "expected"),
        ("addUnexpectedSuccess", "unexpected"),
        ("addSubTest", "subtest"),
    )

    def __init__(self, outermost, suite, result):
        self.outermost = outermost
        self.result = result
        self.running = {}
        self.last_of = {}
        self.waiting = {}
        self.not_tests = 0
        self.broken = {}  # what the loader could not load, and whether it was run
        self.had = self.counts()
        self.stream = outermost.begin("unittest", root=os.getcwd(), directory=os.getcwd())
        self.stream.batching = True
        self.collect(suite)
        self.stream.batching = False
        self.stream.flush()
        for name, observer in self.METHODS:
            if hasattr(result, name):
                self.wrap(name, quietly(getattr(self, observer)))

    def counts(self):
        return {
            name: (value if isinstance(value, int) else len(value))
            for name, value in (
                (name, getattr(self.result, name, None))
                for name in ("testsRun", "failures", "errors", "unexpectedSuccesses")
            )
            if value is not None
        }

    def wrap(self, name, observer):
        original = getattr(self.result, name)

        def method(*args, **kwargs):
            if name == "startTest":
                observer(*args)
                return original(*args, **kwargs)
            returned = original(*args, **kwargs)
            observer(*args)
            return returned

        setattr(self.result, name, method)

    def collect(self, suite):
        module = sys.modules["unittest.suite"]
        if isinstance(suite, module.BaseTestSuite):
            if type(suite).__iter__ is module.BaseTestSuite.__iter__:
                for test in suite:
                    self.collect(test)
        elif type(suite).__name__ == "_FailedTest" and _loader_made(suite):
            self.broken[suite] = False
            reason = str(getattr(suite, "_exception", ""))
            self.stream.emit(
                "collected",
                id=suite._testMethodName,
                outcome="error",
                detail=shorten(reason),
                frames=_frames_of_text(reason),
            )
        elif suite is not None and not _loader_made(suite):
            self.stream.emit("collected", **_unittest_id(suite))
            self.waiting.setdefault(_class_name(suite), []).append(suite)

    def started(self, test):
        if _loader_made(test):
            return
        attempt = _Attempt()
        self.running[id(test)] = attempt
        queue = self.waiting.get(_class_name(test), [])
        if test in queue:
            queue.remove(test)
        self.stream.emit("started", **_unittest_id(test))

    def stopped(self, test):
        attempt = self.running.pop(id(test), None)
        if attempt is None:
            return
        attempt.seconds = REAL.monotonic() - attempt.begun
        self.last_of[_class_name(test)] = test
        self.last_of[type(test).__module__] = test
        self.finish(test, attempt)

    def finish(self, test, attempt):
        self.stream.emit(
            "finished",
            status=attempt.status or "errored",
            ms=int(attempt.seconds * 1000),
            failures=attempt.failures or None,
            detail=attempt.detail,
            crash=attempt.crash,
            frames=attempt.frames,
            **_unittest_id(test)
        )

    def attempt_of(self, test):
        return self.running.get(id(test))

    def passed(self, test):
        attempt = self.attempt_of(test)
        if attempt is not None and attempt.status is None:
            attempt.status = "passed"

    def errored(self, test, error):
        if _loader_made(test):
            self.not_tests += 1
            if test in self.broken:
                self.broken[test] = True
            else:
                detail, crash, frames = _describe_error(error)
                name = getattr(test, "_testMethodName", "")
                self.stream.emit("collected", id=name, outcome="error", detail=detail, crash=crash, frames=frames)
            return
        attempt = self.attempt_of(test)
        if attempt is None:
            self.fixture_ended(test, "errored", _describe_error(error), 1)
        else:
            self.turn(attempt, "errored", error)

    def failed(self, test, error):
        attempt = self.attempt_of(test)
        if attempt is not None:
            self.turn(attempt, "failed", error)

    def subtest(self, test, subtest, error):
        attempt = self.attempt_of(test)
        if attempt is not None and error is not None:
            own = issubclass(error[0], getattr(test, "failureException", AssertionError))
            self.turn(attempt, "failed" if own else "errored", error)

    def turn(self, attempt, status, error):
        attempt.failures += 1
        if attempt.status not in ("failed", "errored"):
            attempt.status = status
            attempt.detail, attempt.crash, attempt.frames = _describe_error(error)

    def skipped(self, test, reason):
        if _loader_made(test):
            self.not_tests += 1
            name = getattr(test, "_testMethodName", "")
            self.stream.emit("collected", id=name, outcome="skipped", detail=shorten(str(reason)))
            return
        attempt = self.attempt_of(getattr(test, "test_case", test))
        if attempt is None:
            self.fixture_ended(test, "skipped", (shorten(str(reason)), "", []), 0)
        elif attempt.status in (None, "passed"):
            attempt.status = "skipped"
            attempt.detail = shorten(str(reason))

    def expected(self, test, error):
        attempt = self.attempt_of(test)
        if attempt is not None and attempt.status in (None, "passed"):
            attempt.status = "expected-failure"
            attempt.detail = _describe_error(error)[0]

    def unexpected(self, test):
        attempt = self.attempt_of(test)
        if attempt is not None:
            attempt.failures += 1
            if attempt.status not in ("failed", "errored"):
                attempt.status = "failed"
                attempt.detail = "unexpected success"

    def fixture_ended(self, holder, status, described, failures):
        """A fixture of a class or module broke or skipped: it decides for the tests that it serves."""
        text = str(getattr(holder, "description", "") or holder)
        kind, _, owner = text.partition(" (")
        owner = owner.rstrip(")")
        targets = []
        if kind.startswith("setUp"):
            for name, tests in self.waiting.items():
                if name == owner or (kind == "setUpModule" and name.startswith(owner + ".")):
                    targets.extend(tests)
                    del tests[:]
        elif owner in self.last_of:
            targets.append(self.last_of[owner])
        attempt = _Attempt()
        attempt.status = status
        attempt.failures = failures
        attempt.detail, attempt.crash, attempt.frames = described
        if attempt.detail:
            attempt.detail = text + ": " + attempt.detail if status != "skipped" else attempt.detail
        for test in targets:
            self.finish(test, attempt)
            attempt.failures = 0
        if not targets and failures:
            self.stream.emit("collected", id=owner, outcome="error", detail=attempt.detail, crash=attempt.crash)

    def end(self):
        try:
            for name, _ in self.METHODS:
                self.result.__dict__.pop(name, None)
            now = self.counts()
            change = {name: now[name] - self.had.get(name, 0) for name in now}
            unrun = len([test for test, run in self.broken.items() if not run])
            failed = None
            if "failures" in change and "errors" in change:
                failed = change["failures"] + change["errors"] + change.get("unexpectedSuccesses", 0)
                failed += unrun
            ran = change["testsRun"] - self.not_tests if "testsRun" in change else None
            good = getattr(self.result, "wasSuccessful", None)
            self.stream.emit(
                "end",
                exit=None if good is None else (0 if good() and not unrun else 1),
                ran=ran,
                failed=failed,
                stopped="stopped" if getattr(self.result, "shouldStop", False) else "",
            )
        except Exception:
            pass
        self.outermost.release()


def _class_name(test):
    kind = type(test)
    return "%s.%s" % (kind.__module__, kind.__qualname__)


def _loader_made(test):
    """Whether the loader put it there for a module that could not be imported or that skipped itself."""
    kind = type(test)
    return kind.__module__ == "unittest.loader" and kind.__name__ in ("_FailedTest", "ModuleSkipped")


def _unittest_id(test):
    kind = type(test)
    name = str(test.id())
    documented = getattr(test, "_dt_test", None)
    if documented is not None:
        return {"id": name, "file": getattr(documented, "filename", None)}
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file and name.startswith(kind.__module__ + "."):
        name = name[len(kind.__module__) + 1 :]
    return {"id": name, "file": os.path.abspath(file) if file else None}


def _describe_error(error):
    """Text, crash line and traceback lines of an exc_info triple."""
    import traceback

    kind, value, trace = error
    frames = []
    while trace is not None:
        frames.append("%s:%d" % (trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    text = "".join(traceback.format_exception_only(kind, value)).rstrip()
    cause = value
    for _ in range(3):
        cause = getattr(cause, "__cause__", None) or getattr(cause, "__context__", None)
        if cause is None:
            break
        text += "\ncaused by: " + "".join(traceback.format_exception_only(type(cause), cause)).rstrip()
    return shorten(text), frames[-1] if frames else "", frames[-FRAME_LIMIT:]


def _frames_of_text(text):
    """The places that a printed traceback names."""
    frames = []
    for line in text.splitlines():
        file, found, rest = line.strip().partition('", line ')
        if found and file.startswith('File "'):
            frames.append("%s:%s" % (file[6:], rest.partition(",")[0]))
    return frames[-FRAME_LIMIT:]
