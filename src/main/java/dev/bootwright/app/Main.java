package dev.bootwright.app;

import dev.bootwright.cli.BootwrightCommand;
import dev.bootwright.cli.Console;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The program's entry point. */
public final class Main {
    private static final long LAST_WORDS_SECONDS = 10;

    private Main() {}

    public static void main(String[] args) {
        Wiring wiring = new Wiring(System.getenv());
        CountDownLatch answered = new CountDownLatch(1);
        // On Ctrl-C the engine ends what runs inside; the main thread then still says how far it got.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            boolean interrupted = answered.getCount() > 0;
            wiring.close();
            if (interrupted) {
                await(answered);
            }
        }));
        int code = BootwrightCommand.execute(wiring::components, Console.system(), args);
        answered.countDown();
        System.exit(code);
    }

    private static void await(CountDownLatch answered) {
        try {
            if (!answered.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("bootwright: interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
