package dev.bootwright.sandbox;

/** Who runs a command inside a sandbox: {@code root} installs system packages, {@code developer} does all else. */
public enum SandboxUser {
    ROOT,
    DEVELOPER;

    public static final int DEVELOPER_UID = 1000;

    public int uid() {
        return this == ROOT ? 0 : DEVELOPER_UID;
    }

    public String home() {
        return this == ROOT ? "/root" : "/home/developer";
    }

    public String userName() {
        return this == ROOT ? "root" : "developer";
    }
}
