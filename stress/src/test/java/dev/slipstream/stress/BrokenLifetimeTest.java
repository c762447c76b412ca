package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stress tests of lifetimes, which are those of arenas and groups, find what they are there to find. */
@Tag("long")
class BrokenLifetimeTest {
    @Test
    void areFound(@TempDir Path reports) throws IOException, InterruptedException {
        List<String> tests = List.of("EndingSumsUnsealed", "EndingAddsToSealed", "RefusalRefusesWhileSealed",
                "RefusalOpensBeforeRestoring", "SwitchWithoutUsers", "SlotReuseLooksOnce", "LastMemberTakesInTwoSteps",
                "EndLooksAfterwards", "OwnedStripeFoldDoesNotAsk", "OwnedStripeFoldDoesNotWait", "OwnedStripeUsersOwnItBoth",
                "EndingDoesNotAskOwner", "EndingDoesNotLookAgain", "EndingOpensSealed");
        Jcstress.assertFound(tests, reports, LifetimesTest.STRIDE, LifetimesTest.STRIDES);
    }
}
