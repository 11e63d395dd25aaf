package dev.bootwright.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The authorities that the host's user trusts, as one PEM text of certificates alone.
 *
 * @param pem certificates in file order, each once; never empty
 * @param sources the files it was read from
 */
public record CaBundle(String pem, List<Path> sources) {
    private static final long MAX_BYTES = 16L << 20;
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----");

    public CaBundle {
        sources = List.copyOf(sources);
    }

    /**
     * Joins the certificates of several files.
     *
     * @throws IOException if a file cannot be read, is larger than 16 MB or holds no certificate
     */
    static CaBundle read(List<Path> files) throws IOException {
        Set<String> certificates = new LinkedHashSet<>();
        for (Path file : files) {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is larger than 16 MB");
            }
            int before = certificates.size();
            Matcher matcher = CERTIFICATE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            while (matcher.find()) {
                certificates.add(matcher.group().replace("\r", "").strip());
            }
            if (certificates.size() == before && before == 0) {
                throw new IOException(file + " holds no PEM certificate");
            }
        }
        return new CaBundle(String.join("\n", certificates) + "\n", files);
    }
}
