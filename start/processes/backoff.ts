/** The history of a child's exits, which decides whether it is started again. */
export interface EndHistory {
  /** When it ended, newest last. */
  endedAtMs: readonly number[];
  /** Ends in a row before it was ready. */
  failedStarts: number;
  everReady: boolean;
  /** It ended for a temporary reason. Default: false. */
  passes?: boolean;
}

export type RestartPlan = { kind: 'restart'; delayMs: number } | { kind: 'give_up' };

/** A child that was never ready will hardly succeed on another attempt, so give up early. */
const firstStartsMax = 3;
/**
 * A child that has been ready had a working setup: a temporary shortage may be the cause, so retry longer (about 40 s).
 */
const laterStartsMax = 20;
const windowMs = 30_000;
const delayFirstMs = 100;
/** Low, because work is interrupted meanwhile. The window keeps a child that crashes repeatedly from using up a CPU. */
const delayMaxMs = 2000;

/** Decides what to do when a child ended unexpectedly: restart it after a bounded delay, or give up. */
export function planRestart(history: EndHistory, nowMs: number): RestartPlan {
  const isPatient = history.everReady || history.passes === true;
  if (history.failedStarts >= (isPatient ? laterStartsMax : firstStartsMax)) return { kind: 'give_up' };
  const recent = history.endedAtMs.filter((endedMs) => nowMs - endedMs < windowMs).length;
  return { kind: 'restart', delayMs: Math.min(delayFirstMs * 2 ** Math.max(recent - 1, 0), delayMaxMs) };
}
