package dev.bootwright.ecosystem.python;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of Python, its installers and pytest; most specific first. */
final class PythonSignatures {
    static final List<Signature> ALL = List.of(
            of(
                    "python-manifest-broken",
                    Cause.OWN,
                    "",
                    "(?:Invalid `pyproject\\.toml`|configparser\\.(?:MissingSectionHeader|Parsing|DuplicateOption)Error: )"),
            of(
                    "python-plugin-missing",
                    Cause.ENVIRONMENT,
                    "module",
                    "(?:Error importing plugin \"(?<need>[\\w.-]+)\"|Missing required plugins: (?<plugins>[\\w.,<>=! -]+)"
                            + "|fixture '(?<fixture>mocker|requests_mock|httpx_mock|benchmark|freezer|faker|httpserver|event_loop"
                            + "|snapshot|datadir|aiohttp_client|django_db_setup|subtests|fs|respx_mock|testdir)' not found)"),
            of(
                    "python-option-unknown",
                    Cause.ENVIRONMENT,
                    "module",
                    "error: unrecognized arguments: (?<need>--?[\\w-]+)"),
            of(
                    "python-async-plugin-missing",
                    Cause.ENVIRONMENT,
                    "module",
                    "async def functions are not natively supported"),
            of(
                    "python-module-missing",
                    Cause.ENVIRONMENT,
                    "module",
                    "(?:ModuleNotFoundError: No module named|ImportError: No module named) '?(?<need>[\\w.]+)'?"),
            of(
                    "python-distribution-missing",
                    Cause.ENVIRONMENT,
                    "module",
                    "(?:PackageNotFoundError: (?:No package metadata was found for )?(?<need>[\\w.-]+)"
                            + "|DistributionNotFound: The '(?<dist>[^']+)' distribution was not found)"),
            of(
                    "python-no-matching-version",
                    Cause.ENVIRONMENT,
                    "module",
                    "(?:No solution found when resolving dependencies|No matching distribution found for (?<need>[\\w.<>=!-]+)"
                            + "|Because (?<pkg>[\\w.-]+) was not found in the package registry)"),
            of(
                    "python-too-old-or-new",
                    Cause.ENVIRONMENT,
                    "command",
                    "(?:requires a different Python: [\\d.]+ not in '(?<need>[^']+)'"
                            + "|the current Python version \\([\\d.]+\\) does not satisfy Python(?<range>[<>=!~.,\\d]+))"),
            of(
                    "python-headers-missing",
                    Cause.ENVIRONMENT,
                    "header",
                    "fatal error: (?<need>Python\\.h): No such file or directory"),
            of(
                    "python-compiler-missing",
                    Cause.ENVIRONMENT,
                    "command",
                    "(?:command '(?<need>[\\w./+-]*(?:gcc|g\\+\\+|cc|clang|rustc|cargo|cmake|ninja))' failed: No such file"
                            + "|unable to execute '(?<exec>[\\w./+-]+)'|can't find Rust compiler"
                            + "|Failed building wheel for (?<wheel>[\\w.-]+))"),
            of(
                    "python-version-from-git",
                    Cause.ENVIRONMENT,
                    "command",
                    "(?:setuptools-scm was unable to detect version|LookupError: setuptools-scm|Versioning for this project requires"
                            + " either an sdist tarball|Error getting the version from source `vcs`)"),
            of(
                    "python-django-settings",
                    Cause.ENVIRONMENT,
                    "module",
                    "ImproperlyConfigured: Requested setting \\w+, but settings are not configured"),
            of("python-localhost", Cause.ENVIRONMENT, "host", "socket\\.gaierror: .*(?<need>localhost)"),
            of(
                    "python-database-refused",
                    Cause.ENVIRONMENT,
                    "service",
                    "(?:psycopg2?\\.OperationalError|pymysql\\.err\\.OperationalError|pymongo\\.errors\\.ServerSelectionTimeoutError"
                            + "|redis\\.exceptions\\.ConnectionError|MySQLdb\\.OperationalError)[^\\n]*?(?<need>(?:localhost|127\\.0\\.0\\.1)[:\\w -]*|)"));

    private PythonSignatures() {}

    private static Signature of(String id, Cause cause, String needKind, String pattern) {
        return new Signature(id, Pattern.compile(pattern, Pattern.MULTILINE), cause, needKind);
    }
}
