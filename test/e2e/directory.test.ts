import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import {
  createConnection,
  createFlow,
  createTargetDatabase,
  execute,
  isOver,
  readRun,
  type RunRecord,
  type TargetDatabase,
} from '../harness/flow.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../lab/slapd.ts';

const { slapd: root = '' } = inject('lab');
const timeoutMs = 60_000;
const people = `ou=people,${baseDn}`;

let hub: HubProcess;
let api: ApiClient;
let database: TargetDatabase;
let directory: Directory;

async function runOnce(integrationId: string): Promise<RunRecord> {
  const runId = await execute(api, integrationId);
  await expect.poll(async () => isOver(await readRun(api, runId)), { timeout: timeoutMs, interval: 50 }).toBe(true);
  return readRun(api, runId);
}

async function createPeopleFlow(): Promise<string> {
  const source = await createConnection(api, {
    name: 'HR',
    service_type: 'postgres',
    config: { ...database.config, ssl: 'disable' },
    credentials: database.credentials,
  });
  const target = await createConnection(api, {
    name: 'directory',
    service_type: 'ldap',
    config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: baseDn },
    credentials: { bind_dn: rootDn, password: rootPassword },
  });
  return createFlow(api, {
    name: 'HR to directory',
    source: { connection_id: source, object: 'employees', key: ['login'] },
    target: {
      connection_id: target,
      object: 'inetOrgPerson',
      operation: 'upsert',
      match_on: ['uid'],
      options: { base_dn: people },
    },
    mapping: [
      { to: 'uid', from: 'login', required: true },
      { to: 'cn', from: 'name', required: true },
      { to: 'sn', from: 'surname', required: true },
      { to: 'mail', from: 'mail' },
    ],
  });
}

describe.skipIf(root === '')('test/e2e/directory', () => {
  beforeAll(async () => {
    directory = await startSlapd(root);
    hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${directory.port}` });
    api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
    database = await createTargetDatabase(hub.facts.database_url, 'employees');
    await database.sql.unsafe(`create table employees (login text primary key, name text, surname text, mail text);
      alter table employees owner to employees;
      insert into employees select 'u' || n, 'Person ' || n, 'Person', 'u' || n || '@a.example' from generate_series(1, 500) n`);
  }, 180_000);

  afterAll(async () => {
    await database.close();
    await hub.stop();
    await directory.stop();
  }, 60_000);

  it(
    'makes people of a table entries of a directory, and writes nothing where nothing changed',
    async () => {
      const flow = await createPeopleFlow();

      const first = await runOnce(flow);
      const before = await directory.admin.search(people, { scope: 'one', attributes: ['uid', 'entryCSN'] });
      const second = await runOnce(flow);
      const after = await directory.admin.search(people, { scope: 'one', attributes: ['uid', 'entryCSN'] });
      await database.sql`update employees set surname = 'Changed' where login = 'u7'`;
      const third = await runOnce(flow);

      expect(first).toMatchObject({ status: 'succeeded', counters: { read: 500, created: 500, failed: 0 } });
      expect(before.searchEntries).toHaveLength(500);
      expect(second).toMatchObject({
        status: 'succeeded',
        counters: { read: 500, created: 0, updated: 0, skipped: 500 },
      });
      expect(after).toEqual(before);
      expect(third).toMatchObject({ status: 'succeeded', counters: { created: 0, updated: 1, skipped: 499 } });
    },
    timeoutMs * 2,
  );
});
