package dev.bootwright.ecosystem.python.read;

/** How findings name the place that a dependency is declared in: a kind, a colon and a name. */
public final class Sources {
    /** The project's own run-time dependencies. */
    public static final String RUNTIME = "runtime";

    /** What the build needs. */
    public static final String BUILD = "build";

    private Sources() {}

    /** An extra of the project's metadata. */
    public static String extra(String name) {
        return "extra:" + Requirement.normalise(name);
    }

    /** A dependency group after PEP 735. */
    public static String group(String name) {
        return "group:" + Requirement.normalise(name);
    }

    /** A requirements file, by its path in the tree. */
    public static String file(String path) {
        return "file:" + path;
    }

    /** A list that only its own tool installs, for example a Poetry group; its requirements are installed one by one. */
    public static String listed(String tool, String name) {
        return tool + ":" + Requirement.normalise(name);
    }

    public static String kind(String source) {
        int colon = source.indexOf(':');
        return colon < 0 ? source : source.substring(0, colon);
    }

    public static String name(String source) {
        return source.substring(source.indexOf(':') + 1);
    }
}
