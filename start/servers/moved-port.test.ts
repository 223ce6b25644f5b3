import postgres from 'postgres';
import { expect, describe, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { createTestDatabase } from '../../test/harness/database.ts';
import { tellOfMovedPort } from './moved-port.ts';

describe('start/servers/moved-port', () => {
  it('names the connections that do not reach the database any more', async () => {
    const database = await createTestDatabase();
    const admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
    const orgId = newUuid();
    await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
    for (const [name, host, port] of [
      ['Mine', '127.0.0.1', 54_320],
      ['Elsewhere', 'db.example.com', 54_320],
      ['Another', 'localhost', 5432],
    ] as const) {
      const config = JSON.stringify({ host, port });
      await admin`
        insert into connections (org_id, id, name, service_type, config, status, credential_version)
        values (${orgId}, ${newUuid()}, ${name}, 'postgres', ${config}::text::jsonb, 'active', 1)`;
    }
    const said: string[] = [];

    await tellOfMovedPort({ adminUrl: database.adminUrl, port: 54_321, remembered: 54_320 }, (text) => said.push(text));
    await admin.end();
    await database.drop();

    expect(said).toEqual([
      expect.stringContaining('the embedded PostgreSQL listens on 54321 this time'),
      'The connection "Mine" points to port 54320 and cannot reach the database.',
    ]);
  });
});
