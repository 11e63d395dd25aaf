package dev.bootwright.network;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Web addresses that may carry credentials, and what may be shown of them. */
public final class Addresses {
    private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^/?#\\s]*@");
    private static final Pattern WITHOUT_SCHEME = Pattern.compile("^[^/@\\s]+:[^/@\\s]+@");

    private Addresses() {}

    /** The address with its user and password replaced by {@code ***}. */
    public static String masked(String address) {
        String shown = USER_INFO.matcher(address).replaceAll("***@");
        return shown.contains("://") ? shown : WITHOUT_SCHEME.matcher(shown).replaceFirst("***@");
    }

    /** The address without user and password. */
    static String bare(String address) {
        String shown = USER_INFO.matcher(address).replaceAll("");
        return shown.contains("://") ? shown : WITHOUT_SCHEME.matcher(shown).replaceFirst("");
    }

    /** What must never be shown of an address: user and password together, and the password alone. */
    static List<String> secrets(String address) {
        List<String> secrets = new ArrayList<>();
        Matcher matcher = USER_INFO.matcher(address);
        while (matcher.find()) {
            addSecrets(matcher.group(), secrets);
        }
        if (!address.contains("://")) {
            Matcher plain = WITHOUT_SCHEME.matcher(address);
            if (plain.find()) {
                addSecrets(plain.group(), secrets);
            }
        }
        return secrets;
    }

    private static void addSecrets(String userInfo, List<String> secrets) {
        String both = userInfo.substring(0, userInfo.length() - 1);
        int colon = both.indexOf(':');
        secrets.add(both);
        if (colon >= 0 && colon + 1 < both.length()) {
            secrets.add(both.substring(colon + 1));
        }
    }
}
