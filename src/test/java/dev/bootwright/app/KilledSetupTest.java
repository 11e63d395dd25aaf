package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.contract.ContractDirectory;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.StoreOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of the real program at 20 seeded moments of a setup: the next start leaves nothing of it, and the
 * proven contract stands, the old one or a whole new one.
 */
@Tag("sandbox")
@Tag("slow")
class KilledSetupTest {
    private static final long SEED = 20_261_130;
    private static final String MARK = "90.26113";
    private static final List<List<String>> NEXT_STARTS =
            List.of(List.of("doctor", "--no-network"), List.of("gc"), List.of("inspect", "REPO"));

    /** The next start that looks at the contract, and so puts right what stands beside it. */
    private static final List<String> NEXT_START_OF_THE_CONTRACT = List.of("gate", "REPO");

    private final Store store = Store.at(SetupHarness.sharedStore());
    private final Random random = new Random(SEED);
    private final List<String> told = new ArrayList<>();

    @TempDir
    Path folder;

    private Path repository = Path.of("");
    private int round;

    /** When a run is killed: as soon as the condition holds, and then some milliseconds later. */
    private record Moment(String name, boolean fresh, BooleanSupplier reached, int delay) {}

    @Test
    void leavesNothingAndTheContractStands() throws Exception {
        repository = folder.resolve("killed");
        Files.createDirectories(repository);
        Files.writeString(repository.resolve("pyproject.toml"), "[project]\nname = \"killed\"\nversion = \"1\"\n");
        change();
        assertThat(run("setup", "REPO")).isZero();

        for (Moment moment : moments()) {
            kill(moment);
        }
        change();
        assertThat(run("setup", "REPO")).isZero();
        assertThat(run("verify", "REPO")).isZero();
        told.forEach(System.out::println);
        assertThat(told).hasSize(20);
    }

    /** Early moments of runs from nothing, and late ones of runs that find their layers; all of them are equal work. */
    private List<Moment> moments() {
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            moments.add(new Moment("run started", true, () -> happened("run-started"), random.nextInt(9_000)));
            moments.add(new Moment("run started", false, () -> happened("run-started"), random.nextInt(4_000)));
        }
        moments.add(new Moment("engine opened", true, () -> happened("engine-chosen"), 0));
        moments.add(new Moment("engine opened", false, () -> happened("engine-chosen"), random.nextInt(1_500)));
        moments.add(new Moment("mount of the first sandbox", true, () -> sandboxes() > 0, random.nextInt(20)));
        moments.add(new Moment("mount of a later sandbox", false, () -> sandboxes() > 0, random.nextInt(20)));
        moments.add(new Moment("first step", true, () -> happened("step-started"), random.nextInt(300)));
        moments.add(new Moment("installing", true, () -> happened("step-started"), 1_000 + random.nextInt(4_000)));
        moments.add(new Moment("a layer is sealed", true, () -> happened("step-ended"), random.nextInt(30)));
        moments.add(new Moment("a layer is sealed", false, () -> happened("step-ended"), random.nextInt(30)));
        for (int i = 0; i < 2; i++) {
            moments.add(new Moment("a test runs", false, this::aTestRuns, random.nextInt(700)));
        }
        moments.add(new Moment("contract write begins", false, () -> !besides().isEmpty(), 0));
        moments.add(new Moment("contract write", false, () -> !besides().isEmpty(), 1 + random.nextInt(6)));
        Moment swapped = new Moment("contract swapped", false, new Swap(repository), 0);
        moments.add(swapped);
        moments.add(new Moment("verdict reached", false, () -> happened("verdict-reached"), random.nextInt(20)));
        return moments;
    }

    /** Whether another directory stands where the contract was when this was first asked. */
    private static final class Swap implements BooleanSupplier {
        private final Path contract;
        private Object first = "";

        private Swap(Path repository) {
            this.contract = repository.resolve(ContractDirectory.NAME);
        }

        @Override
        public boolean getAsBoolean() {
            try {
                Object now = Files.getAttribute(contract, "unix:ino");
                if (first.equals("")) {
                    first = now;
                }
                return !now.equals(first);
            } catch (IOException e) {
                return false;
            }
        }
    }

    private void kill(Moment moment) throws Exception {
        change();
        Map<String, String> before = contract();
        Files.deleteIfExists(events());
        List<String> arguments = new ArrayList<>(List.of("setup", "REPO", "--events", events().toString()));
        if (moment.fresh()) {
            arguments.add("--fresh");
        }
        Process process = start(arguments);
        long started = System.nanoTime();
        while (!moment.reached().getAsBoolean() && process.isAlive()) {
            Thread.onSpinWait();
        }
        Thread.sleep(moment.delay());
        boolean alive = process.isAlive();
        Duration after = Duration.ofNanos(System.nanoTime() - started);
        kill9(process);

        String phase = lastEvent();
        boolean written = !besides().isEmpty();
        List<String> next = written ? NEXT_START_OF_THE_CONTRACT : NEXT_STARTS.get(round % NEXT_STARTS.size());
        told.add(String.format(
                "kill %2d at %5d ms, %s%s (last event: %s%s), next start: %s",
                ++round,
                after.toMillis(),
                moment.name(),
                moment.delay() > 0 ? " + " + moment.delay() + " ms" : "",
                phase,
                written ? ", half-written contract" : "",
                next.getFirst()));
        System.out.println(told.getLast());
        assertThat(alive).as("still running: %s", told.getLast()).isTrue();
        assertThat(run(next.toArray(String[]::new))).as(told.getLast()).isZero();
        assertNothingLeft(process.pid(), told.getLast());
        assertContract(before, told.getLast());
    }

    /** The whole group, or only the program itself, which then leaves its helpers behind. */
    private void kill9(Process process) throws Exception {
        if (round % 2 == 0) {
            new ProcessBuilder("kill", "-9", "--", "-" + process.pid()).start().waitFor();
        }
        process.destroyForcibly().waitFor();
    }

    private void assertNothingLeft(long pid, String moment) throws Exception {
        assertThat(temporariesOfTheDead()).as(moment).isEmpty();
        assertThat(besides()).as(moment).isEmpty();
        assertThat(drafts()).as(moment).isEmpty();
        assertThat(Files.readAllLines(Path.of("/proc/self/mounts")))
                .as(moment)
                .noneMatch(line -> line.contains(store.root().toString()));
        List<String> left = List.of("looked not yet");
        for (int i = 0; i < 100 && !left.isEmpty(); i++) {
            left = processesAndGroups(pid);
            TimeUnit.MILLISECONDS.sleep(left.isEmpty() ? 0 : 50);
        }
        assertThat(left).as(moment).isEmpty();
    }

    /** What runs or is grouped under the killed program's name, and the repository's own test, which has a mark. */
    private static List<String> processesAndGroups(long pid) throws IOException {
        String owner = "-" + Long.toHexString(pid) + "-";
        List<String> left = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : (Iterable<Path>) processes::iterator) {
                if (process.getFileName().toString().matches("[0-9]+")) {
                    String command = read(process.resolve("cmdline")).replace('\0', ' ');
                    boolean grouped = read(process.resolve("cgroup")).contains(owner);
                    if (grouped || command.contains("sleep " + MARK) || command.contains(owner)) {
                        left.add(process + " " + command);
                    }
                }
            }
        }
        try (Stream<Path> groups = Files.find(
                Path.of("/sys/fs/cgroup"),
                6,
                (p, a) -> a.isDirectory() && p.toString().contains(owner))) {
            groups.forEach(group -> left.add(group.toString()));
        } catch (UncheckedIOException e) {
            left.add("a group vanished meanwhile: " + e.getMessage());
        }
        return left;
    }

    private void assertContract(Map<String, String> before, String moment) throws IOException {
        StoredContract stored = ContractDirectory.read(repository);
        assertThat(stored.contract().proof().proven()).as(moment).isTrue();
        assertThat(stored.edited()).as(moment).isEmpty();
        boolean decided = List.of("verdict-reached", "run-ended").contains(lastEvent());
        if (!decided && !moment.contains("contract")) {
            assertThat(contract()).as(moment).isEqualTo(before);
        }
    }

    private Map<String, String> contract() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(repository.resolve(ContractDirectory.NAME))) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                files.put(repository.relativize(file).toString(), Files.readString(file));
            }
        } catch (NoSuchFileException e) {
            return files;
        }
        return files;
    }

    /** Content as never before, so that no stored proof answers; the layers below the project stay good. */
    private void change() throws IOException {
        Files.writeString(repository.resolve("test_killed.py"), """
                import subprocess


                def test_slowly():
                    # round %d of %d
                    subprocess.run(["timeout", "1", "sleep", "%s"])
                """.formatted(
                        round, ProcessHandle.current().pid(), MARK));
    }

    private boolean happened(String event) {
        return read(events()).contains("\"type\":\"" + event + "\"");
    }

    private boolean aTestRuns() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.anyMatch(p -> p.info().commandLine().orElse("").endsWith("sleep " + MARK));
        }
    }

    /** Sandboxes being opened or open: each has a temporary folder. */
    private long sandboxes() {
        try (Stream<Path> all = Files.list(store.tmp())) {
            return all.filter(p -> p.getFileName().toString().startsWith("s-")).count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What a contract's writing has beside the contract. */
    private List<Path> besides() {
        try (Stream<Path> all = Files.list(repository)) {
            return all.filter(p -> p.getFileName().toString().startsWith(ContractDirectory.NAME + "."))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private List<Path> temporariesOfTheDead() throws IOException {
        try (Stream<Path> all = Files.list(store.tmp())) {
            return all.filter(p -> StoreOwner.ofName(p.getFileName().toString())
                            .filter(owner -> !owner.isAlive())
                            .isPresent())
                    .toList();
        }
    }

    /** Unfinished files where finished ones stand. */
    private List<Path> drafts() throws IOException {
        List<Path> drafts = new ArrayList<>();
        for (Path place : List.of(
                store.root(), store.ready(), store.bases(), store.layers().resolve("keys"))) {
            try (Stream<Path> all = Files.list(place)) {
                all.filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))
                        .filter(p -> !p.toString().endsWith(".lock"))
                        .filter(p -> p.toString().endsWith(".part")
                                || p.getFileName().toString().startsWith("."))
                        .forEach(drafts::add);
            }
        }
        return drafts;
    }

    private Path events() {
        return folder.resolve("events.jsonl");
    }

    private String lastEvent() {
        String last = "none";
        for (String line : read(events()).split("\n")) {
            int type = line.indexOf("\"type\":\"");
            int end = type < 0 ? -1 : line.indexOf('"', type + 8);
            last = end < 0 ? last : line.substring(type + 8, end);
        }
        return last;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private int run(String... arguments) throws Exception {
        Process process = start(List.of(arguments));
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("did not end: " + List.of(arguments));
        }
        if (process.exitValue() != 0) {
            System.out.println(read(folder.resolve("output")));
        }
        return process.exitValue();
    }

    /** In a process group of its own. */
    private Process start(List<String> arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        arguments.forEach(a -> argv.add(a.equals("REPO") ? repository.toString() : a));
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("BOOTWRIGHT_HOME", store.root().toString());
        return builder.start();
    }
}
