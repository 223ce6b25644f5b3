/** A session ends when it was not used for so long, and in any case when it is so old. */
export const idleMs = 12 * 60 * 60 * 1000;
export const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Whether a session has neither rested too long nor come to its end. Times are milliseconds since the epoch. */
export function isLive(now: number, { expiresAt, lastSeenAt }: { expiresAt: number; lastSeenAt: number }): boolean {
  return now < expiresAt && now < lastSeenAt + idleMs;
}

/** For so long after a person showed who they are, acts that ask for it are let through. */
export const elevatedMs = 10 * 60 * 1000;
