package dev.bootwright.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends a run with a {@link Failure}. A failing repository is a result and never thrown. */
public final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public ToolException(Failure failure, @Nullable Throwable cause) {
        super(failure.summary(), cause);
        this.failure = failure;
    }

    public static ToolException of(FailureCode code, String phase, String summary, String next) {
        return new ToolException(new Failure(code, phase, summary, List.of(), next), null);
    }

    public Failure failure() {
        return failure;
    }
}
