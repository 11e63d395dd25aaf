package dev.bootwright.repair;

import dev.bootwright.format.shell.Invocation;
import dev.bootwright.repair.shell.ShellNode;
import dev.bootwright.repair.shell.ShellWord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One command of a step with what becomes of its status.
 *
 * @param words with variables that the block itself sets to a constant replaced
 * @param lost how a failure of it goes unnoticed; null when it ends the step
 * @param source the first command of the pipe it stands in; null when it stands in none or first
 * @param enclosing redirections of groups around it
 */
record StepCommand(
        ShellNode.Simple node,
        List<String> words,
        Invocation invocation,
        int line,
        @Nullable Loss lost,
        @Nullable StepCommand source,
        List<ShellNode.Redirect> enclosing) {
    /** How a status gets lost. */
    enum Loss {
        OR_CONSTANT("'|| …' turns its failure into success"),
        OR_OTHER("'||' hides its failure behind another command"),
        AND_LIST("a failure before '&&' does not end the script here"),
        NOT("'!' inverts its status"),
        PIPE("the pipe hides its status, pipefail is not set there"),
        BACKGROUND("it runs in the background, nobody waits for its status"),
        CONDITION("as a condition its failure has no consequence"),
        NO_ERREXIT("the script goes on after its failure, '-e' is not set there"),
        SUBSTITUTION("inside a substitution its status is lost"),
        FIND("'find -exec … ;' ignores its status");

        private final String text;

        Loss(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    StepCommand {
        words = List.copyOf(words);
        enclosing = List.copyOf(enclosing);
    }

    String program() {
        return invocation.program();
    }

    /** Assignments before the command and those given to {@code env}. */
    Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(invocation.env());
        for (ShellWord assignment : node.assignments()) {
            int equals = assignment.text().indexOf('=');
            environment.put(
                    assignment.text().substring(0, equals), assignment.text().substring(equals + 1));
        }
        return environment;
    }

    /** As written, one line. */
    String display() {
        String text = String.join(" ", words);
        return text.length() <= 120 ? text : text.substring(0, 119) + "…";
    }
}
