package dev.bootwright.ecosystem.rust;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of cargo, the compiler, build scripts and linker, and of tests that lack something. */
final class RustSignatures {
    /** Most specific first. */
    static final List<Signature> ALL = List.of(
            environment(
                    "rust-toolchain-too-old",
                    "(?:requires rustc (?<need>[0-9][0-9.]{1,10}) or newer|package `[^`]{1,200}` cannot be built because it requires rustc)",
                    "toolchain"),
            environment(
                    "rust-edition-unknown",
                    "feature `edition(?<need>20[0-9]{2})` is required|this version of Cargo is older than the `20[0-9]{2}` edition",
                    "toolchain"),
            environment(
                    "rust-lock-version",
                    "lock file version `?(?<need>[0-9])`? (?:was found, but this version of Cargo does not understand|requires)",
                    "toolchain"),
            environment(
                    "rust-nightly-feature",
                    "error\\[E0554\\]: `#!\\[feature\\]` may not be used on the (?<need>stable|beta) release channel",
                    "toolchain"),
            environment(
                    "rust-pkg-config-library",
                    "(?:The system library `(?<need>[A-Za-z0-9_+.-]{1,80})` required by crate|Package (?:'[^'\\n]{1,80}'|[A-Za-z0-9_+.-]{1,80}),? (?:was )?not found in the pkg-config search path)",
                    "library"),
            environment("rust-openssl-missing", "Could not find directory of (?<need>OpenSSL) installation", "library"),
            environment("rust-libclang-missing", "Unable to find (?<need>libclang)", "library"),
            environment(
                    "rust-header-missing",
                    "fatal error: '?(?<need>[A-Za-z0-9_+./-]{1,120}\\.h)'?(?: file not found|: No such file or directory)",
                    "header"),
            environment(
                    "rust-library-missing",
                    "(?:ld|lld|rust-lld): (?:error: )?(?:cannot find|unable to find library) -l(?<need>[A-Za-z0-9_+.-]{1,80})",
                    "library"),
            environment("rust-cmake-missing", "is `(?<need>cmake)` not installed\\?", "command"),
            environment("rust-protoc-missing", "Could not find `(?<need>protoc)`", "command"),
            environment("rust-linker-missing", "linker `(?<need>[A-Za-z0-9_.+-]{1,60})` not found", "command"),
            new Signature(
                    "rust-git-host",
                    Pattern.compile("failed to (?:clone into|fetch into|load source for dependency)[^\\n]{0,300}"
                            + "|Unable to update (?<need>[a-z+]{3,9}://[^\\s`]{1,200})"),
                    Cause.NETWORK,
                    "host"),
            own("rust-lock-stale", "the lock file [^\\n]{1,300} needs to be updated but --locked was passed"),
            own("rust-yanked", "(?:version [^\\n]{1,100} is yanked|failed to select a version for the requirement)"),
            own("rust-compile", "(?m)^error: could not compile `[^`]{1,200}`"),
            own("rust-panic", "thread '[^'\\n]{1,200}' (?:\\([0-9]+\\) )?panicked at"));

    private RustSignatures() {}

    private static Signature environment(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.ENVIRONMENT, needKind);
    }

    private static Signature own(String id, String pattern) {
        return new Signature(id, Pattern.compile(pattern), Cause.OWN, "");
    }
}
