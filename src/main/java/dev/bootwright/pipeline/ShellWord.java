package dev.bootwright.pipeline;

/** One word of an argument list as bash reads it. */
final class ShellWord {
    private ShellWord() {}

    static String quote(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
