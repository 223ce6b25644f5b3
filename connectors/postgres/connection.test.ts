import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { useForeignTables } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

describe('connectors/postgres/connection', () => {
  it('says who is signed in, and reads a first row', async () => {
    await tables.sql`create table if not exists first_to_be_read ()`;
    const report = await tables.session.test(AbortSignal.timeout(5000));

    expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual(
      ['tcp', 'auth', 'permission', 'read'].map((name) => [name, true]),
    );
    expect(report.checks[2]?.message).toMatch(/^Signed in as hub_demo to PostgreSQL \d+/);
  });

  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['a wrong password', {}, { password: 'canary-wrong' }, 'auth', 'auth_invalid'],
    ['a database that is not there', { database: 'nowhere' }, {}, 'read', 'config'],
    ['a schema that is not there', { schema: 'nowhere' }, {}, 'permission', 'config'],
    ['a port that nobody opened', { port: 9 }, {}, 'tcp', 'address_not_allowed'],
    ['a server without encryption', { ssl: 'verify_full' }, {}, 'tls', 'tls_not_offered'],
  ])('says where %s stops it', async (_, config, credentials, stage, code) => {
    const other = tables.openSession(config, credentials);

    const report = await other.test(AbortSignal.timeout(15_000));
    await other.close();

    expect(report.ok).toBe(false);
    expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
    expect(JSON.stringify(report)).not.toContain('canary');
  });
});
