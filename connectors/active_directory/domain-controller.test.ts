import { Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordSource, WriteOperation } from '../../core/records.ts';
import { openTestSession, readAll, readChanges, toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

/** `ldap://USER:PASSWORD@HOST:PORT/BASE` of a domain controller for tests, such as Samba's, that takes simple binds without TLS. */
const { HUB_TEST_AD: given } = process.env;
const {
  hostname = '',
  port = '',
  username = '',
  password = '',
  pathname = '',
} = given === undefined ? {} : new URL(given);
const login = decodeURIComponent(username);
const secret = decodeURIComponent(password);
const root = decodeURIComponent(pathname.slice(1));
const base = `ou=hub-tests,${root}`;
let admin: Client;
let session: ConnectorSession;

async function removeAll(): Promise<void> {
  const { searchEntries } = await admin
    .search(base, { scope: 'sub', attributes: ['1.1'] })
    .catch(() => ({ searchEntries: [] }));
  // What stands below others has a longer name.
  const names = searchEntries.map(({ dn }) => dn).toSorted((one, other) => other.length - one.length);
  for (const dn of names) await admin.del(dn);
}

async function write(operation: WriteOperation, object: string, ...bodies: JsonObject[]): Promise<string[]> {
  const matchOn = operation === 'create' ? [] : ['sAMAccountName'];
  const { results, error } = await session
    .openTarget({ object, operation, matchOn, options: {} })
    .write(toEffects(bodies, operation));
  if (error !== undefined) throw error;
  return results.map(({ outcome }) => outcome);
}

function open(object: string): RecordSource {
  return session.openSource({ object, options: {} });
}

/** What OpenLDAP does not do: the controller's own rules for accounts, numbers of changes, and groups. */
describe.skipIf(given === undefined)('connectors/active_directory/domain-controller', () => {
  beforeAll(async () => {
    admin = new Client({ url: `ldap://${hostname}:${port}`, timeout: 10_000 });
    await admin.bind(login, secret);
    await removeAll();
    await admin.add(base, { objectClass: 'organizationalUnit', ou: 'hub-tests' });
    session = openTestSession(connector, {
      config: { host: hostname, port: Number(port), encryption: 'disable', base_dn: base },
      credentials: { bind_dn: login, password: secret },
      allow: [`${hostname}:${port}`],
    });
  });

  afterAll(async () => {
    await session.close();
    await removeAll();
    await admin.unbind();
  });

  it('takes a person through joining, changes and leaving', async () => {
    const ann = { sAMAccountName: 'hub-ann', cn: 'Ann', sn: 'Example', mail: 'ann@hub-tests.example' };
    const changes: [WriteOperation, JsonObject][] = [
      ['create', ann],
      ['create', ann],
      ['upsert', { ...ann, title: 'Dr' }],
      ['upsert', { ...ann, title: 'Dr' }],
      ['update', { sAMAccountName: 'hub-ann', cn: 'Anna', enabled: false, accountExpires: '2030-01-01T00:00:00.000Z' }],
      ['update', { sAMAccountName: 'hub-ann', accountExpires: null, title: null }],
      ['delete', { sAMAccountName: 'hub-ann' }],
      ['delete', { sAMAccountName: 'hub-ann' }],
    ];
    const outcomes: string[] = [];
    const seen: JsonObject[][] = [];
    for (const [operation, body] of changes) {
      outcomes.push(...(await write(operation, 'users', body)));
      seen.push((await readAll(open('users'))).pages.flat());
    }

    expect(outcomes).toEqual([
      'created',
      'rejected',
      'updated',
      'unchanged',
      'updated',
      'updated',
      'deleted',
      'deleted',
    ]);
    const [created] = seen[0] ?? [];
    expect(created).toMatchObject({ cn: 'Ann', objectGUID: expect.stringMatching(/^[\da-f-]{36}$/) });
    const { objectGUID: id } = created ?? {};
    expect(seen[4]).toMatchObject([
      { cn: 'Anna', title: 'Dr', enabled: false, accountExpires: '2030-01-01T00:00:00.000Z', objectGUID: id },
    ]);
    expect(seen[5]).toMatchObject([{ cn: 'Anna', accountExpires: null, objectGUID: id }]);
    expect(seen[5]?.[0]).not.toHaveProperty('title');
    expect(seen[7]).toEqual([]);
  });

  it('reads what changed since, finds entries, and refuses what the schema does', async () => {
    await write(
      'create',
      'users',
      { sAMAccountName: 'hub-a', cn: 'A', sn: 'A' },
      { sAMAccountName: 'hub-b', cn: 'B', sn: 'B' },
    );
    const { watermark } = await readChanges(() => open('users'));
    const dn = `CN=A,${base}`;

    expect(await write('update', 'users', { sAMAccountName: 'hub-b', manager: dn })).toEqual(['updated']);
    expect(await write('update', 'users', { sAMAccountName: 'hub-b', title: 'x'.repeat(500) })).toEqual(['rejected']);
    const changed = await readChanges(() => open('users'), watermark);
    const group = { sAMAccountName: 'hub-g', cn: 'G', groupType: -2_147_483_646 };
    expect(await write('upsert', 'groups', { ...group, member: [dn] })).toEqual(['created']);
    expect(await write('upsert', 'groups', { ...group, member: [`CN=nobody,${base}`] })).toEqual(['rejected']);

    const finder = session.openFinder?.({ object: 'users', key: 'manager', options: {} });
    const found = await finder?.find([dn], AbortSignal.timeout(10_000));
    expect(changed.records.map(({ cn }) => cn)).toEqual(['B']);
    expect(found?.map(({ cn }) => cn)).toEqual(['B']);
    // Who is a member of a group is no change of the account: everything is read.
    await expect(readChanges(() => open('users'), watermark)).rejects.toMatchObject({ kind: 'cursor_expired' });
  });
});
