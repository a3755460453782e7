/** Signals of a serving program: SIGTERM and SIGINT stop it, SIGHUP makes it read its files again. */

/** Signals within this time count as one: a terminal signals the process group, and npm also forwards the signal. */
const SAME_SIGNAL_MS = 1_000;

interface SignalHandlers {
  /** Called once. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** Called for a later signal to stop. */
  readonly stopAtOnce: () => void;
  readonly reload: (signal: NodeJS.Signals) => void;
}

export function onSignals({ stop, stopAtOnce, reload }: SignalHandlers): void {
  let signalledAt = 0;
  const receive = (signal: NodeJS.Signals): void => {
    if (signalledAt > 0) {
      if (Date.now() - signalledAt > SAME_SIGNAL_MS) stopAtOnce();
      return;
    }
    signalledAt = Date.now();
    stop(signal);
  };
  process.on('SIGTERM', receive).on('SIGINT', receive);
  process.on('SIGHUP', (signal) => {
    // A terminal that closes ends its programs; a service is told to read its files again.
    if (process.stdin.isTTY) receive(signal);
    else reload(signal);
  });
}
