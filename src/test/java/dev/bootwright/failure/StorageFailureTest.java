package dev.bootwright.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class StorageFailureTest {
    @Test
    void aFullDiskIsNoDefect() {
        IOException full = new IOException("No space left on device");
        Failure told = failure(new UncheckedIOException("cannot write the proof /s/p.json", full));
        assertThat(told.code()).isEqualTo(FailureCode.DISK_FULL);
        assertThat(told.summary()).isEqualTo("cannot write the proof /s/p.json: No space left on device");
        assertThat(told.next()).contains("bootwright gc");

        assertThat(failure(new UncheckedIOException(full)).summary())
                .isEqualTo("cannot read or write a file: No space left on device");
    }

    @Test
    void aDiskThatRefusesIsNoDefect() {
        Failure denied = failure(new UncheckedIOException("cannot read /s/x", new AccessDeniedException("/s/x")));
        assertThat(denied.code()).isEqualTo(FailureCode.STORE_UNUSABLE);
        assertThat(denied.summary()).isEqualTo("cannot read /s/x: /s/x: permission denied");
        assertThat(failure(new UncheckedIOException(new FileSystemException("/s/x", null, "Read-only file system")))
                        .code())
                .isEqualTo(FailureCode.STORE_UNUSABLE);
    }

    @Test
    void anythingElseStaysWhatItIs() {
        RuntimeException defect = new UncheckedIOException(new NoSuchFileException("/s/x"));
        assertThat(StorageFailure.named(defect)).isSameAs(defect);
        RuntimeException state = new IllegalStateException(new IOException("No space left on device"));
        assertThat(StorageFailure.named(state)).isSameAs(state);
    }

    private static Failure failure(RuntimeException e) {
        assertThat(StorageFailure.named(e)).isInstanceOf(ToolException.class).hasRootCauseInstanceOf(IOException.class);
        return ((ToolException) StorageFailure.named(e)).failure();
    }
}
