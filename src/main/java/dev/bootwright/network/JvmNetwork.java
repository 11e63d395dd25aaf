package dev.bootwright.network;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proxies and authorities as build tools on the JVM take them: by flags of their own JVM, in a variable that only they
 * read. The JVMs that they start for tests get none of it.
 */
final class JvmNetwork {
    /** Where the trust store is shown inside. */
    static final String TRUST_TARGET = "/run/bootwright/java.jks";

    /** Maven's variable; its flags are added to those that a step names itself. */
    static final String MAVEN_OPTIONS = "MAVEN_OPTS";

    private static final String END = "-----END CERTIFICATE-----";

    private JvmNetwork() {}

    /**
     * A trust store of all certificates of a bundle; empty where Java can read none of them. It has the oldest format,
     * which every JVM reads without a password.
     */
    static Optional<byte[]> trustStore(CaBundle bundle) {
        try {
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            int number = 0;
            for (String pem : bundle.pem().split("(?<=" + END + ")\\s*")) {
                if (!pem.isBlank()) {
                    Certificate certificate = read(factory, pem.strip() + "\n");
                    if (certificate != null) {
                        store.setCertificateEntry("authority-" + number++, certificate);
                    }
                }
            }
            if (number == 0) {
                return Optional.empty();
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            store.store(out, "changeit".toCharArray());
            return Optional.of(out.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no trust store could be made", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A single certificate that Java cannot read must not hide the others. */
    private static @Nullable Certificate read(CertificateFactory factory, String pem) {
        try {
            return factory.generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (CertificateException e) {
            return null;
        }
    }

    /** Flags for a JVM; empty where the host's network needs none. */
    static String flags(ProxySettings proxy, boolean trust) {
        List<String> flags = new ArrayList<>();
        if (trust) {
            flags.add("-Djavax.net.ssl.trustStore=" + TRUST_TARGET);
            flags.add("-Djavax.net.ssl.trustStoreType=JKS");
        }
        int before = flags.size();
        proxy(flags, "http", proxy.http() == null ? proxy.all() : proxy.http());
        proxy(flags, "https", proxy.https() == null ? proxy.all() : proxy.https());
        if (flags.size() > before) {
            String none = proxy.none();
            if (none != null && !none.isBlank()) {
                flags.add("-Dhttp.nonProxyHosts=" + nonProxyHosts(none));
            }
            flags.add("-Daether.connector.http.useSystemProperties=true");
            flags.add("-Daether.transport.apache.useSystemProperties=true");
        }
        return String.join(" ", flags);
    }

    private static void proxy(List<String> flags, String scheme, @Nullable String address) {
        if (address == null) {
            return;
        }
        try {
            URI uri = new URI(address.contains("://") ? address : "http://" + address);
            if (uri.getHost() != null) {
                flags.add("-D" + scheme + ".proxyHost=" + uri.getHost());
                flags.add("-D" + scheme + ".proxyPort=" + (uri.getPort() < 0 ? 80 : uri.getPort()));
            }
        } catch (URISyntaxException e) {
            // what is no address is no proxy for any tool
            return;
        }
    }

    /** {@code .example.org} of the variable is {@code *.example.org} here. */
    private static String nonProxyHosts(String none) {
        List<String> hosts = new ArrayList<>();
        for (String host : none.split("[,\\s]+")) {
            if (!host.isBlank()) {
                hosts.add(host.startsWith(".") ? "*" + host : host);
            }
        }
        return String.join("|", hosts);
    }
}
