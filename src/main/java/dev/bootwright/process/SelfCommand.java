package dev.bootwright.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How this program is started once more.
 *
 * @param java the virtual machine with its options, up to the class path
 * @param classPath jars and folders
 * @param env the environment that this program itself was given
 */
public record SelfCommand(List<String> java, List<Path> classPath, String mainClass, Map<String, String> env) {
    public SelfCommand {
        java = List.copyOf(java);
        classPath = List.copyOf(classPath);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    public SelfCommand withClassPath(List<Path> newClassPath) {
        return new SelfCommand(java, newClassPath, mainClass, env);
    }

    public List<String> argv(List<String> arguments) {
        List<String> argv = new ArrayList<>(java);
        argv.add("-cp");
        argv.add(String.join(":", classPath.stream().map(Path::toString).toList()));
        argv.add(mainClass);
        argv.addAll(arguments);
        return argv;
    }
}
