package dev.bootwright.acquire;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A package URL, read by ourselves because Go paths must keep their case.
 *
 * @param name the full name: a normalised project name, or a module path
 * @param version as the registry writes it; null for the newest
 */
public record PackageUrl(Type type, String name, @Nullable String version) {
    /** What package URLs look like, for messages and help. */
    public static final String FORMS =
            "pkg:pypi/NAME@VERSION, pkg:golang/PATH@vVERSION, pkg:cargo/NAME@VERSION, pkg:npm/NAME@VERSION or"
                    + " pkg:deb/debian/NAME@VERSION";

    private static final String DEBIAN = "debian/";
    private static final Pattern PYPI_NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,200}[A-Za-z0-9])?");
    private static final Pattern PYPI_VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.!+_-]{0,100}");
    private static final Pattern GO_PATH = Pattern.compile(
            "[A-Za-z0-9][A-Za-z0-9.-]*\\.[A-Za-z0-9.-]+(/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*(\\.v[0-9]+)?");
    private static final Pattern GO_VERSION = Pattern.compile("v[0-9]+\\.[0-9]+\\.[0-9]+[A-Za-z0-9.+-]{0,100}");
    private static final Pattern CRATE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Pattern SEMANTIC_VERSION =
            Pattern.compile("[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}(-[0-9A-Za-z.-]{1,60})?(\\+[0-9A-Za-z.-]{1,60})?");
    private static final Pattern NPM_NAME =
            Pattern.compile("(@[A-Za-z0-9~_][A-Za-z0-9._~-]{0,100}/)?[A-Za-z0-9~_][A-Za-z0-9._~-]{0,150}");
    private static final Pattern DEB_NAME = Pattern.compile(DEBIAN + "[a-z0-9][a-z0-9+.-]{1,100}");
    private static final Pattern DEB_VERSION = Pattern.compile("[0-9][A-Za-z0-9.+:~-]{0,100}");
    private static final Pattern GO_MAJOR = Pattern.compile("v[0-9]+");

    /** The registries whose packages can be acquired. */
    public enum Type {
        PYPI,
        GOLANG,
        CARGO,
        NPM,
        DEB;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads one of the {@link #FORMS}. */
    public static PackageUrl parse(String text) {
        String rest = text.substring("pkg:".length());
        if (rest.startsWith("//")) {
            rest = rest.substring(2);
        }
        int slash = rest.indexOf('/');
        if (slash <= 0 || slash == rest.length() - 1) {
            throw refused(text, "it has no type and name");
        }
        String type = rest.substring(0, slash).toLowerCase(Locale.ROOT);
        String named = rest.substring(slash + 1);
        if (named.indexOf('?') >= 0 || named.indexOf('#') >= 0) {
            throw refused(text, "qualifiers (?…) and subpaths (#…) are not understood");
        }
        int at = named.lastIndexOf('@');
        String name = decode(text, at > 0 ? named.substring(0, at) : named);
        @Nullable String version = at > 0 ? decode(text, named.substring(at + 1)) : null;
        return switch (type) {
            case "pypi" -> pypi(text, name, version);
            case "golang" -> golang(text, name, version);
            case "cargo" -> cargo(text, name, version);
            case "npm" -> npm(text, name, version);
            case "deb" -> deb(text, name, version);
            default -> throw refused(text, "packages of type " + type + " cannot be acquired yet");
        };
    }

    private static PackageUrl pypi(String text, String name, @Nullable String version) {
        if (!PYPI_NAME.matcher(name).matches()) {
            throw refused(text, "the project name has characters that no project name has");
        }
        if (version != null && !PYPI_VERSION.matcher(version).matches()) {
            throw refused(text, "the version is not one that a Python project can have");
        }
        return new PackageUrl(Type.PYPI, name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-"), version);
    }

    private static PackageUrl golang(String text, String name, @Nullable String version) {
        if (!GO_PATH.matcher(name).matches()) {
            throw refused(text, "the module path does not begin with a host name or has characters that none has");
        }
        if (version != null && !GO_VERSION.matcher(version).matches()) {
            throw refused(text, "a Go module's version has the form v1.2.3");
        }
        return new PackageUrl(Type.GOLANG, name, version);
    }

    private static PackageUrl cargo(String text, String name, @Nullable String version) {
        if (!CRATE_NAME.matcher(name).matches()) {
            throw refused(text, "the crate's name has characters that none has");
        }
        if (version != null && !SEMANTIC_VERSION.matcher(version).matches()) {
            throw refused(text, "a crate's version has the form 1.2.3");
        }
        return new PackageUrl(Type.CARGO, name, version);
    }

    private static PackageUrl npm(String text, String name, @Nullable String version) {
        if (!NPM_NAME.matcher(name).matches()) {
            throw refused(text, "the package's name is not one that npm allows");
        }
        if (version != null && !SEMANTIC_VERSION.matcher(version).matches()) {
            throw refused(text, "a version of npm has the form 1.2.3");
        }
        return new PackageUrl(Type.NPM, name, version);
    }

    private static PackageUrl deb(String text, String name, @Nullable String version) {
        if (!name.startsWith(DEBIAN)) {
            throw refused(text, "source packages are taken from Debian alone: pkg:deb/debian/NAME");
        }
        if (!DEB_NAME.matcher(name).matches()) {
            throw refused(text, "the source package's name has characters that none has");
        }
        if (version != null && !DEB_VERSION.matcher(version).matches()) {
            throw refused(text, "a version of Debian begins with a digit");
        }
        return new PackageUrl(Type.DEB, name, version);
    }

    /** The source package's own name. */
    public String debianName() {
        return name.substring(DEBIAN.length());
    }

    /** The name as a folder: a module path's last part that is not a major version. */
    public String shortName() {
        String[] parts = name.split("/");
        String last = parts[parts.length - 1];
        if (type == Type.GOLANG && parts.length > 1 && GO_MAJOR.matcher(last).matches()) {
            last = parts[parts.length - 2];
        }
        return type == Type.GOLANG ? last.replaceFirst("\\.v[0-9]+$", "") : last;
    }

    public Optional<String> wantedVersion() {
        return Optional.ofNullable(version);
    }

    public PackageUrl withVersion(String resolved) {
        return new PackageUrl(type, name, resolved);
    }

    private static String decode(String text, String part) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '%') {
                if (!part.substring(i).matches("(?s)%[0-9A-Fa-f]{2}.*")) {
                    throw refused(text, "a % is not followed by two hexadecimal digits");
                }
                out.write(Integer.parseInt(part, i + 1, i + 3, 16));
                i += 2;
            } else {
                out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ToolException refused(String text, String why) {
        return ToolException.of(
                FailureCode.USAGE,
                "acquire",
                "cannot read the package URL " + text + ": " + why,
                "Accepted are " + FORMS + "; without @… the newest version.");
    }

    @Override
    public String toString() {
        return "pkg:" + type + "/" + name + (version == null ? "" : "@" + version);
    }
}
