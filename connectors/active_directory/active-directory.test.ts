import { Attribute, Change } from 'ldapts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../../test/lab/slapd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { guid } from './codecs.ts';
import { connector } from './index.ts';
import { describeObject } from '../kit/describe-object.ts';

const { slapd: root = '' } = inject('lab');
const people = `ou=people,${baseDn}`;
const id = '00112233-4455-6677-8899-aabbccddeeff';

let directory: Directory;
let session: ConnectorSession;

async function write(operation: WriteOperation, object: string, ...bodies: JsonObject[]): Promise<EffectResult[]> {
  const target = session.openTarget({ object, operation, matchOn: ['sAMAccountName'], options: {} });
  const report = await target.write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results;
}

function makeUser(n: number, more: JsonObject = {}): JsonObject {
  const login = `u${n}`;
  return { sAMAccountName: login, cn: `User ${n}`, sn: 'User', ...more };
}

function toReplace(type: string, value: string): Change {
  return new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) });
}

/** As a domain controller does: gives numbers of changes, here with a large gap. */
function withNumber(n: number): JsonObject {
  return makeUser(n, { uSNChanged: n < 40 ? n : n + 5_000_000, objectGUID: id });
}

describe.skipIf(root === '')('connectors/active_directory/active-directory', () => {
  beforeAll(async () => {
    directory = await startSlapd(root);
  });

  afterAll(() => directory.stop());

  beforeEach(() => {
    session = openTestSession(connector, {
      config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: people },
      credentials: { bind_dn: rootDn, password: rootPassword },
      allow: [`127.0.0.1:${directory.port}`],
    });
  });

  afterEach(async () => {
    await session.close();
    const { searchEntries } = await directory.admin.search(people, { scope: 'one', attributes: ['1.1'] });
    for (const { dn } of searchEntries) await directory.admin.del(dn);
  });

  it('reads users along their numbers of changes, over gaps, with a cursor for any process', async () => {
    await write('upsert', 'users', ...Array.from({ length: 80 }, (_, n) => withNumber(n)));

    const { pages, cursors } = await readAll(() =>
      session.openSource({ object: 'users', options: {}, recordsMax: 30 }),
    );

    const logins = pages.flat().map(({ sAMAccountName }) => sAMAccountName);
    expect(logins).toHaveLength(80);
    expect(new Set(logins).size).toBe(80);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(30);
    expect(cursors[1]).toEqual({ from: expect.any(Number), width: expect.any(Number) });
    expect(pages.flat().find(({ uSNChanged }) => uSNChanged === 1)).toMatchObject({
      dn: `cn=User 1,${people}`,
      objectGUID: id,
    });
  });

  it('reads an entry again, behind its place, that changed while others were read', async () => {
    await write('upsert', 'users', ...Array.from({ length: 8 }, (_, n) => withNumber(n * 2000)));
    const source = session.openSource({ object: 'users', options: {}, recordsMax: 2 });
    const signal = AbortSignal.timeout(10_000);

    const first = await source.readPage(null, signal);
    await write('upsert', 'users', makeUser(0, { uSNChanged: 9_000_000, title: 'Changed' }));
    const rest = [];
    for (let next = first.next; next !== undefined;) {
      const page = await source.readPage(next, signal);
      rest.push(...page.records);
      next = page.next;
    }

    expect(first.records.map(({ sAMAccountName }) => sAMAccountName)).toContain('u0');
    expect(rest.at(-1)).toMatchObject({ sAMAccountName: 'u0', title: 'Changed' });
    expect(new Set([...first.records, ...rest].map(({ sAMAccountName }) => sAMAccountName)).size).toBe(8);
  });

  it('disables a user and keeps the other bits of the account', async () => {
    await write('upsert', 'users', makeUser(1, { userAccountControl: 0x1_0200, uSNChanged: 1 }));

    const outcomes = [
      await write('update', 'users', { sAMAccountName: 'u1', enabled: false }),
      await write('update', 'users', { sAMAccountName: 'u1', enabled: false }),
    ];
    const { pages } = await readAll(session.openSource({ object: 'users', options: {} }));
    const enabled = await write('update', 'users', { sAMAccountName: 'u1', enabled: true });

    expect([...outcomes.flat(), ...enabled].map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged', 'updated']);
    expect(pages.flat()).toMatchObject([{ enabled: false, userAccountControl: 0x1_0202 }]);
  });

  it('gives new users a state and a password, and never sends the password again', async () => {
    const created = await write('create', 'users', makeUser(1, { enabled: false, password: 'CANARY-first' }));
    const again = await write('upsert', 'users', makeUser(1, { enabled: false, password: 'CANARY-second' }));
    const { searchEntries } = await directory.admin.search(people, {
      filter: '(sAMAccountName=u1)',
      explicitBufferAttributes: ['unicodePwd'],
    });

    expect([created, again]).toMatchObject([[{ outcome: 'created' }], [{ outcome: 'unchanged' }]]);
    expect(searchEntries).toMatchObject([
      { userAccountControl: '514', unicodePwd: Buffer.from('"CANARY-first"', 'utf16le') },
    ]);
  });

  it('sets the end of an account, and takes it away, whichever number says so', async () => {
    await write('upsert', 'users', makeUser(1, { uSNChanged: 1, accountExpires: '2027-01-01T00:00:00.000Z' }));
    const readEnd = async () => {
      const { searchEntries } = await directory.admin.search(people, { filter: '(sAMAccountName=u1)' });
      return searchEntries[0]?.['accountExpires'];
    };
    const limited = await readEnd();

    const outcomes = [
      await write('update', 'users', { sAMAccountName: 'u1', accountExpires: null }),
      await write('update', 'users', { sAMAccountName: 'u1', accountExpires: null }),
    ];
    const endless = await readEnd();
    const { pages } = await readAll(session.openSource({ object: 'users', options: {} }));
    const entry = `cn=User 1,${people}`;
    await directory.admin.modify(entry, toReplace('accountExpires', '0'));
    outcomes.push(await write('update', 'users', { sAMAccountName: 'u1', accountExpires: '' }));

    expect([limited, endless]).toEqual(['134432352000000000', '9223372036854775807']);
    expect(pages.flat()).toMatchObject([{ accountExpires: null }]);
    expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged', 'unchanged']);
  });

  it('finds entries by their attributes and names, and by nothing that is worked out', async () => {
    await write('upsert', 'users', makeUser(1, { objectGUID: id, mail: 'ann@example.com' }), makeUser(2));
    const find = async (key: string, ...values: string[]) => {
      const found = await session
        .openFinder?.({ object: 'users', key, options: {} })
        .find(values, AbortSignal.timeout(5000));
      return found?.map(({ sAMAccountName }) => sAMAccountName);
    };

    expect(await find('objectGUID', 'no GUID', id.toUpperCase())).toEqual(['u1']);
    expect(await find('mail', 'nobody@example.com', 'ANN@example.com')).toEqual(['u1']);
    expect(await find('dn', `CN=User 2,${people}`)).toEqual(['u2']);
    const described = describeObject(connector, { object: 'users', options: {}, config: {}, role: 'source' });
    const findsBy = described.ok ? described.description.findsBy : [];
    expect(findsBy).toEqual(expect.arrayContaining(['dn', 'mail', 'employeeID', 'sAMAccountName']));
    expect(findsBy).not.toContain('enabled');
  });

  it('creates users, groups and computers without match fields, each once', async () => {
    const create = async (object: string, body: JsonObject): Promise<EffectResult[]> => {
      const target = session.openTarget({ object, operation: 'create', matchOn: [], options: {} });
      return (await target.write(toEffects([body], 'create'))).results;
    };

    const results = [
      ...(await create('users', makeUser(1))),
      ...(await create('users', { ...makeUser(1), sAMAccountName: 'other' })),
      ...(await create('groups', { sAMAccountName: 'staff', cn: 'Staff', groupType: -2_147_483_646 })),
      ...(await create('computers', { sAMAccountName: 'PC1$', cn: 'PC1', sn: 'PC1' })),
    ];

    expect(results).toMatchObject([
      { outcome: 'created' },
      { outcome: 'rejected', code: 'conflict' },
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
  });

  it('finds records by their GUID', async () => {
    await write('upsert', 'users', makeUser(1, { objectGUID: id }));
    const target = session.openTarget({ object: 'users', operation: 'update', matchOn: ['objectGUID'], options: {} });

    const report = await target.write(toEffects([{ objectGUID: id, title: 'Head' }], 'update'));
    const { searchEntries } = await directory.admin.search(people, { filter: '(sAMAccountName=u1)' });

    expect(report.results).toMatchObject([{ outcome: 'updated' }]);
    expect(searchEntries).toMatchObject([{ title: 'Head' }]);
    expect(guid.decode(Buffer.from('33221100554477668899aabbccddeeff', 'hex'))).toBe(id);
  });

  it('writes groups with their members, and computers', async () => {
    await write('upsert', 'users', makeUser(1), makeUser(2));
    const member = [`cn=User 1,${people}`, `cn=User 2,${people}`];
    const group = { sAMAccountName: 'staff', cn: 'Staff', groupType: -2_147_483_646, uSNChanged: 5 };

    const results = [
      ...(await write('upsert', 'groups', { ...group, member })),
      ...(await write('upsert', 'groups', { ...group, member: member.toReversed() })),
      ...(await write('upsert', 'groups', { ...group, member: member.slice(1) })),
      ...(await write('upsert', 'computers', { sAMAccountName: 'PC1$', cn: 'PC1', sn: 'PC1', uSNChanged: 6 })),
    ];
    const { pages } = await readAll(session.openSource({ object: 'groups', options: {} }));

    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged', 'updated', 'created']);
    expect(pages.flat()).toMatchObject([{ cn: 'Staff', member: member.slice(1), groupType: -2_147_483_646 }]);
  });
});
