package dev.bootwright.acquire;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derives a repository's name from where it comes from. */
final class SourceNames {
    static final List<String> ARCHIVE_SUFFIXES =
            List.of(".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tar", ".tgz", ".tbz2", ".txz", ".zip");

    private static final Pattern VERSION = Pattern.compile("(?i)^(.+?)[-_@]v?[0-9]+(?:[._+-]?[0-9a-z]+)*$");
    private static final Pattern USER_INFO = Pattern.compile("^([a-z][a-z0-9+.-]*://)[^/@]*@");

    private SourceNames() {}

    static boolean isArchive(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        return ARCHIVE_SUFFIXES.stream().anyMatch(lower::endsWith);
    }

    static String ofArchive(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        for (String suffix : ARCHIVE_SUFFIXES) {
            if (lower.endsWith(suffix) && fileName.length() > suffix.length()) {
                return withoutVersion(fileName.substring(0, fileName.length() - suffix.length()));
            }
        }
        return withoutVersion(fileName);
    }

    static String ofLocation(String location) {
        String trimmed = location;
        while (trimmed.endsWith("/")) {
            trimmed = trimmed.substring(0, trimmed.length() - 1);
        }
        if (trimmed.endsWith("/.git")) {
            trimmed = trimmed.substring(0, trimmed.length() - "/.git".length());
        }
        int cut = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf(':'));
        return withoutSuffix(trimmed.substring(cut + 1));
    }

    static String withoutSuffix(String name) {
        boolean suffixed = name.endsWith(".git") && name.length() > ".git".length();
        return suffixed ? name.substring(0, name.length() - ".git".length()) : name;
    }

    static String withoutVersion(String name) {
        Matcher matcher = VERSION.matcher(name);
        return matcher.matches() ? matcher.group(1) : name;
    }

    static String withoutCredentials(String location) {
        return USER_INFO.matcher(location).replaceFirst("$1");
    }
}
