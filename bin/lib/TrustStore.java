import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a PKCS12 trust store of this JDK's own authorities and those of a PEM bundle, if the bundle has any that the
 * JDK lacks; else writes nothing. Run from source: {@code java TrustStore.java BUNDLE STORE}.
 */
final class TrustStore {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    public static void main(String[] args) throws Exception {
        Path own = Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");
        KeyStore store = KeyStore.getInstance(own.toFile(), PASSWORD);
        Set<Certificate> trusted = new HashSet<>();
        KeyStore merged = KeyStore.getInstance("PKCS12");
        merged.load(null, PASSWORD);
        for (String alias : Collections.list(store.aliases())) {
            Certificate certificate = store.getCertificate(alias);
            if (certificate != null && trusted.add(certificate)) {
                merged.setCertificateEntry(alias, certificate);
            }
        }
        int added = 0;
        for (Certificate certificate : read(Path.of(args[0]))) {
            if (trusted.add(certificate)) {
                merged.setCertificateEntry("bundle-" + added++, certificate);
            }
        }
        if (added > 0) {
            Path target = Path.of(args[1]);
            Path temporary = Path.of(args[1] + ".new");
            try (OutputStream out = Files.newOutputStream(temporary)) {
                merged.store(out, PASSWORD);
            }
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** One certificate at a time: a single one that Java cannot read must not hide the others. */
    private static List<Certificate> read(Path bundle) throws Exception {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<Certificate> certificates = new ArrayList<>();
        String text = Files.readString(bundle, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + 1)) {
            int end = text.indexOf(END, at);
            if (end < 0) {
                break;
            }
            String one = text.substring(at, end + END.length()) + "\n";
            try (InputStream in = new ByteArrayInputStream(one.getBytes(StandardCharsets.ISO_8859_1))) {
                certificates.add(factory.generateCertificate(in));
            } catch (CertificateException e) {
                System.err.println("bootwright: a certificate in " + bundle + " cannot be read and is left out: " + e.getMessage());
            }
        }
        return certificates;
    }
}
