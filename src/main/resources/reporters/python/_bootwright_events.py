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


REAL = _real_functions()
_VARIABLE = "BOOTWRIGHT_EVENTS"
_KEY_FILE = ".key"
DETAIL_LIMIT = 4000
FRAME_LIMIT = 40


def _json(value):
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_json(v) for v in value) + "]"
    return REAL.quote(str(value))


def shorten(text, limit=DETAIL_LIMIT):
    if len(text) <= limit:
        return text
    head = limit // 3
    return text[:head] + "\n[...]\n" + text[-(limit - head - 7) :]


class _Stream(object):
    """One session's file. Each line carries a check value over its text, the line before it and a key."""

    def __init__(self, folder, ordinal, key, runner):
        self.pid = REAL.getpid()
        self.path = "%s/%s-%d.jsonl" % (folder, runner, ordinal)
        self.key = key
        self.last = b""
        self.pending = []
        self.batching = False
        REAL.close(REAL.open(self.path, REAL.new_file, 0o600))

    def emit(self, event, **fields):
        if REAL.getpid() != self.pid:
            return
        parts = ['{"event":' + REAL.quote(event)]
        for name, value in fields.items():
            if value is not None and value != "" and value != []:
                parts.append(REAL.quote(name) + ":" + _json(value))
        body = ",".join(parts)
        inner = REAL.sha256(self.key + self.last + body.encode("ascii")).digest()
        check = REAL.sha256(self.key + inner).hexdigest()[:32]
        self.last = check.encode("ascii")
        self.pending.append(body + ',"check":"' + check + '"}\n')
        if not self.batching:
            self.flush()

    def flush(self):
        data = "".join(self.pending).encode("ascii")
        try:
            # Opened for each write: a test may close every descriptor it did not open, and numbers are used again.
            descriptor = REAL.open(self.path, REAL.append)
        except OSError:
            return
        try:
            while data:
                data = data[REAL.write(descriptor, data) :]
            self.pending = []
        except OSError:
            self.pending = [data.decode("ascii")]
        finally:
            REAL.close(descriptor)


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
        pid = REAL.getpid()
        mine = "%s/.key-%d" % (folder, pid)
        try:
            REAL.rename(folder + "/" + _KEY_FILE, mine)
            descriptor = REAL.open(mine, REAL.read_only)
            text = REAL.read(descriptor, 1000).decode("ascii")
            REAL.close(descriptor)
            REAL.unlink(mine)
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
        if self.folder is None or REAL.getpid() != self.pid:
            return
        folder, self.folder = self.folder, None
        if self.stream is not None:
            self.stream.flush()
            self.stream = None
            self.ordinal += 1
            self.key = REAL.sha256(b"next" + self.key).digest()
        try:
            descriptor = REAL.open(folder + "/" + _KEY_FILE, REAL.new_file, 0o600)
            REAL.write(descriptor, ("%d %s" % (self.ordinal, self.key.hex())).encode("ascii"))
            REAL.close(descriptor)
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
        waiting = {"_pytest.config": "_bootwright_pytest", "unittest.suite": "_bootwright_unittest"}
        for name in list(waiting):
            module = sys.modules.get(name)
            if module is not None:
                listen(self, waiting.pop(name), module)
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
        ours = self.waiting.pop(name)
        if not self.waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec = find(name, path, target)
            if spec is not None:
                self._call_after(spec.loader, ours)
                return spec
        return None

    def _call_after(self, loader, ours):
        execute = loader.exec_module

        def exec_module(module):
            try:
                del loader.exec_module
            except AttributeError:
                pass
            execute(module)
            listen(self.outermost, ours, module)

        try:
            loader.exec_module = exec_module
        except AttributeError:
            pass


def listen(outermost, ours, module):
    """Imports the listener for a runner that was just imported."""
    try:
        __import__(ours).listen(outermost, module)
    except Exception:
        pass


def quietly(function):
    """For hooks: an error of ours is never the tests' error."""

    def call(*args):
        try:
            function(*args)
        except Exception:
            pass

    return call


_OUTERMOST = _Outermost()


def arm():
    try:
        _OUTERMOST.arm()
    except Exception:
        pass
