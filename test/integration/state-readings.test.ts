import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { newUuid, toUuid } from '../../core/ids.ts';
import type { Meter, GaugeValue } from '../../core/telemetry/meter.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { createStateReader } from '../../worker/read-state.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';

let api: TestApi;
let relayDatabase: Database;
const counted: string[] = [];
const warnings: string[] = [];
const meter: Meter = {
  count: (name, labels) => void counted.push(`${name} ${Object.values(labels).join(' ')}`),
  observe: () => undefined,
};

/** A clock that stands still where nobody moves it. */
let now = 0;
const clock: Clock = { ...systemClock, monotonic: () => now };

const open = (database = relayDatabase): (() => Promise<GaugeValue[]>) =>
  createStateReader({
    relayDatabase: database,
    clock,
    meter,
    log: { warn: (fields: unknown) => void warnings.push(JSON.stringify(fields)) },
  });

const valueOf = (readings: readonly GaugeValue[], name: GaugeValue['name']): number | undefined =>
  readings.find((reading) => reading.name === name)?.value;

beforeAll(async () => {
  api = await startTestApi();
  relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
});

afterAll(async () => {
  await relayDatabase.close();
  await api.close();
});

const toOrgId = ({ organization_id: id }: { organization_id: string }): string => toUuid('organization', id) ?? '';

/** Orders and audit events of so long ago, of an organization. */
async function leaveWaiting(orgId: string, seconds: number): Promise<void> {
  const payload = JSON.stringify({ run_id: newUuid(), integration_id: newUuid() });
  await api.admin`
    insert into outbox (org_id, kind, payload, created_at, available_at)
    select ${orgId}, 'run.start', ${payload}::jsonb, at, at from (select now() - ${seconds} * interval '1 second' as at)`;
  await api.admin`
    insert into audit_events (org_id, id, actor, action, resource_type, resource_id, created_at)
    values (${orgId}, ${newUuid()}, 'system', 'x.created', 'x', 'x', now() - ${seconds} * interval '1 second')`;
}

/** An endpoint to which something is due since so long. */
async function leaveUnsent(orgId: string, seconds: number, { failures }: { failures: number }): Promise<void> {
  const [endpointId, eventId] = [newUuid(), newUuid()];
  await api.admin`
    insert into webhook_endpoints (org_id, id, name, url, events, ordering, sealed, key_id, secret_version)
    values (${orgId}, ${endpointId}, ${endpointId}, 'https://example.com', '{*}', 'none', '', 'k', 1)`;
  await api.admin`
    insert into webhook_queues (org_id, endpoint_id, failures) values (${orgId}, ${endpointId}, ${failures})
    on conflict (org_id, endpoint_id) do update set failures = excluded.failures`;
  await api.admin`
    insert into events (org_id, id, type, snapshot) values (${orgId}, ${eventId}, 'run.queued', '{}'::jsonb)`;
  await api.admin`
    insert into webhook_deliveries (org_id, endpoint_id, event_id, seq, due_at)
    values (${orgId}, ${endpointId}, ${eventId}, 1, now() - ${seconds} * interval '1 second')`;
}

describe('test/integration/state-readings', () => {
  it('tells of all organizations what waits, and for how long', async () => {
    const [first, second] = await Promise.all([api.addOrganization('First'), api.addOrganization('Second')]);
    const [one, other] = [toOrgId(first), toOrgId(second)];
    await api.admin`delete from outbox`;
    await api.admin`delete from audit_events`;
    await leaveWaiting(one, 3000);
    await leaveWaiting(other, 7000);
    // Held back on purpose: not late, however old it is.
    await api.admin`
      insert into outbox (org_id, kind, payload, created_at, available_at)
      values (${one}, 'run.start', '{}', now() - interval '1 day', now() + interval '1 minute')`;
    await leaveUnsent(one, 4000, { failures: 0 });
    await leaveUnsent(other, 9000, { failures: 3 });

    const readings = await open()();

    expect(warnings).toEqual([]);
    expect(valueOf(readings, 'hub_outbox_length')).toBe(3);
    expect(Math.floor((valueOf(readings, 'hub_outbox_age_seconds') ?? 0) / 1000)).toBe(7);
    expect(Math.floor((valueOf(readings, 'hub_audit_seal_lag_seconds') ?? 0) / 1000)).toBe(7);
    expect(valueOf(readings, 'hub_event_queue_length')).toBe(2);
    expect(Math.floor((valueOf(readings, 'hub_event_queue_overdue_seconds') ?? 0) / 1000)).toBe(4);
  });

  it('asks the database once in five seconds, however often it is scraped', async () => {
    counted.length = 0;
    const read = open();

    await Promise.all([read(), read()]);
    now += 4999;
    await read();
    expect(counted).toEqual(['hub_state_reads_total read']);
    now += 1;
    await read();

    expect(counted).toEqual(['hub_state_reads_total read', 'hub_state_reads_total read']);
  });

  it('learns nothing of any organization with the role of the API', async () => {
    const readings = await open(api.database)();

    expect(readings.length).toBeGreaterThan(4);
    expect(readings.filter(({ value }) => value !== 0)).toEqual([]);
  });

  it('reads nothing where the database does not answer, and says so', async () => {
    counted.length = 0;
    const away = openDatabase('postgres://hub@127.0.0.1:1/hub', { role: 'hub_relay', max: 1 });

    expect(await open(away)()).toEqual([]);
    expect(counted).toEqual(['hub_state_reads_total failed']);
    expect(warnings).toHaveLength(1);
    await away.close();
  });
});
