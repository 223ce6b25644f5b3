import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSegmentStore } from '../../../runs/store/segment-store.ts';
import { systemClock } from '../../../core/clock.ts';
import { newUuid } from '../../../core/ids.ts';
import { noCounters } from '../../../core/pure/counters.ts';
import { type Database, openDatabase } from '../../../drizzle/index.ts';
import type { Acquired, Checkpoint, DiffRow, Mark, SegmentStore } from '../../../engine/ports.ts';
import { createOpener, createSealer, ensureKeyFiles, readPrivateKeys, readPublicKeys } from '../../../vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

export const leaseMs = 10_000;

export const emptyCheckpoint: Checkpoint = {
  fingerprint: 'target',
  settled: [],
  unmarked: [],
  forgotten: [],
  deadLetters: [],
  counters: noCounters,
};

export function settle(sourceKey: string, hash: string, targetId = sourceKey): Checkpoint['settled'][number] {
  return { sourceKey, hash, targetId, effectSeq: 1, unresolved: false };
}

export function mark(sourceKey: string, effectSeq = 1): Mark {
  const body = { login: `CANARY-${sourceKey}` };
  const { fingerprint } = emptyCheckpoint;
  return {
    sourceKey,
    effectSeq,
    effectId: newUuid(),
    fingerprint,
    operation: 'upsert',
    targetId: undefined,
    hash: 'aa',
    body,
  };
}

export async function acquire(store: SegmentStore): Promise<Acquired> {
  const answer = await store.acquire(leaseMs);
  if (answer.status === 'busy') throw new Error('The lease is taken.');
  return answer;
}

export function diff(
  store: SegmentStore,
  { epoch, pageSeq }: Acquired,
  entries: { sourceKey: string; hash: string }[],
  forget = false,
): Promise<DiffRow[]> {
  const { fingerprint } = emptyCheckpoint;
  return store.diff({ epoch, fingerprint, pageSeq, ignoreHashes: false, forget, entries });
}

/** Registers what opens a database, and an integration of an organization of its own for each test. */
export function useSegmentStores() {
  const folder = mkdtempSync(join(tmpdir(), 'hub-segment-store-'));
  let database: TestDatabase;
  let admin: postgres.Sql;
  let app: Database;
  let makeStore: (runId: string, stream?: string, step?: string) => SegmentStore;
  let orgId: string;
  let integrationId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
    app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
    const files = { keyFile: join(folder, 'private.json'), publicKeyFile: join(folder, 'public.json') };
    await ensureKeyFiles(files);
    const publicKeys = await readPublicKeys(files.publicKeyFile);
    const opener = createOpener(await readPrivateKeys(files.keyFile), systemClock);
    makeStore = (runId, stream = 'people', step = 'sync') =>
      createSegmentStore(
        { orgId, integrationId, runId, stream, step },
        {
          database: app,
          opener,
          createScrub: () => (text) => text,
          sealer: () => createSealer(publicKeys, { purpose: 'record', orgId, integrationId }),
        },
      );
  });
  afterAll(async () => {
    await Promise.all([admin.end(), app.close()]);
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    [orgId, integrationId] = [newUuid(), newUuid()];
    await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
    await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
  });

  return {
    get admin() {
      return admin;
    },
    get app() {
      return app;
    },
    get orgId() {
      return orgId;
    },
    get integrationId() {
      return integrationId;
    },
    open: (runId: string, stream?: string, step?: string): SegmentStore => makeStore(runId, stream, step),
    beginRun: async (status = 'running', options: object = {}): Promise<string> => {
      const id = newUuid();
      await admin`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
        values (${orgId}, ${id}, ${integrationId}, ${newUuid()}, 1, 'manual', ${status},
          ${JSON.stringify(options)}::text::jsonb, now(), now())`;
      return id;
    },
    endRun: async (id: string): Promise<void> => {
      await admin`update runs set status = 'succeeded' where id = ${id}`;
    },
    /** The lease runs out. */
    expire: (): PromiseLike<unknown> =>
      admin`update streams set lease_until = now() - interval '1 second' where integration_id = ${integrationId}`,
  };
}
