package dev.bootwright.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The process that owns a temporary folder, written into the folder's name so that it needs no lock file.
 *
 * @param pid the process id
 * @param startTicks when the process began, in clock ticks since the machine started; tells a reused id apart
 * @param machine a checksum of the machine's boot id and the process-id namespace
 */
public record StoreOwner(long pid, long startTicks, String machine) {
    private static final Pattern NAME = Pattern.compile("([a-z]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]{8})-([0-9]+)");

    /** This process. */
    public static StoreOwner current() {
        long pid = ProcessHandle.current().pid();
        return new StoreOwner(pid, startTicks(pid).orElse(0L), machineNow());
    }

    /** The owner that a temporary folder's name tells; empty for a name of another form. */
    public static Optional<StoreOwner> ofName(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new StoreOwner(
                Long.parseLong(matcher.group(2), 16), Long.parseLong(matcher.group(3), 16), matcher.group(4)));
    }

    String temporaryName(String kind, int number) {
        return kind + "-" + Long.toHexString(pid) + "-" + Long.toHexString(startTicks) + "-" + machine + "-" + number;
    }

    /** Whether the process is still there. One of another boot is gone; one of another container can't be seen. */
    public boolean isAlive() {
        if (!machine.equals(machineNow())) {
            return bootPart(machine).equals(bootPart(machineNow()));
        }
        return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
    }

    private static String bootPart(String machine) {
        return machine.substring(0, 4);
    }

    private static String machineNow() {
        return checksum(read(Path.of("/proc/sys/kernel/random/boot_id"))) + checksum(pidNamespace());
    }

    private static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%04x", crc.getValue() & 0xffff);
    }

    private static Optional<Long> startTicks(long pid) {
        String stat = read(Path.of("/proc", Long.toString(pid), "stat"));
        int end = stat.lastIndexOf(')');
        if (end < 0) {
            return Optional.empty();
        }
        String[] fields = stat.substring(end + 2).split(" ");
        boolean dead = fields[0].equals("Z") || fields[0].equals("X");
        return dead ? Optional.empty() : Optional.of(Long.parseLong(fields[19]));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
