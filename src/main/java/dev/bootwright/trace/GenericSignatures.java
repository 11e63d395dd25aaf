package dev.bootwright.trace;

import dev.bootwright.base.Cause;
import java.util.List;
import java.util.regex.Pattern;

/** Signatures that hold in every ecosystem; most specific first. */
public final class GenericSignatures {
    private GenericSignatures() {}

    public static final List<Signature> ALL = List.of(
            of(
                    "name-resolution",
                    Cause.NETWORK,
                    "host",
                    "(?:Temporary failure in name resolution|Name or service not known|nodename nor servname provided"
                            + "|Could not resolve host:? ?(?<need>[\\w.-]*)|getaddrinfo (?:failed|ENOTFOUND|EAI_AGAIN)"
                            + "|no such host|Failed to resolve '(?<host>[^']+)')"),
            of(
                    "network-unreachable",
                    Cause.NETWORK,
                    "host",
                    "(?:Network is unreachable|No route to host|ENETUNREACH|EHOSTUNREACH|network is unreachable)"),
            of(
                    "registry-error",
                    Cause.NETWORK,
                    "host",
                    "(?:\\b50[0234] (?:Bad Gateway|Service Unavailable|Gateway Time-?out|Internal Server Error|Server Error)"
                            + "|HTTP(?: error|/[\\d.]+)? (?:429|502|503|504)\\b|status code (?:429|502|503|504)\\b"
                            + "|Connection reset by peer|Remote end closed connection|TLS handshake timeout"
                            + "|unexpected EOF while reading|Read timed out|Connection timed out"
                            + "|Failed to fetch .*(?:timed out|reset|refused)|error sending request for url"
                            + "|operation timed out|Hash Sum mismatch|Could not connect to )"),
            of(
                    "certificate",
                    Cause.NETWORK,
                    "certificate authority",
                    "(?:CERTIFICATE_VERIFY_FAILED|certificate verify failed|x509: certificate signed by unknown authority"
                            + "|PKIX path building failed|self[- ]signed certificate in certificate chain"
                            + "|server certificate verification failed|invalid peer certificate)"),
            of(
                    "service-refused",
                    Cause.ENVIRONMENT,
                    "service",
                    "(?:(?:ConnectionRefusedError|ECONNREFUSED|[Cc]onnection refused)[^\\n]*?"
                            + "(?<need>(?:(?:localhost|127\\.0\\.0\\.1|::1|\\[::1\\])[:, ]+(?:port )?\\d+)|)"
                            + "|dial tcp (?<dial>\\S+): connect: connection refused)"),
            of(
                    "container-engine",
                    Cause.ENVIRONMENT,
                    "service",
                    "(?:Cannot connect to the Docker daemon|[Cc]ould not find a valid Docker environment"
                            + "|DockerException: Error while fetching server API version|(?<need>docker)(?:\\.sock)?: no such file)"),
            of(
                    "command-missing",
                    Cause.ENVIRONMENT,
                    "command",
                    "(?:(?<need>[\\w.+/-]+): command not found|(?:^|[\\s/])sh: (?:\\d+: )?(?<sh>[\\w.+/-]+): not found"
                            + "|exec: \"(?<exec>[^\"]+)\": executable file not found"
                            + "|No such file or directory: '(?<file>[a-z0-9][a-z0-9+_-]*)'"
                            + "|spawn (?<spawn>[\\w.+-]+) ENOENT)"),
            of(
                    "header-missing",
                    Cause.ENVIRONMENT,
                    "header",
                    "fatal error: (?<need>[\\w./+-]+\\.(?:h|hpp|hh)): No such file or directory"),
            of(
                    "library-missing",
                    Cause.ENVIRONMENT,
                    "library",
                    "(?:(?<need>lib[\\w.+-]+\\.so[\\w.]*): cannot open shared object file|cannot find -l(?<lib>[\\w+-]+)"
                            + "|undefined reference to )"),
            of(
                    "pkg-config-missing",
                    Cause.ENVIRONMENT,
                    "library",
                    "(?:No package '(?<need>[^']+)' found|Package (?<pkg>[\\w.+-]+) was not found in the pkg-config search path)"),
            of(
                    "display-missing",
                    Cause.ENVIRONMENT,
                    "display",
                    "(?:cannot open display|no display name and no \\$DISPLAY|could not connect to display"
                            + "|Missing X server or \\$DISPLAY)"),
            of(
                    "locale-missing",
                    Cause.ENVIRONMENT,
                    "locale",
                    "(?:unsupported locale setting|cannot set LC_\\w+|Cannot change locale)"),
            of(
                    "device-missing",
                    Cause.ENVIRONMENT,
                    "device",
                    "No such (?:file or directory|device)[^\\n]*(?<need>/dev/[\\w/]+)"),
            of(
                    "permission-denied",
                    Cause.ENVIRONMENT,
                    "permission",
                    "(?:PermissionError: \\[Errno 13\\]|Operation not permitted|EACCES|EPERM|: permission denied$)"),
            of("memory", Cause.ENVIRONMENT, "memory", "(?:MemoryError\\b|Cannot allocate memory|out of memory|ENOMEM)"),
            of("disk", Cause.ENVIRONMENT, "disk", "(?:No space left on device|ENOSPC|Disk quota exceeded)"),
            of(
                    "test-timeout",
                    Cause.TIMEOUT,
                    "",
                    "(?:Failed: Timeout >|panic: test timed out after|TimeoutError\\b|Timeout \\(>[\\d.]+s\\) from pytest-timeout"
                            + "|context deadline exceeded)"));

    private static Signature of(String id, Cause cause, String needKind, String pattern) {
        return new Signature(id, Pattern.compile(pattern, Pattern.MULTILINE), cause, needKind);
    }
}
