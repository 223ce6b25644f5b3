import { describe, expect, it } from 'vitest';
import type { CallIncident, ReportIncident, RateLimiter } from '../connectors/drivers/shared/session.ts';
import { createLocalLimiter } from '../connectors/drivers/local-limiter.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { CallIncidents, nameOperation, watchIncidents } from './call-incidents.ts';

let now = 0;
/** A clock on which waiting takes the time that it takes, and nobody's. */
const clock: Clock = {
  ...systemClock,
  monotonic: () => now,
  sleep: (ms) => {
    now += ms;
    return Promise.resolve();
  },
};

const { signal } = new AbortController();
const bucket = { name: 'calls', limit: 1, perMs: 2500 };
const failed: CallIncident = { status: 503, throttled: false, repeated: true };

const open = (connector = 'okta'): { limiter: RateLimiter; reportIncident?: ReportIncident | undefined } =>
  watchIncidents(connector, { limiter: createLocalLimiter(clock) });

describe('sessions/call-incidents', () => {
  it('reports how long calls waited for permits, from 5 seconds on', async () => {
    const { limiter } = open();
    const [short, long] = [new CallIncidents(clock), new CallIncidents(clock)];

    await short.collect(() => nameOperation('list', () => limiter.take(bucket, signal)));
    await long.collect(() =>
      nameOperation('list', async () => {
        for (let call = 0; call < 3; call += 1) await limiter.take(bucket, signal);
      }),
    );

    expect(short.toEntries()).toEqual([]);
    expect(long.toEntries()).toMatchObject([
      {
        level: 'info',
        code: 'rate_limit_waited',
        details: { connector: 'okta', operation: 'list', calls: 3, waited_ms: 7500 },
      },
    ]);
  });

  it('counts answers to creations without an id', async () => {
    const { reportIncident } = open('http');
    const incidents = new CallIncidents(clock);

    await incidents.collect(() => {
      for (let call = 0; call < 2; call += 1)
        reportIncident?.({ throttled: false, repeated: false, idMissingAt: 'data.id' });
      return Promise.resolve();
    });

    expect(incidents.toEntries()).toMatchObject([
      { level: 'warn', code: 'ids_missing', details: { calls: 2, id_path: 'data.id' } },
    ]);
  });

  it('counts calls that wait at the same time once', async () => {
    const { reportIncident } = open();
    const incidents = new CallIncidents(clock);

    await incidents.collect(() => {
      const [first, second] = [reportIncident?.(failed), reportIncident?.(failed)];
      now += 250;
      first?.();
      now += 250;
      second?.();
      return Promise.resolve();
    });

    expect(incidents.toEntries()).toMatchObject([{ details: { statuses: { 503: 2 }, repeated: 2, waited_ms: 500 } }]);
  });

  it('reports to each segment the incidents of its own calls, though it shares the session with others', async () => {
    const { reportIncident } = open();
    const [one, other] = [new CallIncidents(clock), new CallIncidents(clock)];
    const meet = (incident: CallIncident): (() => Promise<void>) => {
      return async () => {
        await Promise.resolve();
        reportIncident?.(incident)();
      };
    };

    await Promise.all([one.collect(meet(failed)), other.collect(meet({ throttled: false, repeated: false }))]);
    reportIncident?.(failed)();

    expect(one.toEntries()).toMatchObject([{ details: { connector: 'okta', statuses: { 503: 1 }, repeated: 1 } }]);
    expect(other.toEntries()[0]?.details).toEqual({ connector: 'okta', unanswered: 1, repeated: 0, waited_ms: 0 });
  });
});
