import { type Finding, ok, problem, warning } from './finding.ts';

/** The time that another one has. */
export interface ClockReading {
  /** Whose clock it is: `PostgreSQL`. */
  whose: string;
  /** How much this machine's clock is ahead of it. */
  aheadMs: number;
  /** So much the difference may be wrong, since asking takes time. */
  withinMs: number;
}

/** `Date` headers know whole seconds, and answers take time on their way. */
const noticeableMs = 5000;
/** Second factors are good for half a minute, and vendors refuse signatures of another time. */
const wrongMs = 60_000;

const remedy =
  'Let the time be set from the network on the machine whose clock is wrong: `timedatectl set-ntp true`, or `chronyc makestep`.';

/** Compares this machine's clock with those of others. */
export function checkClock(readings: readonly ClockReading[]): Finding[] {
  return readings.map(({ whose, aheadMs, withinMs }) => {
    const surelyMs = Math.abs(aheadMs) - withinMs;
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    const check = `clock (${whose})`;
    if (surelyMs < noticeableMs) return ok(check, `This machine's clock and that of ${whose} agree.`);
    const message = `This machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${whose}.`;
    return surelyMs < wrongMs ? warning(check, message, remedy) : problem(check, message, remedy);
  });
}
