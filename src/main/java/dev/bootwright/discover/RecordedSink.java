package dev.bootwright.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps what is found, by one thread at a time, until it can be handed on in a fixed order. */
public final class RecordedSink implements FindingSink {
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

    public void replay(FindingSink sink) {
        calls.forEach(call -> call.accept(sink));
    }
}
