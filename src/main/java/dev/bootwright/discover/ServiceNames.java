package dev.bootwright.discover;

import dev.bootwright.format.shell.Invocation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One name for each kind of service, whatever image or unit provides it. */
public final class ServiceNames {
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("postgresql", "postgres"),
            Map.entry("postgis", "postgres"),
            Map.entry("timescaledb", "postgres"),
            Map.entry("timescaledb-ha", "postgres"),
            Map.entry("pgvector", "postgres"),
            Map.entry("mysqld", "mysql"),
            Map.entry("mysql-server", "mysql"),
            Map.entry("redis-stack", "redis"),
            Map.entry("redis-stack-server", "redis"),
            Map.entry("redis-server", "redis"),
            Map.entry("mongo", "mongodb"),
            Map.entry("mongod", "mongodb"),
            Map.entry("rabbitmq-server", "rabbitmq"),
            Map.entry("cp-kafka", "kafka"),
            Map.entry("kafka-native", "kafka"),
            Map.entry("clickhouse-server", "clickhouse"),
            Map.entry("server", "mssql"),
            Map.entry("azure-sql-edge", "mssql"));

    private static final Map<String, String> UNITS = Map.of(
            "postgresql",
            "postgres",
            "mysql",
            "mysql",
            "mariadb",
            "mariadb",
            "redis",
            "redis",
            "redis-server",
            "redis",
            "mongod",
            "mongodb",
            "rabbitmq-server",
            "rabbitmq",
            "memcached",
            "memcached");

    private ServiceNames() {}

    /** {@code postgis/postgis:15} is {@code postgres}; an image that is not known gives its own base name. */
    public static String ofImage(String image) {
        String name = image.substring(image.lastIndexOf('/') + 1);
        int cut = name.indexOf('@') >= 0 ? name.indexOf('@') : name.indexOf(':');
        String bare = (cut < 0 ? name : name.substring(0, cut)).toLowerCase(Locale.ROOT);
        return ALIASES.getOrDefault(bare, bare);
    }

    /** The service that {@code systemctl start X} or {@code service X start} starts. */
    public static Optional<String> started(Invocation invocation) {
        boolean start = invocation.hasArgument("start") || invocation.hasArgument("restart");
        boolean program =
                invocation.program().equals("systemctl") || invocation.program().equals("service");
        if (!start || !program) {
            return Optional.empty();
        }
        return invocation.arguments().stream()
                .map(a -> a.endsWith(".service") ? a.substring(0, a.length() - 8) : a)
                .flatMap(a -> Optional.ofNullable(UNITS.get(a)).stream())
                .findFirst();
    }
}
