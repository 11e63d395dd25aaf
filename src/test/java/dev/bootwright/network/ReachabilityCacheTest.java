package dev.bootwright.network;

import static dev.bootwright.network.Reachability.State.REACHABLE;
import static dev.bootwright.network.Reachability.State.UNKNOWN;
import static dev.bootwright.network.Reachability.State.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReachabilityCacheTest {
    private static final Probe PYPI = new Probe("registry:pypi", List.of(), "true", 1);
    private static final Probe GO = new Probe("registry:go", List.of(), "false", 1);

    @TempDir
    Path store;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Map<String, String> env = Map.of();
    private final List<String> tried = Collections.synchronizedList(new ArrayList<>());

    @Test
    void whatWasNeverTriedIsUnknownAndReadingWritesNothing() {
        assertThat(cache().read()).isEqualTo(Reachability.UNKNOWN);
        assertThat(store).isEmptyDirectory();
    }

    @Test
    void answersAreKeptForADayAndOneThatFailsIsTriedTwice() {
        Reachability found = cache().refresh(List.of(PYPI, GO), this::answers);

        assertThat(found.of("registry:pypi")).isEqualTo(REACHABLE);
        assertThat(found.of("registry:go")).isEqualTo(UNREACHABLE);
        assertThat(tried).containsExactlyInAnyOrder("registry:pypi", "registry:go", "registry:go");

        now = now.plus(Duration.ofHours(23));
        assertThat(cache().read()).isEqualTo(found);
        cache().refresh(List.of(PYPI, GO), this::answers);
        assertThat(tried).hasSize(3);

        now = now.plus(Duration.ofHours(2));
        assertThat(cache().read().of("registry:go")).isEqualTo(UNKNOWN);
        cache().refresh(List.of(PYPI), this::answers);
        assertThat(tried).hasSize(4);
    }

    @Test
    void rolesAreTriedSideBySide() {
        CyclicBarrier both = new CyclicBarrier(2);
        Reachability found = cache().refresh(List.of(PYPI, GO), probe -> {
            try {
                both.await(20, TimeUnit.SECONDS);
                return true;
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                return false;
            }
        });
        assertThat(found.roles())
                .containsOnly(Map.entry("registry:pypi", REACHABLE), Map.entry("registry:go", REACHABLE));
    }

    @Test
    void anotherNetworkProfileKnowsNothingOfTheFirst() {
        cache().refresh(List.of(PYPI), this::answers);
        env = Map.of("https_proxy", "http://proxy.test:3128");
        assertThat(cache().read()).isEqualTo(Reachability.UNKNOWN);
    }

    @Test
    void forgottenAnswersAreTriedAgain() {
        cache().refresh(List.of(PYPI), this::answers);
        cache().forget();
        cache().refresh(List.of(PYPI), this::answers);
        assertThat(tried).hasSize(2);
    }

    @Test
    void aDamagedFileTellsNothingAndIsReplaced() throws IOException {
        for (String damage : List.of("", "{", "[]", "{\"schemaVersion\":1}", "{\"schemaVersion\":99,\"roles\":{}}")) {
            Files.writeString(store.resolve("reachability.json"), damage);
            assertThat(cache().read()).isEqualTo(Reachability.UNKNOWN);
        }
        cache().refresh(List.of(PYPI), this::answers);
        assertThat(cache().read().of("registry:pypi")).isEqualTo(REACHABLE);
        assertThat(store.toFile().list()).containsExactly("reachability.json");
    }

    @Test
    void everyProbeHasItsOwnRoleAndNamesNoAddress() {
        assertThat(Probe.ALL.stream().map(Probe::role)).doesNotHaveDuplicates();
        assertThat(Probe.ALL).allSatisfy(probe -> assertThat(probe.block()).doesNotContain("://"));
    }

    private boolean answers(Probe probe) {
        tried.add(probe.role());
        return probe.block().equals("true");
    }

    private Path scratch() {
        try {
            return Files.createTempDirectory(store, "scratch");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ReachabilityCache cache() {
        return new ReachabilityCache(
                store, () -> NetworkProfile.read(env, store.resolve("root")), () -> now, this::scratch);
    }
}
