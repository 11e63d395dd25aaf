package dev.bootwright.toolchain;

import dev.bootwright.version.maven.MavenVersion;
import dev.bootwright.version.maven.MavenVersionRange;
import java.util.List;
import java.util.Optional;

/** Which Maven releases the registry has, as far as this product's build knows, and the JDK that each needs. */
public final class MavenReleases {
    /** The last of each line, ascending. */
    private static final List<MavenVersion> LAST = List.of("3.5.4", "3.6.3", "3.8.9", "3.9.16").stream()
            .map(MavenVersion::parse)
            .toList();

    private MavenReleases() {}

    /** What CI's machines have, and what plug-ins of today ask for. */
    public static MavenVersion current() {
        return LAST.getLast();
    }

    /** The newest known release in a range, {@link #current()} where it will do. */
    public static Optional<MavenVersion> newestIn(MavenVersionRange range) {
        return range.newestOf(LAST);
    }

    /** The least JDK that a Maven release runs on. */
    public static int leastJdk(MavenVersion version) {
        if (version.number(0) >= 4) {
            return 17;
        }
        return version.isAtLeast("3.9") ? 8 : 7;
    }
}
