package dev.bootwright.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The host's proxies, credentials included; show them only through {@link Addresses#masked}.
 *
 * @param none hosts that are reached without a proxy, as the variable lists them
 */
public record ProxySettings(
        @Nullable String http,
        @Nullable String https,
        @Nullable String all,
        @Nullable String none) {
    static ProxySettings read(Map<String, String> env) {
        return new ProxySettings(
                either(env, "http_proxy"),
                either(env, "https_proxy"),
                either(env, "all_proxy"),
                either(env, "no_proxy"));
    }

    /** Every variable in both spellings, since tools differ in the one they read. */
    Map<String, String> env() {
        Map<String, String> env = new TreeMap<>();
        put(env, "http_proxy", http);
        put(env, "https_proxy", https);
        put(env, "all_proxy", all);
        if (!env.isEmpty()) {
            put(env, "no_proxy", none);
        }
        return env;
    }

    List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        for (String address : new String[] {http, https, all}) {
            if (address != null) {
                addresses.add(address);
            }
        }
        return addresses;
    }

    private static @Nullable String either(Map<String, String> env, String name) {
        String lower = env.getOrDefault(name, "");
        String value = lower.isBlank() ? env.getOrDefault(name.toUpperCase(Locale.ROOT), "") : lower;
        return value.isBlank() ? null : value.strip();
    }

    private static void put(Map<String, String> env, String name, @Nullable String value) {
        if (value != null) {
            env.put(name, value);
            env.put(name.toUpperCase(Locale.ROOT), value);
        }
    }
}
