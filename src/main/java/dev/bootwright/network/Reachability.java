package dev.bootwright.network;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which network roles answered when they were last tried.
 *
 * @param roles for example {@code registry:pypi → REACHABLE}; a role that is absent was never tried
 */
public record Reachability(Map<String, State> roles) {
    public static final Reachability UNKNOWN = new Reachability(Map.of());

    public enum State {
        REACHABLE,
        UNREACHABLE,
        UNKNOWN
    }

    public Reachability {
        roles = Collections.unmodifiableMap(new TreeMap<>(roles));
    }

    public State of(String role) {
        return roles.getOrDefault(role, State.UNKNOWN);
    }

    /** False only when the role was tried and did not answer. */
    public boolean allows(String role) {
        return of(role) != State.UNREACHABLE;
    }
}
