package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of the go command, its compiler and linker, and of tests that lack something. */
final class GoSignatures {
    /** Most specific first. */
    static final List<Signature> ALL = List.of(
            environment(
                    "go-toolchain-too-old",
                    "(?:go: |note: )?(?:go\\.mod|module|go\\.work)[^\\n]{0,200} requires (?:at least )?go ?(?:>=|version)? ?(?<need>[0-9][0-9a-z.]{1,15})",
                    "toolchain"),
            environment(
                    "go-mod-not-parsed", "invalid go version '(?<need>[0-9.]{3,12})': must match format", "toolchain"),
            environment(
                    "go-toolchain-directive",
                    "go\\.mod:\\d+: unknown directive: (?<need>toolchain|tool|godebug)",
                    "toolchain"),
            environment(
                    "go-linkname",
                    "link: (?<need>[^\\s:]{1,200}): invalid reference to (?:runtime|syscall|internal|net)[^\\s]{0,100}",
                    "toolchain"),
            environment(
                    "go-c-compiler-missing",
                    "(?:cgo: C compiler|exec:) \"(?<need>gcc|cc|clang|g\\+\\+)\"(?: not found|: executable file not found)",
                    "command"),
            environment(
                    "go-cgo-header",
                    "fatal error: (?<need>[A-Za-z0-9_+./-]{1,120}\\.h): No such file or directory",
                    "header"),
            environment(
                    "go-pkg-config-module",
                    "Package (?<need>[A-Za-z0-9_+.-]{1,80}) was not found in the pkg-config search path",
                    "library"),
            environment("go-pkg-config-missing", "exec: \"(?<need>pkg-config)\": executable file not found", "command"),
            environment("go-library-missing", "/usr/bin/ld: cannot find -l(?<need>[A-Za-z0-9_+.-]{1,80})", "library"),
            environment(
                    "go-cgo-disabled",
                    "requires cgo to work|(?<need>cgo) (?:is )?disabled|build constraints exclude all Go files in [^\\n]*/cgo",
                    "command"),
            environment(
                    "go-command-missing",
                    "exec: \"(?<need>[A-Za-z0-9_.+-]{1,60})\": executable file not found in \\$PATH",
                    "command"),
            environment(
                    "go-vcs-status",
                    "error obtaining VCS status: exit status 128[\\s\\S]{0,40}(?<need>buildvcs)?",
                    "permission"),
            environment(
                    "go-container-engine",
                    "(?:Cannot connect to the Docker daemon|rootless (?<need>Docker) not found|failed to create Docker provider|docker\\.sock: connect)",
                    "service"),
            environment(
                    "go-unknown-service-name",
                    "lookup (?:tcp|udp)/(?<need>[a-z0-9-]{1,40}): (?:unknown port|nodename)",
                    "service"),
            environment("go-time-zone", "unknown time zone (?<need>[A-Za-z0-9_+/-]{1,60})", "locale"),
            own(
                    "go-sum-missing",
                    "missing go\\.sum entry for (?:module providing package |go\\.mod file)[^\\n]{0,200}"),
            own("go-sum-mismatch", "verifying [^\\n]{1,200}: checksum mismatch"),
            own("go-mod-stale", "updates to go\\.(?:mod|sum|work) needed"),
            own("go-vendor-stale", "inconsistent vendoring in "),
            own("go-embed-missing", "pattern [^\\n]{1,200}: no matching files found"),
            own("go-vet", "\\[vet failed\\]|vet: [^\\n]{1,200}"),
            own(
                    "go-compile",
                    "(?m)^[^\\s:]{1,200}\\.go:\\d+:\\d+: (?:undefined|cannot use|syntax error|declared and not used|imported and not used)"),
            own("go-data-race", "WARNING: DATA RACE"),
            own("go-panic", "(?m)^panic: (?!test timed out)"),
            new Signature(
                    "go-test-timeout", Pattern.compile("panic: test timed out after [0-9hms.]+"), Cause.TIMEOUT, ""),
            new Signature(
                    "go-host-lookup",
                    Pattern.compile("dial tcp: lookup (?<need>[A-Za-z0-9.-]{1,120})(?: on [^\\s:]{1,60}:53)?: "),
                    Cause.NETWORK,
                    "host"));

    private GoSignatures() {}

    private static Signature environment(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.ENVIRONMENT, needKind);
    }

    private static Signature own(String id, String pattern) {
        return new Signature(id, Pattern.compile(pattern), Cause.OWN, "");
    }
}
