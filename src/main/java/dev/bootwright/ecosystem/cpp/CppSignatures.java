package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of CMake, Meson, Autotools, compilers and linkers. */
final class CppSignatures {
    /** Most specific first. */
    static final List<Signature> ALL = List.of(
            network("cpp-fetch-git", "fatal: unable to access '(?<need>https?://[^'\\s]{1,200})'", "host"),
            network(
                    "cpp-fetch-host",
                    "(?:Could not resolve host(?:name)?|Couldn't resolve host)(?: name)?:? (?<need>[A-Za-z0-9.-]{1,120})",
                    "host"),
            network("cpp-download", "error: downloading '(?<need>[^'\\s]{1,200})' failed", "host"),
            environment("cpp-cmake-too-old", "CMake (?<need>[0-9][0-9.]{0,12}) or higher is required", "toolchain"),
            environment(
                    "cpp-meson-too-old",
                    "Meson version is [0-9.]{1,12} but project requires (?<need>[<>=~ 0-9.]{1,20})",
                    "toolchain"),
            environment(
                    "cpp-autoconf-too-old",
                    "Autoconf version (?<need>[0-9.]{1,10}) or higher is required",
                    "toolchain"),
            environment(
                    "cpp-package-not-found",
                    "Could NOT find (?<need>[A-Za-z0-9_+.-]{1,60})|By not providing \"Find(?<other>[A-Za-z0-9_+.-]{1,60})\\.cmake\"",
                    "library"),
            environment(
                    "cpp-pkg-config-module",
                    "No package '(?<need>[A-Za-z0-9_+.-]{1,80})' found|Package (?<other>[A-Za-z0-9_+.-]{1,80}) was not found in the pkg-config|required packages were not found",
                    "library"),
            environment(
                    "cpp-meson-dependency",
                    "ERROR: (?:Dependency|dependency) [\"'](?<need>[A-Za-z0-9_+.-]{1,80})[\"'](?: is)? (?:not found|required but not found)",
                    "library"),
            environment(
                    "cpp-header", "fatal error: (?<need>[A-Za-z0-9_+./-]{1,120}): No such file or directory", "header"),
            environment("cpp-library", "cannot find -l(?<need>[A-Za-z0-9_+.-]{1,80})", "library"),
            environment(
                    "cpp-program",
                    "(?:configure: error: |ERROR: )(?:Program |cannot find |no )?[\"'`]?(?<need>[A-Za-z0-9_.+-]{1,60})[\"'`]? (?:not found|is required|program not found)",
                    "command"),
            environment("cpp-macro", "possibly undefined macro: (?<need>[A-Z0-9_]{3,80})", "library"),
            environment(
                    "cpp-automake-missing",
                    "(?<need>aclocal|automake|autoconf|libtoolize|autopoint|makeinfo): (?:command )?not found",
                    "command"),
            own("cpp-no-tests", "No tests were found!!!"),
            own("cpp-compile", "(?m)^[^\\s:]{1,200}\\.(?:c|cc|cpp|cxx|h|hh|hpp):\\d+:\\d+: error: "),
            own("cpp-undefined-reference", "undefined reference to [`'][^'\\n]{1,200}'"),
            own("cpp-werror", "cc1(?:plus)?: all warnings being treated as errors"));

    private CppSignatures() {}

    private static Signature environment(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.ENVIRONMENT, needKind);
    }

    private static Signature network(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.NETWORK, needKind);
    }

    private static Signature own(String id, String pattern) {
        return new Signature(id, Pattern.compile(pattern), Cause.OWN, "");
    }
}
