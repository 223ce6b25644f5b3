import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { HttpStub } from '../harness/http.ts';
import { OktaBudget } from '../okta-ldap/okta-budget.ts';

const script = fileURLToPath(new URL('../harness/processes/budget-process.ts', import.meta.url));
const orgId = newUuid();
const connectionId = newUuid();
/** Of each process. */
const calls = 150;
const refusedShareMax = 0.01;
/** So long a call is on its way: calls of both processes cross one another. */
const latencyMs = 20;

let database: TestDatabase;
let stub: HttpStub;
let children: ChildProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  const admin = postgres(database.adminUrl, { max: 1 });
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`
    insert into connections (org_id, id, name, service_type, config, credential_version)
    values (${orgId}, ${connectionId}, 'c', 'people', '{}', 1)`;
  await admin.end();
});

afterAll(() => database.drop());

beforeEach(async () => {
  children = [];
  stub = await HttpStub.start();
});

afterEach(async () => {
  for (const child of children) child.disconnect();
  await stub.stop();
});

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, database.appUrl, orgId, connectionId, stub.url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  children.push(child);
  return child;
}

async function read(child: ChildProcess): Promise<void> {
  const done = once(child, 'message');
  child.send(calls);
  await done;
}

describe('test/integration/call-budget', () => {
  it('keeps two processes together within what the vendor says is left', async () => {
    const budget = new OktaBudget({ limit: 40, windowMs: 2000, storms: [] }, () => Date.now());
    stub.always('GET /people', async (_, response) => {
      await sleep(latencyMs / 2);
      const { accepted, headers } = budget.take();
      await sleep(latencyMs / 2);
      response.writeHead(accepted ? 200 : 429, { ...headers, 'content-type': 'application/json' }).end('[]');
    });

    const both = await Promise.all([startProcess(), startProcess()]);
    await Promise.all(both.map(read));

    expect(budget.accepted).toBe(2 * calls);
    expect(budget.refused).toBeLessThanOrEqual(refusedShareMax * 2 * calls);
  }, 120_000);
});
