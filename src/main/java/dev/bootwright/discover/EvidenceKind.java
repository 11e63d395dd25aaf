package dev.bootwright.discover;

/** Where a finding comes from; strongest first. The weight is what one such finding adds to a choice. */
public enum EvidenceKind {
    CI(100),
    TOOL_CONFIGURATION(80),
    MANIFEST(60),
    ENVIRONMENT_FILE(40),
    DOCUMENTATION(20),
    FILE_NAMES(10);

    private final int weight;

    EvidenceKind(int weight) {
        this.weight = weight;
    }

    public int weight() {
        return weight;
    }
}
