import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toId, toUuid } from '../../core/ids.ts';
import { openDatabase, withTenant } from '../../drizzle/index.ts';
import { isOver as hasEnded, peopleMapping, readRun } from '../harness/flow.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { toPerson } from '../harness/people.ts';
import { answersRequests } from '../harness/processes/running-hub.ts';

/** Processes start again meanwhile, on a machine that may be busy. */
const timeoutMs = 180_000;

const secret = `whsec_${Buffer.alloc(32, 'end to end').toString('base64')}`;

let hub: PeopleHub;
let integrationId: string;
let path: string;

const made = z.object({ id: z.string() });
const workflows = z.array(z.object({ id: z.string(), hook: z.object({ url: z.string() }) }));
const runs = z.array(
  z.object({ id: z.string(), trigger: z.string(), status: z.string(), started_at: z.string().optional() }),
);
const accepted = z.object({ data: z.object({ event_id: z.string() }) });
const caller = z.object({ organization: z.object({ id: z.string() }) });
const refused = z.object({ error: z.object({ code: z.string() }) });

beforeAll(async () => {
  hub = await startPeopleHub('hooks');
  ({ id: integrationId } = await hub.api.call('POST', '/integrations', made, {
    name: 'pushed',
    source: { connection_id: hub.sourceId, object: 'people', key: ['id'] },
    target: { connection_id: hub.targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
    mapping: peopleMapping,
    triggers: [{ type: 'webhook' }],
  }));
  const [workflow] = await hub.api.call('GET', `/workflows?integration_id=${integrationId}&type=webhook`, workflows);
  if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
  await hub.api.call('PUT', `/workflows/${workflow.id}/hook-credentials`, made, { credentials: { secret } });
  await hub.api.call('POST', `/integrations/${integrationId}/activate`, made);
  path = new URL(workflow.hook.url).pathname;
}, startTimeoutMs);

afterAll(() => hub.stop(), stopTimeoutMs);

/** Sends as a vendor would; `text` is sent in place of what was signed. */
function deliver(id: string, text?: string): Promise<Response> {
  const sent = new Date();
  const body = JSON.stringify({ type: 'person.changed', timestamp: sent.toISOString() });
  return fetch(new URL(path, hub.refresh().api_url), {
    method: 'POST',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sent, body),
    },
    body: text ?? body,
  });
}

function listRuns(): Promise<z.infer<typeof runs>> {
  return hub.api.call('GET', `/integrations/${integrationId}/runs`, runs);
}

async function waitForEnds(): Promise<z.infer<typeof runs>> {
  const ended = async (): Promise<boolean> => {
    const found = await listRuns();
    return (await Promise.all(found.map(({ id }) => readRun(hub.api, id)))).every(hasEnded);
  };
  await expect.poll(() => ended().catch(() => false), { timeout: timeoutMs, interval: 100 }).toBe(true);
  return listRuns();
}

async function readTable(): Promise<string[]> {
  const rows = await hub.target.sql<{ id: string }[]>`select id from people order by id`;
  return rows.map(({ id }) => id);
}

interface StoredEvent {
  id: string;
  key: string;
  runId: string | undefined;
  waits: boolean;
}

/** The events of the hook, as the database has them. */
async function readEvents(): Promise<StoredEvent[]> {
  const database = openDatabase(hub.facts.database_url, { role: 'hub_app', max: 1 });
  try {
    const { organization } = await hub.api.call('GET', '/me', caller);
    const orgId = toUuid('organization', organization.id) ?? '';
    const rows = await withTenant(database, orgId, ({ sql }) =>
      sql<{ id: string; key: string; run_id: string | null; waits: boolean }[]>`
        select id, encode(key_hash, 'hex') as key, run_id, waits from hook_events where org_id = ${orgId}`.execute(),
    );
    return rows.map(({ id, key, run_id: runId, waits }) => ({
      id: toId('event', id),
      key,
      waits,
      runId: runId === null ? undefined : toId('run', runId),
    }));
  } finally {
    await database.close();
  }
}

describe('test/e2e/hooks', () => {
  it(
    'moves what a signed event tells of once, however often it comes, and nothing for a forged one',
    async () => {
      hub.source.records = [toPerson(1)];

      const forged = await deliver('msg_forged', '{"type":"person.deleted"}');
      expect([forged.status, refused.parse(await forged.json()).error.code]).toEqual([401, 'unauthorized']);
      expect(await listRuns()).toEqual([]);

      const first = await deliver('msg_1');
      const again = await deliver('msg_1');
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(accepted.parse(await again.json())).toEqual(accepted.parse(await first.json()));

      expect(await waitForEnds()).toMatchObject([{ trigger: 'webhook', status: 'succeeded' }]);
      expect(await readTable()).toEqual(hub.source.records.map(({ id }) => id));
    },
    timeoutMs,
  );

  it(
    'runs once for an event that was answered, a minute after the last reading, though everything was killed before',
    async () => {
      hub.source.records = [toPerson(1), toPerson(2)];
      const before = (await listRuns()).length;
      const { worker = 0, api: apiPid = 0 } = hub.refresh().pids;
      // A worker that stands still starts nothing; so the kill surely comes between the answer and the run.
      process.kill(worker, 'SIGSTOP');

      const answer = await deliver('msg_2');
      process.kill(apiPid, 'SIGKILL');
      process.kill(worker, 'SIGKILL');
      expect(answer.status).toBe(202);

      await expect.poll(() => answersRequests(hub.refresh()), { timeout: timeoutMs, interval: 100 }).toBe(true);
      const later = await deliver('msg_2');
      expect(accepted.parse(await later.json())).toEqual(accepted.parse(await answer.json()));
      const found = await waitForEnds();
      expect(found).toHaveLength(before + 1);
      expect(found[0]).toMatchObject({ trigger: 'webhook', status: 'succeeded' });
      const [second = 0, first = 0] = found.map((run) => Date.parse(run.started_at ?? ''));
      expect(second - first).toBeGreaterThanOrEqual(60_000);
      expect(await readTable()).toEqual(hub.source.records.map(({ id }) => id));
    },
    timeoutMs * 2,
  );

  it(
    'loses and doubles no event that it has accepted, though its API is killed again and again among 50 callers',
    async () => {
      const acknowledged = new Map<string, string>();
      let isOver = false;
      const deliverOn = async (sender: number): Promise<void> => {
        for (let n = 0; !isOver; n += 1) {
          const id = `storm_${sender}_${n}`;
          const answer = await deliver(id).catch(() => undefined);
          const body = answer?.status === 202 ? await answer.json().catch(() => undefined) : undefined;
          const acceptance = accepted.safeParse(body);
          // An answer that was cut off acknowledges nothing.
          if (acceptance.success) acknowledged.set(id, acceptance.data.data.event_id);
          else await sleep(50);
        }
      };
      const storm = Promise.all(Array.from({ length: 50 }, (_, sender) => deliverOn(sender)));
      const acceptMore = async (): Promise<void> => {
        const from = acknowledged.size;
        await expect.poll(() => acknowledged.size, { timeout: timeoutMs, interval: 20 }).toBeGreaterThan(from + 100);
      };
      try {
        for (let kill = 0; kill < 3; kill += 1) {
          await acceptMore();
          process.kill(hub.refresh().pids['api'] ?? 0, 'SIGKILL');
        }
        await acceptMore();
        hub.source.records = [toPerson(1), toPerson(2), toPerson(3)];
        await acceptMore();
      } finally {
        isOver = true;
        await storm;
      }

      const found = await waitForEnds();
      const stored = await readEvents();
      const ids = new Set(stored.map(({ id }) => id));
      const lost = [...acknowledged].filter(([, id]) => !ids.has(id));
      const ended = new Set(found.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
      expect(lost).toEqual([]);
      expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
      expect(new Set(stored.map(({ key }) => key)).size).toBe(stored.length);
      expect(stored.filter(({ runId, waits }) => waits || runId === undefined || !ended.has(runId))).toEqual([]);
      const last = [...acknowledged.keys()].at(-1) ?? '';
      expect(accepted.parse(await (await deliver(last)).json()).data.event_id).toBe(acknowledged.get(last));
      expect(await readTable()).toEqual(hub.source.records.map(({ id }) => id));
    },
    timeoutMs * 2,
  );
});
