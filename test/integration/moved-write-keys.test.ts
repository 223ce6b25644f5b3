import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeObject, type ObjectDescription } from '../../connectors/kit/describe-object.ts';
import { getConnector } from '../../connectors/registry.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Effect, RecordTarget } from '../../core/records.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { compilePlan } from '../../engine/compile.ts';
import { definitionSchema } from '../../engine/definition.ts';
import type { Plan } from '../../engine/plan.ts';
import { runSegment } from '../../engine/segment/run-segment.ts';
import { createSegmentStore } from '../../runs/store/segment-store.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { createOpener, createSealer, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const leaseMs = 600_000;
const [orgId, integrationId] = [newUuid(), newUuid()];
const folder = mkdtempSync(join(tmpdir(), 'hub-moved-keys-'));

let database: TestDatabase;
let admin: postgres.Sql;
let app: Database;
let keys: { keyFile: string; publicKeyFile: string };

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
  keys = { keyFile: join(folder, 'private.json'), publicKeyFile: join(folder, 'public.json') };
  await ensureKeyFiles(keys);
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
});

afterAll(async () => {
  await Promise.all([admin.end(), app.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Operation = 'update' | 'upsert';

function describeTarget(id: string, object: string, operation: Operation): ObjectDescription {
  const connector = getConnector(id);
  if (connector === undefined) throw new TypeError(`There is no connector ${id}.`);
  const { config } = sampleForms(connector);
  const request = { config, object, options: {}, role: 'target', operation, matchOn: [] } as const;
  const described = describeObject(connector, request);
  if (!described.ok) throw new Error(JSON.stringify(described.problems));
  return described.description;
}

/** As versions took it that knew records by the key that is read, whatever a write names them by. */
function asBefore(description: ObjectDescription, operation: Operation): ObjectDescription {
  const { key: _key, ...write } = description.operations[operation] ?? { kind: operation, effect: 'reversible' };
  return { ...description, operations: { ...description.operations, [operation]: write } };
}

/** The definition is stored once, and compiled by each version. */
function compile(target: ObjectDescription, operation: Operation, members: readonly string[]): Plan {
  const {
    source,
    target: end,
    mapping,
    ...rest
  } = definitionSchema.parse({
    source: { connection_id: 'a', object: 'people', key: ['id'] },
    target: { connection_id: 'b', object: target.id, operation, delivery: 'at_least_once' },
    mapping: members.map((name) => ({ to: name, from: name })),
  });
  if (source === undefined || end === undefined || mapping === undefined) throw new Error('Not complete.');
  const compiled = compilePlan({
    definition: { ...rest, source, target: end, mapping },
    source: { key: ['id'], operations: { list: {} } },
    target,
    namespace: 'int',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.planFor({ now: 0 });
}

/** A run of its own over all records. @returns what it sent. */
async function run(plan: Plan, records: JsonObject[], stream: string): Promise<Effect[]> {
  const runId = newUuid();
  await admin`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
    values (${orgId}, ${runId}, ${integrationId}, ${newUuid()}, 1, 'manual', 'running', '{}', now(), now())`;
  const opener = createOpener(await readPrivateKeys(keys.keyFile), systemClock);
  const publicKeys = await readPublicKeys(keys.publicKeyFile);
  const sealer = () => createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  const deps = { database: app, opener, sealer, createScrub: () => (text: string) => text };
  const store = createSegmentStore({ orgId, integrationId, runId, stream, step: 'sync' }, deps);
  const written: Effect[] = [];
  const target: RecordTarget = {
    idempotency: plan.idempotency,
    system: stream,
    fingerprint: stream,
    requestTimeoutMs: 1000,
    writeTimeoutMs: 1000,
    searchLagMs: 0,
    keyTtlMs: 0,
    batchMax: 100,
    write: (effects) => {
      written.push(...effects);
      return Promise.resolve({ results: effects.map(() => ({ outcome: 'written' })) });
    },
  };
  const source = { readPage: () => Promise.resolve({ records, next: undefined, bytes: 0 }) };
  const never = new AbortController().signal;
  const { counters } = await runSegment(
    plan,
    { source, target, store, clock: systemClock },
    { timeBoxMs: leaseMs, leaseMs, renewEveryMs: leaseMs, pageBytesMax: 1, partMin: 1, waitMaxMs: 0 },
    { cancel: never, shutdown: never },
  );
  await admin`update runs set status = 'succeeded' where id = ${runId}`;
  expect(counters).toMatchObject({ read: records.length, failed: 0 });
  return written;
}

describe('test/integration/moved-write-keys', () => {
  it.each<[string, string, Operation, string[], string[]]>([
    ['azure', 'resource_groups', 'update', ['id'], ['subscriptionId', 'name']],
    ['azure', 'resource_groups', 'upsert', ['id'], ['subscriptionId', 'name']],
    ['azure', 'role_assignments', 'upsert', ['id'], ['scope', 'name']],
    ['entra_id', 'user_licenses', 'upsert', ['user_id', 'id'], ['user_id']],
    ['gcp', 'firewalls', 'update', ['id'], ['name']],
    ['gcp', 'topics', 'upsert', ['name'], ['topic']],
    ['github', 'issues', 'update', ['id'], ['number']],
    ['github', 'pull_requests', 'update', ['id'], ['number']],
    ['github', 'repositories', 'update', ['id'], ['name']],
    ['github', 'teams', 'update', ['id'], ['slug']],
    ['jira', 'issues', 'update', ['id'], ['key']],
  ])('writes nothing again of %s %s (%s), whose records were known by %j and are by %j', async (...given) => {
    const [id, object, operation, before, now] = given;
    const target = describeTarget(id, object, operation);
    expect([target.key, target.operations[operation]?.key]).toEqual([before, now]);
    const members = [...new Set(['id', ...before, ...now, 'note'])];
    const records = Array.from({ length: 3 }, (_, n) =>
      Object.fromEntries(members.map((name) => [name, `${name}-${n}`])),
    );
    const stream = `${id} ${object} ${operation}`;
    const old = compile(asBefore(target, operation), operation, members);
    expect(await run(old, records, stream)).toHaveLength(records.length);

    const plan = compile(target, operation, members);
    const changed = records.map((record, n) => (n === 1 ? { ...record, note: 'changed' } : record));

    expect(await run(plan, records, stream)).toEqual([]);
    expect(await run(plan, changed, stream)).toMatchObject([{ sourceKey: 'id-1', body: { note: 'changed' } }]);
    expect(await run(plan, changed, stream)).toEqual([]);
  });
});
