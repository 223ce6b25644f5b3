/** A session ends when it was not used for so long, and in any case when it is so old; an organization may want it sooner. */
const idleMs = 12 * 60 * 60 * 1000;
export const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Whether a session has neither rested too long nor come to its end. Times are milliseconds since the epoch. */
export function isLive(
  now: number,
  {
    expiresAt,
    lastSeenAt,
    idleMinutes,
  }: { expiresAt: number; lastSeenAt: number; idleMinutes: number | null | undefined },
): boolean {
  return now < expiresAt && now < lastSeenAt + toIdleMs(idleMinutes);
}

const minuteMs = 60_000;

/** @param minutes As the organization decided. */
function toIdleMs(minutes: number | null | undefined): number {
  return typeof minutes === 'number' ? minutes * minuteMs : idleMs;
}

/** @param minutes As the organization decided. */
export function toLifetimeMs(minutes: number | null | undefined): number {
  return typeof minutes === 'number' ? minutes * minuteMs : lifetimeMs;
}

/** What an organization may choose, in minutes: not so short that work is lost, and not longer than the hub itself has it. */
export const sessionBounds = {
  idle: { min: 5, max: idleMs / minuteMs },
  lifetime: { min: 60, max: lifetimeMs / minuteMs },
} as const;

/** For so long after a person showed who they are, acts that ask for it are let through. */
export const elevatedMs = 10 * 60 * 1000;
