package dev.bootwright.discover.actions;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps what is found until it can be handed on in a fixed order. */
final class RecordedSink implements FindingSink {
    private final List<Consumer<FindingSink>> calls = new ArrayList<>();

    @Override
    public void finding(Finding finding) {
        calls.add(sink -> sink.finding(finding));
    }

    @Override
    public void ciCommand(CiCommand command) {
        calls.add(sink -> sink.ciCommand(command));
    }

    @Override
    public void unknown(String file, int line, String reason) {
        calls.add(sink -> sink.unknown(file, line, reason));
    }

    @Override
    public void project(ProjectMatch match) {
        calls.add(sink -> sink.project(match));
    }

    void replay(FindingSink sink) {
        calls.forEach(call -> call.accept(sink));
    }
}
