package dev.bootwright.discover;

/** Collects what detectors find. */
public interface FindingSink {
    void finding(Finding finding);

    /** A command that a CI file runs. */
    void ciCommand(CiCommand command);

    /** Something of a file that was not understood, and why; shown to the user, never silently dropped. */
    void unknown(String file, int line, String reason);

    /** A project of an ecosystem: its manifest's folder. */
    void project(ProjectMatch match);
}
