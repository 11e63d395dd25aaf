package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of Node, its package managers and compilers, and of tests that lack something. */
final class JavascriptSignatures {
    /** As npm and pnpm, yarn, yarn berry and bun say it. */
    private static final String VERSION_GONE = "No matching version found for (?<need>[^\\s]{1,120}?)(?=\\.?(?:\\s|$))"
            + "|Couldn't find any versions for \"(?<yarn>[^\"]{1,120})\""
            + "|YN0082: [│ ]*(?<berry>[^\\s]{1,120}): No candidates found"
            + "|No version matching \"[^\"]{1,60}\" found for specifier \"(?<bun>[^\"]{1,120})\"";

    /** A package or the archive of one, in the same order; last what a lock file's address answers. */
    private static final String PACKAGE_GONE =
            "404  (?:The requested resource )?'(?<need>[^']{1,120})' (?:is not in|could not be)"
                    + "|(?<pnpm>[^\\s]{1,120}) is not in the npm registry"
                    + "|Couldn't find package \"(?<yarn>[^\"]{1,120})\""
                    + "|YN0035: [│ ]*(?<berry>[^\\s]{1,120}): Package not found"
                    + "|404 Not Found - GET [^\\s]{1,300}/(?<gone>[^\\s/]{1,120})"
                    + "|ERR_PNPM_FETCH_404 +GET [^\\s]{1,300}/(?<archive>[^\\s/]{1,120}): "
                    + "|(?:error|GET) [^\\s]{1,300}/(?<locked>[^\\s/]{1,120}?)(?:: Request failed \"404| - 404)";

    /** Most specific first. */
    static final List<Signature> ALL = List.of(
            environment(
                    "node-browser-missing",
                    "(?:No binary for (?<need>Chrome\\w*|Firefox\\w*) browser|Executable doesn't exist at [^\\n]{0,200}"
                            + "|Could not find (?:Chrome|Chromium|expected browser)|browserType\\.launch|cannot find Chrome binary"
                            + "|Failed to launch the browser process|Cannot start (?<browser>Chrome\\w*|Firefox\\w*))",
                    "browser"),
            environment(
                    "node-engine-refused",
                    "The engine \"node\" is incompatible with this module\\. Expected version \"(?<need>[^\"]{1,60})\"|"
                            + "ERR_PNPM_UNSUPPORTED_ENGINE|npm (?:ERR!|error) code EBADENGINE",
                    "toolchain"),
            environment(
                    "node-module-abi",
                    "was compiled against a different Node\\.js version using\\s+NODE_MODULE_VERSION (?<need>[0-9]{1,4})",
                    "toolchain"),
            environment("node-openssl-old", "(?<need>ERR_OSSL_EVP_UNSUPPORTED)|error:0308010C", "toolchain"),
            environment(
                    "node-option-unknown",
                    "node: (?:bad option: )?(?<need>--[a-z-]{2,60})(?: is not allowed in NODE_OPTIONS)?",
                    "toolchain"),
            environment(
                    "node-builtin-missing",
                    "(?:No such built-in module|Unknown builtin module|ERR_UNKNOWN_BUILTIN_MODULE)[^\\n]{0,20}(?<need>node:[a-z/]{1,40})",
                    "toolchain"),
            environment("npm-peer-conflict", "npm (?:ERR!|error) (?:code )?(?<need>ERESOLVE)", "dependency"),
            environment("npm-version-gone", VERSION_GONE, "dependency"),
            environment("npm-package-gone", PACKAGE_GONE, "dependency"),
            environment(
                    "npm-lock-mismatch",
                    "(?:`npm ci` can only install packages when your package\\.json and (?<need>package-lock\\.json)|"
                            + "Your lockfile needs to be updated|ERR_PNPM_OUTDATED_LOCKFILE|The lockfile would have been modified)",
                    "dependency"),
            environment("node-gyp", "gyp ERR! (?:stack Error: )?(?<need>[^\\n]{1,120})", "library"),
            environment(
                    "node-module-missing",
                    "(?:Cannot find (?:module|package)|Can't resolve|Failed to resolve import|Could not resolve)"
                            + " ['\"](?<need>(?![./])[^'\"]{1,200})['\"]",
                    "module"),
            environment("npm-missing-script", "npm (?:ERR!|error) Missing script: \"(?<need>[^\"]{1,80})\"", "command"),
            environment("node-service-refused", "connect ECONNREFUSED (?<need>[0-9a-f.:]{3,60})", "service"),
            new Signature(
                    "node-host-lookup",
                    Pattern.compile("getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<need>[A-Za-z0-9.-]{1,120})"),
                    Cause.NETWORK,
                    "host"),
            new Signature(
                    "node-fetch-failed",
                    Pattern.compile("(?:TypeError: )?fetch failed|socket hang up|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT"),
                    Cause.NETWORK,
                    "host"),
            new Signature(
                    "node-test-timeout",
                    Pattern.compile(
                            "Exceeded timeout of [0-9]+ ?ms|Timeout of [0-9]+ms exceeded|Test timed out in [0-9]+ms"),
                    Cause.TIMEOUT,
                    ""),
            own("node-own-module-missing", "Cannot find module ['\"][./][^'\"]{1,200}['\"]"),
            own("typescript-error", "error TS[0-9]{3,5}:"),
            own("node-syntax", "SyntaxError: "),
            own("jest-snapshot", "obsolete snapshot|snapshots? failed"));

    private JavascriptSignatures() {}

    private static Signature environment(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.ENVIRONMENT, needKind);
    }

    private static Signature own(String id, String pattern) {
        return new Signature(id, Pattern.compile(pattern), Cause.OWN, "");
    }
}
