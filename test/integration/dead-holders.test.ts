import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findGone, identifyThisProcess } from '../../runs/process-identity.ts';
import { newUuid } from '../../core/ids.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { releaseDead } from '../../worker/release-dead.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let admin: postgres.Sql;
let relayDatabase: Database;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  relayDatabase = openDatabase(database.relayUrl, { role: 'hub_relay', max: 1 });
  connection = await Connection.connect({ address: inject('temporal').address });
});

afterAll(async () => {
  await Promise.all([admin.end(), relayDatabase.close(), connection.close()]);
  await database.drop();
});

const [boot = '', namespace = '', pid = '', startedAt = ''] = (identifyThisProcess() ?? '').split(' ');
const holders = {
  'this process': [boot, namespace, pid, startedAt],
  'a process whose number another one has by now': [boot, namespace, pid, '1'],
  'a process that is gone': [boot, namespace, '4194305', startedAt],
  'a process of another container': [boot, 'pid:[1]', '4194305', startedAt],
  'a process of another machine, or before a restart': ['another', namespace, '4194305', startedAt],
};
const isGone = (name: string): boolean => /gone|by now/.test(name);

// Only Linux tells processes apart.
describe.skipIf(process.platform !== 'linux')('test/integration/dead-holders', () => {
  it.each(Object.entries(holders))('knows whether a holder is gone: %s', (name, words) => {
    expect(findGone(words.join(' ')) !== undefined).toBe(isGone(name));
  });

  it('ends the leases of processes that are gone, keeps until when they may write, and no others', async () => {
    const [orgId, integrationId] = [newUuid(), newUuid()];
    await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
    await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
    for (const [stream, words] of Object.entries(holders)) {
      await admin`
        insert into streams (org_id, integration_id, stream, epoch, lease_until, holder)
        values (${orgId}, ${integrationId}, ${stream}, 1, now() + interval '1 hour', ${words.join(' ')})`;
    }

    const client = new Client({ connection });
    await releaseDead({ relayDatabase, client, namespace: 'default', log: pino({ level: 'silent' }) });

    const rows = await admin<{ stream: string; open: boolean; epoch: string; quiet: boolean; doubt: boolean }[]>`
      select stream, lease_until is null as open, epoch, quiet_until > now() as quiet, page_in_doubt as doubt from streams`;
    for (const row of rows) {
      expect(row).toMatchObject(
        isGone(row.stream)
          ? { open: true, epoch: '2', quiet: true, doubt: true }
          : { open: false, epoch: '1', quiet: null },
      );
    }
    expect(rows).toHaveLength(5);
  });
});
