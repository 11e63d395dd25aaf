package dev.bootwright.repair.shell;

/** A script's text does not follow the grammar that is known here. */
final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
