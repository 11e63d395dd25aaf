package dev.bootwright.ecosystem.rust;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What crates that bind to C libraries, or build them, look for on the system. */
final class RustLibraries {
    private static final Map<String, List<String>> PACKAGES = Map.ofEntries(
            Map.entry("alsa-sys", List.of("libasound2-dev")),
            Map.entry("atk-sys", List.of("libatk1.0-dev")),
            Map.entry("aws-lc-sys", List.of("cmake")),
            Map.entry("bindgen", List.of("clang", "libclang-dev")),
            Map.entry("bzip2-sys", List.of("libbz2-dev")),
            Map.entry("cairo-sys-rs", List.of("libcairo2-dev")),
            Map.entry("clang-sys", List.of("clang", "libclang-dev")),
            Map.entry("cmake", List.of("cmake")),
            Map.entry("curl-sys", List.of("libcurl4-openssl-dev")),
            Map.entry("expat-sys", List.of("libexpat1-dev", "cmake")),
            Map.entry("freetype-sys", List.of("libfreetype-dev", "cmake")),
            Map.entry("fuse-sys", List.of("libfuse-dev")),
            Map.entry("fuser", List.of("libfuse3-dev")),
            Map.entry("gdk-pixbuf-sys", List.of("libgdk-pixbuf-2.0-dev")),
            Map.entry("gdk-sys", List.of("libgtk-3-dev")),
            Map.entry("glib-sys", List.of("libglib2.0-dev")),
            Map.entry("gpgme-sys", List.of("libgpgme-dev")),
            Map.entry("gtk-sys", List.of("libgtk-3-dev")),
            Map.entry("gtk4-sys", List.of("libgtk-4-dev")),
            Map.entry("hidapi", List.of("libudev-dev", "libusb-1.0-0-dev")),
            Map.entry("libdbus-sys", List.of("libdbus-1-dev")),
            Map.entry("libgit2-sys", List.of("cmake")),
            Map.entry("libseccomp-sys", List.of("libseccomp-dev")),
            Map.entry("libsqlite3-sys", List.of("libsqlite3-dev")),
            Map.entry("libssh2-sys", List.of("libssh2-1-dev")),
            Map.entry("libudev-sys", List.of("libudev-dev")),
            Map.entry("libusb1-sys", List.of("libusb-1.0-0-dev")),
            Map.entry("libxml", List.of("libxml2-dev")),
            Map.entry("libz-sys", List.of("zlib1g-dev")),
            Map.entry("lzma-sys", List.of("liblzma-dev")),
            Map.entry("mysqlclient-sys", List.of("default-libmysqlclient-dev")),
            Map.entry("nasm-rs", List.of("nasm")),
            Map.entry("nettle-sys", List.of("nettle-dev", "clang", "libclang-dev")),
            Map.entry("onig_sys", List.of("libonig-dev")),
            Map.entry("openblas-src", List.of("gfortran", "libopenblas-dev")),
            Map.entry("openssl-sys", List.of("libssl-dev")),
            Map.entry("pango-sys", List.of("libpango1.0-dev")),
            Map.entry("pcap", List.of("libpcap-dev")),
            Map.entry("pq-sys", List.of("libpq-dev")),
            Map.entry("prost-build", List.of("protobuf-compiler")),
            Map.entry("protobuf-src", List.of("cmake")),
            Map.entry("pyo3-ffi", List.of("python3-dev")),
            Map.entry("rdkafka-sys", List.of("cmake", "librdkafka-dev")),
            Map.entry("sdl2-sys", List.of("libsdl2-dev")),
            Map.entry("servo-fontconfig-sys", List.of("libfontconfig-dev")),
            Map.entry("smithay-client-toolkit", List.of("libxkbcommon-dev", "libwayland-dev")),
            Map.entry("systemd", List.of("libsystemd-dev")),
            Map.entry("wayland-sys", List.of("libwayland-dev")),
            Map.entry("webkit2gtk-sys", List.of("libwebkit2gtk-4.1-dev")),
            Map.entry("x11", List.of("libx11-dev")),
            Map.entry("xcb", List.of("libxcb1-dev")),
            Map.entry("xkbcommon", List.of("libxkbcommon-dev")),
            Map.entry("yeslogic-fontconfig-sys", List.of("libfontconfig-dev")));

    private RustLibraries() {}

    static boolean knows(String crate) {
        return PACKAGES.containsKey(crate);
    }

    /** The distribution's packages for crates, sorted. */
    static List<String> packages(Collection<String> crates) {
        Stream<String> names = crates.stream().flatMap(c -> PACKAGES.getOrDefault(c, List.of()).stream());
        return List.copyOf(new TreeSet<>(names.toList()));
    }
}
