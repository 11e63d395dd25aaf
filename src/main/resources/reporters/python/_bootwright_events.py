"""Listens to the outermost pytest or unittest session of a process and writes one JSON line an event.

Loaded by a .pth line, in a throw-away copy of the environment, when BOOTWRIGHT_EVENTS names a folder. It changes neither
selection nor outcome of tests: it prints nothing, warns of nothing, swallows its own errors, imports no public module
that the interpreter had not loaded already, and takes itself out of sight (variable, import hook, patched methods) as
soon as a session begins, so that nested sessions and child processes find nothing. The format is documented in
docs/streamed-events.md. Python 3.7 and later, pytest 4 and later.
"""

import os
import sys


def _real_functions():
    """Functions bound once, out of reach of libraries that replace attributes of modules (fake clocks, fake disks)."""
    import posix
    import time

    class Real(object):
        open = staticmethod(posix.open)
        write = staticmethod(posix.write)
        read = staticmethod(posix.read)
        close = staticmethod(posix.close)
        rename = staticmethod(posix.rename)
        unlink = staticmethod(posix.unlink)
        getpid = staticmethod(posix.getpid)
        monotonic = staticmethod(time.monotonic)
        new_file = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
        append = posix.O_WRONLY | posix.O_APPEND | posix.O_NOFOLLOW | posix.O_CLOEXEC
        read_only = posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC

    for module, name in (("_sha2", "sha256"), ("_sha256", "sha256"), ("_hashlib", "openssl_sha256")):
        try:
            Real.sha256 = staticmethod(getattr(__import__(module), name))
            break
        except Exception:
            continue
    else:
        import hashlib

        Real.sha256 = staticmethod(hashlib.sha256)
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    Real.quote = staticmethod(encode_basestring_ascii)
    return Real


_REAL = _real_functions()
_VARIABLE = "BOOTWRIGHT_EVENTS"
_KEY_FILE = ".key"
_DETAIL_LIMIT = 4000
_FRAME_LIMIT = 40


def _json(value):
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_json(v) for v in value) + "]"
    return _REAL.quote(str(value))


def _shorten(text, limit=_DETAIL_LIMIT):
    if len(text) <= limit:
        return text
    head = limit // 3
    return text[:head] + "\n[...]\n" + text[-(limit - head - 7) :]


class _Stream(object):
    """One session's file. Each line carries a check value over its text, the line before it and a key."""

    def __init__(self, folder, ordinal, key, runner):
        self.pid = _REAL.getpid()
        self.path = "%s/%s-%d.jsonl" % (folder, runner, ordinal)
        self.key = key
        self.last = b""
        self.pending = []
        self.batching = False
        _REAL.close(_REAL.open(self.path, _REAL.new_file, 0o600))

    def emit(self, event, **fields):
        if _REAL.getpid() != self.pid:
            return
        parts = ['{"event":' + _REAL.quote(event)]
        for name, value in fields.items():
            if value is not None and value != "" and value != []:
                parts.append(_REAL.quote(name) + ":" + _json(value))
        body = ",".join(parts)
        inner = _REAL.sha256(self.key + self.last + body.encode("ascii")).digest()
        check = _REAL.sha256(self.key + inner).hexdigest()[:32]
        self.last = check.encode("ascii")
        self.pending.append(body + ',"check":"' + check + '"}\n')
        if not self.batching:
            self.flush()

    def flush(self):
        data = "".join(self.pending).encode("ascii")
        try:
            # Opened for each write: a test may close every descriptor it did not open, and numbers are used again.
            descriptor = _REAL.open(self.path, _REAL.append)
        except OSError:
            return
        try:
            while data:
                data = data[_REAL.write(descriptor, data) :]
            self.pending = []
        except OSError:
            self.pending = [data.decode("ascii")]
        finally:
            _REAL.close(descriptor)


class _Outermost(object):
    """Who may report: the one session of this process that is not inside another one."""

    def __init__(self):
        self.folder = None
        self.ordinal = 0
        self.key = b""
        self.stream = None
        self.pid = 0
        self.patches = []
        self.finder = None

    def claim(self):
        """Takes the key; from now on nothing of ours is visible to tests and children. False for a nested session."""
        folder = os.environ.get(_VARIABLE)
        if self.folder is not None or not folder:
            return False
        pid = _REAL.getpid()
        mine = "%s/.key-%d" % (folder, pid)
        try:
            _REAL.rename(folder + "/" + _KEY_FILE, mine)
            descriptor = _REAL.open(mine, _REAL.read_only)
            text = _REAL.read(descriptor, 1000).decode("ascii")
            _REAL.close(descriptor)
            _REAL.unlink(mine)
            ordinal, key = text.split()
            self.ordinal, self.key = int(ordinal), bytes.fromhex(key)
        except (OSError, ValueError):
            return False
        self.folder, self.pid = folder, pid
        os.environ.pop(_VARIABLE, None)
        self.disarm()
        import atexit

        atexit.register(self.release)
        return True

    def begin(self, runner, **fields):
        self.stream = _Stream(self.folder, self.ordinal, self.key, runner)
        self.stream.emit(
            "session",
            format=1,
            runner=runner,
            ordinal=self.ordinal,
            pid=self.stream.pid,
            python=".".join(str(n) for n in sys.version_info[:3]),
            **fields
        )
        return self.stream

    def release(self):
        """Hands the next key on, for a session that follows in this or another process of the same step."""
        if self.folder is None or _REAL.getpid() != self.pid:
            return
        folder, self.folder = self.folder, None
        if self.stream is not None:
            self.stream.flush()
            self.stream = None
            self.ordinal += 1
            self.key = _REAL.sha256(b"next" + self.key).digest()
        try:
            descriptor = _REAL.open(folder + "/" + _KEY_FILE, _REAL.new_file, 0o600)
            _REAL.write(descriptor, ("%d %s" % (self.ordinal, self.key.hex())).encode("ascii"))
            _REAL.close(descriptor)
        except OSError:
            return
        os.environ[_VARIABLE] = folder
        self.arm()

    def patch(self, owner, name, wrapper):
        original = owner.__dict__.get(name)
        if original is None:
            return
        replacement = wrapper(original)
        replacement.__name__ = name
        replacement.__qualname__ = getattr(original, "__qualname__", name)
        replacement.__doc__ = original.__doc__
        setattr(owner, name, replacement)
        self.patches.append((owner, name, original, replacement))

    def arm(self):
        if self.folder is not None:
            return
        self.disarm()  # a folder of .pth files may be read twice
        waiting = {"_pytest.config": _listen_to_pytest, "unittest.suite": _listen_to_unittest}
        for name in list(waiting):
            module = sys.modules.get(name)
            if module is not None:
                waiting.pop(name)(self, module)
        if waiting:
            self.finder = _ImportHook(self, waiting)
            sys.meta_path.insert(0, self.finder)

    def disarm(self):
        if self.finder is not None:
            self.finder.waiting.clear()
            if self.finder in sys.meta_path:
                sys.meta_path.remove(self.finder)
            self.finder = None
        patches, self.patches = self.patches, []
        for owner, name, original, replacement in patches:
            if owner.__dict__.get(name) is replacement:
                setattr(owner, name, original)


class _ImportHook(object):
    """Calls back once a module was imported; imports nothing by itself."""

    def __init__(self, outermost, waiting):
        self.outermost = outermost
        self.waiting = waiting

    def find_spec(self, name, path=None, target=None):
        if name not in self.waiting:
            return None
        listen = self.waiting.pop(name)
        if not self.waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec = find(name, path, target)
            if spec is not None:
                self._call_after(spec.loader, listen)
                return spec
        return None

    def _call_after(self, loader, listen):
        execute = loader.exec_module

        def exec_module(module):
            try:
                del loader.exec_module
            except AttributeError:
                pass
            execute(module)
            try:
                listen(self.outermost, module)
            except Exception:
                pass

        try:
            loader.exec_module = exec_module
        except AttributeError:
            pass


def _quietly(function):
    """For hooks: an error of ours is never the tests' error."""

    def call(*args):
        try:
            function(*args)
        except Exception:
            pass

    return call


# --- pytest ---


def _listen_to_pytest(outermost, module):
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
        return _shorten(str(longrepr[2])), "%s:%s" % (longrepr[0], longrepr[1]), []
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
        return _shorten(text, _DETAIL_LIMIT - len(captured)) + captured, "", frames[-_FRAME_LIMIT:]
    message = _shorten(str(crash.message), 1000)
    rest = _shorten(text, _DETAIL_LIMIT - len(message) - len(captured) - 1)
    return message + "\n" + rest + captured, "%s:%s" % (crash.path, crash.lineno), frames[-_FRAME_LIMIT:]


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

    @_quietly
    def session_started(session):
        config = session.config
        outermost.begin(
            "pytest",
            tool=getattr(sys.modules.get("pytest"), "__version__", None),
            root=str(getattr(config, "rootpath", None) or config.rootdir),
            directory=os.getcwd(),
        )

    @_quietly
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

    @_quietly
    def collector_reported(report):
        if report.failed or report.skipped:
            detail, crash, frames = _describe(report)
            outcome = "error" if report.failed else "skipped"
            stream().emit("collected", id=report.nodeid, outcome=outcome, detail=detail, crash=crash, frames=frames)

    @_quietly
    def test_reported(report):
        attempts.setdefault(report.nodeid, _Attempt()).add(report)
        if report.when == "???":
            finish(report.nodeid)

    @_quietly
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


# --- unittest ---


def _listen_to_unittest(outermost, module):
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
        self.had = self.counts()
        self.stream = outermost.begin("unittest", root=os.getcwd(), directory=os.getcwd())
        self.stream.batching = True
        self.collect(suite)
        self.stream.batching = False
        self.stream.flush()
        for name, observer in self.METHODS:
            if hasattr(result, name):
                self.wrap(name, _quietly(getattr(self, observer)))

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
        elif suite is not None and not _loader_made(suite):
            self.stream.emit("collected", **_unittest_id(suite))
            self.waiting.setdefault(_class_name(suite), []).append(suite)

    def started(self, test):
        if _loader_made(test):
            return
        attempt = _Attempt()
        attempt.begun = _REAL.monotonic()
        self.running[id(test)] = attempt
        queue = self.waiting.get(_class_name(test), [])
        if test in queue:
            queue.remove(test)
        self.stream.emit("started", **_unittest_id(test))

    def stopped(self, test):
        attempt = self.running.pop(id(test), None)
        if attempt is None:
            return
        attempt.seconds = _REAL.monotonic() - attempt.begun
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
            self.stream.emit("collected", id=name, outcome="skipped", detail=_shorten(str(reason)))
            return
        attempt = self.attempt_of(getattr(test, "test_case", test))
        if attempt is None:
            self.fixture_ended(test, "skipped", (_shorten(str(reason)), "", []), 0)
        elif attempt.status in (None, "passed"):
            attempt.status = "skipped"
            attempt.detail = _shorten(str(reason))

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
            failed = None
            if "failures" in change and "errors" in change:
                failed = change["failures"] + change["errors"] + change.get("unexpectedSuccesses", 0)
            ran = change["testsRun"] - self.not_tests if "testsRun" in change else None
            good = getattr(self.result, "wasSuccessful", None)
            self.stream.emit(
                "end",
                exit=None if good is None else (0 if good() else 1),
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
    return _shorten(text), frames[-1] if frames else "", frames[-_FRAME_LIMIT:]


_OUTERMOST = _Outermost()


def arm():
    try:
        _OUTERMOST.arm()
    except Exception:
        pass
