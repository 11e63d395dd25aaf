import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar, and gives classes that were compiled for Java 5 the stack maps of Java 8: the ahead-of-time cache takes
 * no class without them. Run from source: {@code java FastJar.java FROM TO}.
 */
final class FastJar {
    /** The first class file version whose classes carry stack maps. */
    private static final int WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

    public static void main(String[] args) throws IOException {
        try (ZipFile from = new ZipFile(args[0]);
                OutputStream file = Files.newOutputStream(Path.of(args[1]));
                ZipOutputStream to = new ZipOutputStream(file)) {
            ClassFile classFile = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofResourceParsing(name -> open(from, name.descriptorString()))
                                    .orElse(ClassHierarchyResolver.defaultResolver())));
            for (ZipEntry entry : Collections.list(from.entries())) {
                byte[] content = from.getInputStream(entry).readAllBytes();
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                to.putNextEntry(copy);
                to.write(entry.getName().endsWith(".class") && isOld(content) ? modern(classFile, content) : content);
                to.closeEntry();
            }
        }
    }

    private static boolean isOld(byte[] content) {
        return ((content[6] & 0xff) << 8 | content[7] & 0xff) < WITH_STACK_MAPS;
    }

    private static byte[] modern(ClassFile classFile, byte[] content) {
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        return classFile.transformClass(
                classFile.parse(content),
                version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
    }

    private static InputStream open(ZipFile jar, String descriptor) {
        ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
        try {
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
