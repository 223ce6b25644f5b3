/**
 * What a signature shows. `stale`: it is right, but too old or ahead of time. `unsigned`: there is none. `no_credentials`:
 * nobody said yet what to check it by.
 */
export type Verdict = 'genuine' | 'stale' | 'forged' | 'unsigned' | 'no_credentials';

/** Of several verdicts on one delivery, each by another version of the credentials: the kindest. */
export function kindest(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['genuine', 'stale', 'forged', 'unsigned'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'no_credentials';
}
