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
        // On Ctrl-C all that runs is ended; the main thread then takes away what it has made and says how far it got.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            if (answered.getCount() > 0) {
                wiring.interrupt();
                await(answered);
            }
            wiring.close();
        }));
        int code = BootwrightCommand.execute(wiring::components, Console.system(), args);
        answered.countDown();
        System.exit(code);
    }

    private static void await(CountDownLatch answered) {
        try {
            if (!answered.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("bootwright: interrupted; what is left of the run is removed at the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
