import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { migrate } from '../../drizzle/migrate.ts';
import type { TestDatabase } from '../harness/database.ts';
import { createDatabaseBefore } from '../harness/database/older-database.ts';

const orgId = newUuid();
let database: TestDatabase;
let admin: postgres.Sql;

/** What credentials had, and what they have after the upgrade. */
const table: [before: string[], after: string[]][] = [
  [['runs:read'], ['runs:read', 'records:read']],
  [['runs:write'], ['runs:write', 'records:read']],
  [['connections:read'], ['connections:read', 'records:read']],
  [['integrations:write'], ['integrations:write', 'records:read', 'connections:use']],
  [
    ['accounts:read', 'webhooks:write'],
    ['accounts:read', 'webhooks:write'],
  ],
  [['*'], ['*']],
];

beforeAll(async () => {
  database = await createDatabaseBefore('people');
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  for (const [n, [before]] of table.entries()) {
    await admin`
      insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes)
      values (${orgId}, ${newUuid()}, ${String(n)}, 'p', ${String(n)}, 'last', ${before})`;
    await admin`
      insert into oauth_clients (org_id, id, name, auth_method, pepper_id, scopes)
      values (${orgId}, ${newUuid()}, ${String(n)}, 'private_key_jwt', 'p', ${before})`;
  }
  const rules = table.map(([scopes], n) => ({ claim: 'roles', value: String(n), scopes }));
  await admin`
    insert into token_issuers (org_id, id, name, issuer, audience, jwks_uri, algorithms, scope_rules)
    values (${orgId}, ${newUuid()}, 'test', 'i', 'a', 'j', '{RS256}', ${admin.json(rules)})`;
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

describe('test/integration/upgraded-scopes', () => {
  it.each(['api_keys', 'oauth_clients'])('leaves %s what they could do', async (credentials) => {
    const rows = await admin<{ scopes: string[] }[]>`select scopes from ${admin(credentials)} order by name::int`;

    expect(rows.map(({ scopes }) => scopes)).toEqual(table.map(([, after]) => after));
  });

  it('leaves rules of token issuers what they granted, in their order', async () => {
    const [row] = await admin<{ scope_rules: unknown }[]>`select scope_rules from token_issuers`;

    expect(row?.scope_rules).toEqual(table.map(([, scopes], n) => ({ claim: 'roles', value: String(n), scopes })));
  });
});
