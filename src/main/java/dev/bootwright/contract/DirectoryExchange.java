package dev.bootwright.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/** Swaps two directories in one indivisible step, where kernel and file system can. */
final class DirectoryExchange {
    private static final int AT_FDCWD = -100;
    private static final int RENAME_EXCHANGE = 2;

    private DirectoryExchange() {}

    /** Whether the two now stand in each other's place; when not, nothing has changed. */
    static boolean exchange(Path first, Path second) {
        Optional<MethodHandle> rename = rename();
        if (rename.isEmpty()) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocateFrom(first.toAbsolutePath().toString());
            MemorySegment other = arena.allocateFrom(second.toAbsolutePath().toString());
            return (int) rename.get().invokeExact(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("renameat2 cannot be called", e);
        }
    }

    /** Java offers no exchange; the C library's function is the only way to it without a gap. */
    @SuppressWarnings("restricted")
    private static Optional<MethodHandle> rename() {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor form = FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT);
        return linker.defaultLookup().find("renameat2").map(f -> linker.downcallHandle(f, form));
    }
}
