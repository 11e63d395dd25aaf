package dev.bootwright.failure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;

/** Tells a full disk, and one that refuses, from other reasons for which a file cannot be written or read. */
public final class StorageFailure {
    private StorageFailure() {}

    /** @param what for example {@code copy the commit} */
    public static ToolException of(String what, IOException e) {
        return of("acquire", what, e);
    }

    /** @param phase the stage in which it happened */
    public static ToolException of(String phase, String what, IOException e) {
        String reason = reason(e);
        boolean full = isFull(reason);
        return new ToolException(
                new Failure(
                        full ? FailureCode.DISK_FULL : FailureCode.STORE_UNUSABLE,
                        phase,
                        "cannot " + what + ": " + reason,
                        List.of(),
                        full
                                ? "Free some space, then run it again; `bootwright gc` removes what is no longer needed."
                                : "Check that the store's folder and the repository can be read and written."),
                e);
    }

    /** What escaped as a failure of the disk becomes one that says so; anything else is a defect and stays as it is. */
    public static RuntimeException named(RuntimeException e) {
        return e.getCause() instanceof IOException cause && e instanceof UncheckedIOException && isOfTheDisk(cause)
                ? of("store", task(String.valueOf(e.getMessage()), cause), cause)
                : e;
    }

    /** Where the code said "cannot write …", that; what Java makes up from the cause tells nothing more than the cause. */
    private static String task(String message, IOException cause) {
        return message.startsWith("cannot ") && !message.equals(cause.toString())
                ? message.substring("cannot ".length())
                : "read or write a file";
    }

    private static boolean isOfTheDisk(IOException e) {
        String reason = reason(e);
        return e instanceof AccessDeniedException || isFull(reason) || reason.contains("Read-only file system");
    }

    /** What the system said, with the file it said it of. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (e instanceof FileSystemException file && file.getReason() == null) {
            return e.getClass().getSimpleName() + ": " + file.getFile();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Whether a system's message says that there is no room. */
    public static boolean isFull(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return lower.contains("no space left") || lower.contains("disk quota exceeded");
    }
}
