/** What is known of a child's ends when the question is whether to start it again. */
export interface EndHistory {
  /** When it ended, newest last. */
  endedAtMs: readonly number[];
  /** Ends in a row before it was ready. */
  failedStarts: number;
  everReady: boolean;
  /** It ended for a reason that passes by itself. Default: false. */
  passes?: boolean;
}

export type RestartPlan = { kind: 'restart'; delayMs: number } | { kind: 'give_up' };

/** A child that never was ready has a cause that a further try will hardly cure: tell soon. */
const firstStartsMax = 3;
/** One that has been ready had a working set-up: a passing shortage may be the cause, so be patient (about 40 s). */
const laterStartsMax = 20;
const windowMs = 30_000;
const delayFirstMs = 100;
/** Low, since work stands still meanwhile; the window keeps a child that dies on and on from taking a processor. */
const delayMaxMs = 2000;

/** Decides what follows when a child ended by itself: a start after a bounded delay, or giving up. */
export function planRestart(history: EndHistory, nowMs: number): RestartPlan {
  const isPatient = history.everReady || history.passes === true;
  if (history.failedStarts >= (isPatient ? laterStartsMax : firstStartsMax)) return { kind: 'give_up' };
  const recent = history.endedAtMs.filter((endedMs) => nowMs - endedMs < windowMs).length;
  return { kind: 'restart', delayMs: Math.min(delayFirstMs * 2 ** Math.max(recent - 1, 0), delayMaxMs) };
}
