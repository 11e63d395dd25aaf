package dev.bootwright.cli;

import dev.bootwright.verify.VerifyLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Time limits of the verify stages. */
final class LimitOptions {
    @Option(
            names = "--test-timeout",
            paramLabel = "TIME",
            defaultValue = "15m",
            converter = TimeSpan.class,
            description = "How long the whole suite may take, for example 90s, 15m, 2h; past it what ran is counted."
                    + " Default: ${DEFAULT-VALUE}.")
    Duration testTimeout = Duration.ofMinutes(15);

    VerifyLimits limits() {
        return VerifyLimits.DEFAULT.withStrongest(testTimeout);
    }

    /** Reads {@code 90s}, {@code 15m}, {@code 2h}. */
    static final class TimeSpan implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,6})(s|m|h)");

        @Override
        public Duration convert(String value) {
            Matcher matcher = FORM.matcher(value.toLowerCase(Locale.ROOT));
            if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
                throw new TypeConversionException("'" + value + "' is no time; write for example 90s, 15m or 2h");
            }
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
    }
}
