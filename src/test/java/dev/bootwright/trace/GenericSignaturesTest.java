package dev.bootwright.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

class GenericSignaturesTest {
    /** By signature: texts that it must find, and texts near to them that it must not. */
    private record Samples(List<String> found, List<String> notFound) {}

    private static final Map<String, Samples> SAMPLES = Map.ofEntries(
            Map.entry(
                    "name-resolution",
                    new Samples(
                            List.of(
                                    "socket.gaierror: [Errno -3] Temporary failure in name resolution",
                                    "curl: (6) Could not resolve host: example.test",
                                    "dial tcp: lookup example.test: no such host",
                                    "getaddrinfo ENOTFOUND example.test"),
                            List.of("ValueError: the host has no name", "resolution of the image is 300"))),
            Map.entry(
                    "network-unreachable",
                    new Samples(
                            List.of("OSError: [Errno 101] Network is unreachable", "connect: network is unreachable"),
                            List.of("node 4 of the graph is unreachable"))),
            Map.entry(
                    "registry-error",
                    new Samples(
                            List.of(
                                    "503 Service Unavailable",
                                    "HTTP error 429 while getting it",
                                    "E: Failed to fetch x  Hash Sum mismatch",
                                    "net/http: TLS handshake timeout"),
                            List.of("HTTP/1.1 200 OK", "expected 404 Not Found", "line 503 of the file"))),
            Map.entry(
                    "certificate",
                    new Samples(
                            List.of(
                                    "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed",
                                    "x509: certificate signed by unknown authority"),
                            List.of("a certificate of participation"))),
            Map.entry(
                    "service-refused",
                    new Samples(
                            List.of(
                                    "ConnectionRefusedError: [Errno 111] Connection refused",
                                    "dial tcp 127.0.0.1:5432: connect: connection refused",
                                    "Error: connect ECONNREFUSED 127.0.0.1:6379"),
                            List.of("the offer was refused", "ConnectionError: closed"))),
            Map.entry(
                    "container-engine",
                    new Samples(
                            List.of("Cannot connect to the Docker daemon at unix:///var/run/docker.sock"),
                            List.of("the docker image was built"))),
            Map.entry(
                    "command-missing",
                    new Samples(
                            List.of(
                                    "bash: line 1: protoc: command not found",
                                    "/bin/sh: 1: gcc: not found",
                                    "exec: \"protoc\": executable file not found in $PATH",
                                    "FileNotFoundError: [Errno 2] No such file or directory: 'git'",
                                    "Error: spawn chromium ENOENT"),
                            List.of(
                                    "ValueError: not found",
                                    "KeyError: 'key: not found'",
                                    "FileNotFoundError: [Errno 2] No such file or directory: 'tests/data.txt'",
                                    "FileNotFoundError: [Errno 2] No such file or directory: 'data.json'"))),
            Map.entry(
                    "header-missing",
                    new Samples(
                            List.of("a.c:1:10: fatal error: libpq-fe.h: No such file or directory"),
                            List.of("error: header row missing", "cat: a.h: No such file or directory"))),
            Map.entry(
                    "library-missing",
                    new Samples(
                            List.of(
                                    "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
                                    "/usr/bin/ld: cannot find -lpq: No such file or directory"),
                            List.of("the library is closed", "libfoo.so was built"))),
            Map.entry(
                    "pkg-config-missing",
                    new Samples(
                            List.of(
                                    "No package 'cairo' found",
                                    "Package libffi was not found in the pkg-config search path."),
                            List.of("No package manager was chosen"))),
            Map.entry(
                    "display-missing",
                    new Samples(
                            List.of(
                                    "_tkinter.TclError: no display name and no $DISPLAY environment variable",
                                    "qt.qpa.xcb: could not connect to display"),
                            List.of("the display shows 3"))),
            Map.entry(
                    "locale-missing",
                    new Samples(
                            List.of("locale.Error: unsupported locale setting", "cannot set LC_ALL to default locale"),
                            List.of("the locale is de_DE"))),
            Map.entry(
                    "device-missing",
                    new Samples(
                            List.of("No such file or directory: /dev/ttyUSB0", "open: No such device: /dev/kvm"),
                            List.of("No such file or directory: /srv/device"))),
            Map.entry(
                    "permission-denied",
                    new Samples(
                            List.of(
                                    "PermissionError: [Errno 13] Permission denied: '/etc/x'",
                                    "open /etc/x: permission denied",
                                    "mount: Operation not permitted"),
                            List.of("permission denied for user bob by policy"))),
            Map.entry(
                    "memory",
                    new Samples(
                            List.of("MemoryError", "fork: Cannot allocate memory"), List.of("the memory of the past"))),
            Map.entry(
                    "disk",
                    new Samples(
                            List.of("OSError: [Errno 28] No space left on device"),
                            List.of("no space between the words"))),
            Map.entry(
                    "test-timeout",
                    new Samples(
                            List.of(
                                    "Failed: Timeout >10.0s",
                                    "panic: test timed out after 10m0s",
                                    "asyncio.exceptions.TimeoutError",
                                    "context deadline exceeded"),
                            List.of("timeout=30 was set", "the deadline is tomorrow"))));

    @Test
    void everySignatureHasSamplesThatItFindsAndSomeThatItDoesNot() {
        TreeSet<String> ids = new TreeSet<>();
        GenericSignatures.ALL.forEach(s -> assertThat(ids.add(s.id())).isTrue());
        assertThat(new TreeSet<>(SAMPLES.keySet())).isEqualTo(ids);
        for (Signature signature : GenericSignatures.ALL) {
            Samples samples = SAMPLES.getOrDefault(signature.id(), new Samples(List.of(), List.of()));
            assertThat(samples.found()).isNotEmpty();
            assertThat(samples.notFound()).isNotEmpty();
            samples.found()
                    .forEach(t -> assertThat(signature.pattern().matcher(t).find())
                            .as(signature.id() + ": " + t)
                            .isTrue());
            samples.notFound()
                    .forEach(t -> assertThat(signature.pattern().matcher(t).find())
                            .as(signature.id() + ": " + t)
                            .isFalse());
        }
    }

    @Test
    void theNeedIsNamed() {
        assertThat(need("command-missing", "bash: line 1: protoc: command not found"))
                .isEqualTo("protoc");
        assertThat(need("header-missing", "fatal error: libpq-fe.h: No such file or directory"))
                .isEqualTo("libpq-fe.h");
        assertThat(need("pkg-config-missing", "No package 'cairo' found")).isEqualTo("cairo");
    }

    private static String need(String id, String text) {
        Signature signature = GenericSignatures.ALL.stream()
                .filter(s -> s.id().equals(id))
                .findFirst()
                .orElseThrow();
        Matcher matcher = signature.pattern().matcher(text);
        assertThat(matcher.find()).isTrue();
        return String.valueOf(matcher.group("need"));
    }
}
