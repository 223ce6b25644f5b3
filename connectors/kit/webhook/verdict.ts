/**
 * What a signature shows. `stale`: it is right, but too old or ahead of time. `unsigned`: there is none.
 * `no_credentials`: no credentials are configured yet.
 */
export type Verdict = 'genuine' | 'stale' | 'forged' | 'unsigned' | 'no_credentials';

/** The most favorable of several verdicts on one delivery, one for each version of the credentials. */
export function kindest(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['genuine', 'stale', 'forged', 'unsigned'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'no_credentials';
}

/** Of several checks that all have to hold: `stale` only where nothing else is wrong, since the sender learns that. Of none: genuine. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['unsigned', 'forged', 'stale', 'genuine'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'genuine';
}
