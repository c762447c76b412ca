package dev.slipstream.diagnose.recording;

import java.io.IOException;

/** Says what is wrong with the bytes of a recording: reading them again cannot help. */
final class DamagedRecording extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedRecording(String reason) {
        super(reason);
    }
}
