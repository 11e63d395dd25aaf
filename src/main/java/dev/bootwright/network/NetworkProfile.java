package dev.bootwright.network;

import dev.bootwright.base.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * How the host's user reaches the network: proxies, trusted authorities, package indexes. It may hold credentials: show
 * {@link #masked()}, key by {@link #indexAddresses()}, and keep {@link #secrets()} out of every log.
 *
 * @param ca empty where the host has no bundle of authorities
 * @param problems settings that could not be followed, for {@code doctor}
 */
public record NetworkProfile(
        ProxySettings proxy,
        Optional<CaBundle> ca,
        PythonIndexes python,
        GoSettings go,
        AptSettings apt,
        List<String> problems) {
    /** Where the bundle of authorities is shown inside; not the distribution's own file, which its tools rewrite. */
    public static final String CA_TARGET = "/run/bootwright/ca.pem";

    public static final String APT_TARGET = "/run/bootwright/apt.conf";

    /** Each names a file that replaces the tool's own authorities. */
    private static final String[] CA_VARIABLES = {
        "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT"
    };

    /** The system's bundle on Debian and Alpine, Fedora, SUSE, the BSDs; the first that exists counts. */
    private static final List<String> SYSTEM_BUNDLES = List.of(
            "etc/ssl/certs/ca-certificates.crt",
            "etc/pki/tls/certs/ca-bundle.crt",
            "etc/ssl/ca-bundle.pem",
            "etc/ssl/cert.pem");

    private static final List<String> CA_NAMES = List.of(
            "CARGO_HTTP_CAINFO",
            "CURL_CA_BUNDLE",
            "GIT_SSL_CAINFO",
            "NODE_EXTRA_CA_CERTS",
            "PIP_CERT",
            "REQUESTS_CA_BUNDLE",
            "SSL_CERT_FILE");

    public NetworkProfile {
        problems = List.copyOf(problems);
    }

    /** The profile of this process's user on this machine. */
    public static NetworkProfile ofHost() {
        return read(System.getenv(), Path.of("/"));
    }

    /**
     * Reads a profile.
     *
     * @param root what {@code /etc} is looked for in
     */
    static NetworkProfile read(Map<String, String> env, Path root) {
        HostFiles host = new HostFiles(env, root);
        PythonIndexes python = PythonIndexes.read(host);
        Optional<CaBundle> ca = readCa(host, python);
        GoSettings go = GoSettings.read(host);
        AptSettings apt = AptSettings.read(host);
        return new NetworkProfile(ProxySettings.read(env), ca, python, go, apt, host.problems());
    }

    /**
     * What a setup step gets: proxies, authorities, and the indexes of every tool.
     *
     * @param folder an existing folder of the host; the files that are bound are written there, once per content
     */
    public SandboxInjection forSetup(Path folder) {
        SandboxInjection verify = forVerify(folder);
        Map<String, String> env = new TreeMap<>(verify.env());
        env.putAll(python.env());
        env.putAll(go.variables());
        env.put("APT_CONFIG", APT_TARGET);
        List<SandboxInjection.Bind> binds = new ArrayList<>(verify.binds());
        binds.add(new SandboxInjection.Bind(write(folder, "apt", ".conf", aptConfiguration()), APT_TARGET));
        return new SandboxInjection(env, binds);
    }

    /** What the verify stages get: proxies and authorities alone, with {@code folder} as for {@link #forSetup}. */
    public SandboxInjection forVerify(Path folder) {
        Map<String, String> env = new TreeMap<>(proxy.env());
        List<SandboxInjection.Bind> binds = new ArrayList<>();
        ca.ifPresent(bundle -> {
            CA_NAMES.forEach(name -> env.put(name, CA_TARGET));
            binds.add(new SandboxInjection.Bind(write(folder, "ca", ".pem", bundle.pem()), CA_TARGET));
        });
        Optional<Path> trust = ca.flatMap(bundle -> trustStore(folder, bundle));
        trust.ifPresent(store -> binds.add(new SandboxInjection.Bind(store, JvmNetwork.TRUST_TARGET)));
        String flags = JvmNetwork.flags(proxy, trust.isPresent());
        if (!flags.isEmpty()) {
            env.put(JvmNetwork.MAVEN_OPTIONS, flags);
        }
        return new SandboxInjection(env, binds);
    }

    /** The indexes that decide what an installation gets, without credentials: a part of every layer's key. */
    public List<String> indexAddresses() {
        return Stream.concat(
                        python.addresses().stream().map(a -> "pypi=" + Addresses.bare(a)),
                        go.addresses().stream().map(a -> "go=" + Addresses.bare(a)))
                .toList();
    }

    /** What may be shown of the profile, by subject. */
    public Map<String, String> masked() {
        Map<String, String> shown = new LinkedHashMap<>();
        proxy.env().forEach((name, value) -> {
            if (Character.isLowerCase(name.charAt(0))) {
                shown.put(name, Addresses.masked(value));
            }
        });
        ca.ifPresent(bundle -> shown.put(
                "authorities",
                String.join(", ", bundle.sources().stream().map(Path::toString).toList())));
        python.env().forEach((name, value) -> shown.put(name, Addresses.masked(value)));
        go.variables().forEach((name, value) -> shown.put(name, Addresses.masked(value)));
        apt.options().forEach((name, value) -> shown.put("apt " + name, Addresses.masked(value)));
        return shown;
    }

    /** Users and passwords that stand in the settings, longest first, to be masked wherever text is kept or shown. */
    public List<String> secrets() {
        TreeSet<String> secrets = new TreeSet<>(
                (a, b) -> a.length() == b.length() ? a.compareTo(b) : Integer.compare(b.length(), a.length()));
        Stream.of(proxy.addresses(), python.addresses(), go.addresses(), apt.addresses())
                .flatMap(List::stream)
                .forEach(address -> secrets.addAll(Addresses.secrets(address)));
        return List.copyOf(secrets);
    }

    /** Changes when the profile does; credentials are part of it and cannot be read back. */
    public Digest digest() {
        List<String> fields = new ArrayList<>();
        Stream.of(proxy.env(), python.env(), go.variables(), apt.options())
                .forEach(map -> map.forEach((name, value) -> {
                    fields.add(name);
                    fields.add(value);
                }));
        ca.ifPresent(bundle -> fields.add(bundle.pem()));
        return Digest.ofFields(fields);
    }

    private String aptConfiguration() {
        StringBuilder text = new StringBuilder("Acquire::Retries \"3\";\n");
        if (ca.isPresent()) {
            text.append("Acquire::https::CAInfo \"").append(CA_TARGET).append("\";\n");
        }
        return text.append(apt.render()).toString();
    }

    private static Optional<CaBundle> readCa(HostFiles host, PythonIndexes python) {
        List<Path> files = new ArrayList<>();
        for (String name : CA_VARIABLES) {
            String value = host.first(name);
            if (files.isEmpty() && value != null) {
                addReadable(host, files, Path.of(value), name);
            }
        }
        String certificate = python.certificate();
        if (files.isEmpty() && certificate != null) {
            addReadable(host, files, Path.of(certificate), "pip's configuration");
        }
        if (files.isEmpty()) {
            SYSTEM_BUNDLES.stream()
                    .map(host::system)
                    .filter(Files::isReadable)
                    .findFirst()
                    .ifPresent(files::add);
        }
        String extra = host.first("NODE_EXTRA_CA_CERTS");
        if (extra != null && !files.contains(Path.of(extra))) {
            addReadable(host, files, Path.of(extra), "NODE_EXTRA_CA_CERTS");
        }
        if (files.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(CaBundle.read(files));
        } catch (IOException e) {
            host.problem("the authorities cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static void addReadable(HostFiles host, List<Path> files, Path file, String named) {
        if (Files.isRegularFile(file) && Files.isReadable(file)) {
            files.add(file);
        } else {
            host.problem(named + " names " + file + ", which cannot be read");
        }
    }

    /** Named by what it was made of, since the store's own bytes differ each time. */
    private static Optional<Path> trustStore(Path folder, CaBundle bundle) {
        Path file = folder.resolve("java-" + Digest.of(bundle.pem()).abbreviated() + ".jks");
        return Files.exists(file)
                ? Optional.of(file)
                : JvmNetwork.trustStore(bundle).map(store -> write(file, store));
    }

    /** A file of this content that anyone inside may read; an equal one is used again. */
    private static Path write(Path folder, String stem, String suffix, String content) {
        Path file = folder.resolve(stem + "-" + Digest.of(content).abbreviated() + suffix);
        return Files.exists(file) ? file : write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    private static Path write(Path file, byte[] content) {
        try {
            Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), "profile", ".part");
            try {
                Files.write(temporary, content);
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-r--r--"));
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the network profile to " + file, e);
        }
        return file;
    }
}
