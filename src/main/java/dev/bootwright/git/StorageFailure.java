package dev.bootwright.git;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Tells a full disk from other reasons for which a temporary file cannot be written or read. */
public final class StorageFailure {
    private StorageFailure() {}

    /** @param what for example {@code copy the commit} */
    public static ToolException of(String what, IOException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        boolean full = isFull(reason);
        return new ToolException(
                new Failure(
                        full ? FailureCode.DISK_FULL : FailureCode.STORE_UNUSABLE,
                        "acquire",
                        "cannot " + what + ": " + reason,
                        List.of(),
                        full
                                ? "Free some space, then run it again; `bootwright gc` removes what is no longer needed."
                                : "Check that the store's folder and the repository can be read and written."),
                e);
    }

    /** Whether a system's message says that there is no room. */
    public static boolean isFull(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return lower.contains("no space left") || lower.contains("disk quota exceeded");
    }
}
