import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, RecordTarget, WriteOperation } from '../../core/records.ts';
import { openTestSession, overLease, readAll, toEffects } from '../../test/harness/http-session.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../../test/lab/slapd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { slapd: root = '' } = inject('lab');

let directory: Directory;
let session: ConnectorSession;
const people = `ou=people,${baseDn}`;

function openSession(config: JsonObject = {}, credentials: JsonObject = {}, allow?: string[]): ConnectorSession {
  return openTestSession(connector, {
    config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: baseDn, ...config },
    credentials: { bind_dn: rootDn, password: rootPassword, ...credentials },
    allow: allow ?? [`127.0.0.1:${directory.port}`, `localhost:${directory.port}`],
  });
}

function open(operation: WriteOperation, matchOn = ['uid'], object = 'inetOrgPerson'): RecordTarget {
  return session.openTarget({ object, operation, matchOn, options: { base_dn: people } });
}

async function write(target: RecordTarget, ...bodies: JsonObject[]): Promise<EffectResult['outcome'][]> {
  return writeAs('upsert', target, ...bodies);
}

async function writeAs(
  operation: WriteOperation,
  target: RecordTarget,
  ...bodies: JsonObject[]
): Promise<EffectResult['outcome'][]> {
  const report = await target.write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results.map(({ outcome }) => outcome);
}

async function readEntry(dn: string): Promise<object | undefined> {
  const { searchEntries } = await directory.admin.search(dn, { scope: 'base' });
  return searchEntries[0];
}

function makePeople(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, n) => ({
    uid: `p${n}`,
    cn: `Person ${n}`,
    sn: 'Person',
    mail: `p${n}@a.example`,
  }));
}

async function removePeople(): Promise<void> {
  const { searchEntries } = await directory.admin.search(people, { scope: 'one', attributes: ['1.1'] });
  for (const { dn } of searchEntries) await directory.admin.del(dn);
}

describe.skipIf(root === '')('connectors/ldap/ldap', () => {
  beforeAll(async () => {
    directory = await startSlapd(root);
  });

  afterAll(() => directory.stop());

  beforeEach(() => {
    session = openSession();
  });

  afterEach(async () => {
    await session.close();
    await removePeople();
  });

  describe('as a target', () => {
    it('adds what is new, changes what differs and leaves the rest alone', async () => {
      const target = open('upsert');

      const first = await write(target, ...makePeople(3));
      const second = await write(
        target,
        { uid: 'p0', cn: 'Person 0', sn: 'Person', mail: 'p0@a.example' },
        { uid: 'p1', cn: 'Person 1', sn: 'Changed', mail: null },
        { uid: 'p9', cn: 'Müller, "M" +1', sn: 'Müller', mail: ['a@a.example', 'b@a.example'] },
      );

      expect(target.idempotency).toBe('natural');
      expect(first).toEqual(['created', 'created', 'created']);
      expect(second).toEqual(['unchanged', 'updated', 'created']);
      expect(await readEntry(`uid=p1,${people}`)).toEqual({
        dn: `uid=p1,${people}`,
        objectClass: 'inetOrgPerson',
        uid: 'p1',
        cn: 'Person 1',
        sn: 'Changed',
      });
      expect(await readEntry(`uid=p9,${people}`)).toMatchObject({
        cn: 'Müller, "M" +1',
        mail: ['a@a.example', 'b@a.example'],
      });
    });

    it('writes nothing that its lease does not cover', async () => {
      const { results, error } = await open('upsert').write(toEffects(makePeople(1)), overLease);

      expect(results).toEqual([{ outcome: 'not_sent' }]);
      expect(error?.kind).toBe('transient');
      expect((await directory.admin.search(people, { scope: 'one' })).searchEntries).toEqual([]);
    });

    it('adds and removes single members of a group', async () => {
      await write(open('upsert'), ...makePeople(3));
      const members = [0, 1, 2].map((n) => `uid=p${n},${people}`);
      const groups = session.openTarget({
        object: 'groupOfNames',
        operation: 'upsert',
        matchOn: ['cn'],
        options: { base_dn: people },
      });

      const outcomes = [
        await write(groups, { cn: 'staff', member: members.slice(0, 2) }),
        await write(groups, { cn: 'staff', member: [members[1]?.toUpperCase() ?? '', members[0] ?? ''] }),
        await write(groups, { cn: 'staff', member: members.slice(1) }),
      ];

      expect(outcomes).toEqual([['created'], ['unchanged'], ['updated']]);
      expect(await readEntry(`cn=staff,${people}`)).toMatchObject({ member: members.slice(1) });
    });

    it('renames and moves an entry whose name is another', async () => {
      await write(open('upsert'), { uid: 'old', cn: 'A', sn: 'A', employeeNumber: '7' });
      const byNumber = open('upsert', ['employeeNumber']);

      const renamed = await write(byNumber, { uid: 'new, name', cn: 'B', sn: 'A', employeeNumber: '7' });
      const entry = await readEntry(String.raw`uid=new\, name,${people}`);
      const moved = await write(byNumber, { dn: `uid=moved,ou=groups,${baseDn}`, employeeNumber: '7' });
      const gone = await writeAs('delete', open('delete', ['dn']), { dn: `uid=moved,ou=groups,${baseDn}` });

      expect([renamed, moved, gone]).toEqual([['updated'], ['updated'], ['deleted']]);
      expect(entry).toMatchObject({ uid: 'new, name', cn: 'B' });
    });

    it('rejects the records that the directory refuses, and no others', async () => {
      const good = makePeople(5);
      const { results, error } = await open('upsert').write(
        toEffects([
          ...good,
          { uid: 'bad1', cn: 'no surname' },
          { uid: 'bad2', cn: 'x', sn: 'x', nick: 'unknown attribute' },
          { uid: 'bad3', cn: 'x', sn: { a: 1 } },
          { uid: null, cn: 'x', sn: 'x' },
          { uid: 'p*', cn: 'x', sn: 'x' },
        ]),
      );

      expect(error).toBeUndefined();
      expect(results.slice(0, 5).every(({ outcome }) => outcome === 'created')).toBe(true);
      expect(results.slice(5)).toMatchObject([
        { outcome: 'rejected', code: 'validation' },
        { outcome: 'rejected', code: 'validation' },
        { outcome: 'rejected', code: 'validation', field: 'sn' },
        { outcome: 'rejected', code: 'validation', field: 'uid' },
        { outcome: 'created' },
      ]);
    });

    it('creates once, updates what is there, deletes once and twice', async () => {
      const [person = {}] = makePeople(1);
      const steps: [WriteOperation, JsonObject][] = [
        ['update', person],
        ['create', person],
        ['create', person],
        ['update', { ...person, sn: 'B' }],
        ['delete', { uid: 'p0' }],
        ['delete', { uid: 'p0' }],
      ];

      const outcomes: string[] = [];
      for (const [operation, body] of steps) outcomes.push(...(await writeAs(operation, open(operation), body)));

      expect(outcomes).toEqual(['rejected', 'created', 'rejected', 'updated', 'deleted', 'deleted']);
    });

    it('creates without match fields by the name that the entry will have, and finds it by that', async () => {
      const target = session.openTarget({
        object: 'inetOrgPerson',
        operation: 'create',
        matchOn: [],
        options: { base_dn: people, rdn: 'uid' },
      });
      const [person = {}] = makePeople(1);
      const named = { dn: `uid=p1,${people}`, cn: 'B', sn: 'B' };

      const outcomes = await writeAs('create', target, person, named, { cn: 'nameless', sn: 'x' });
      const again = await writeAs('create', target, person);
      const found = await target.find?.(
        toEffects([person, { ...named, sn: 'C' }, { ...person, uid: 'none' }]),
        AbortSignal.timeout(5000),
      );

      expect(target.idempotency).toBe('lookup');
      expect([outcomes, again]).toEqual([['created', 'created', 'rejected'], ['rejected']]);
      expect(found).toMatchObject([
        { found: true, matchesBody: true },
        { found: true, matchesBody: false },
        { found: false },
      ]);
    });

    it('finds records and tells whether they hold the body', async () => {
      await write(open('upsert'), ...makePeople(2));
      const [first = {}, second = {}] = makePeople(2);
      const target = open('create');

      expect(target.idempotency).toBe('lookup');
      expect(
        await target.find?.(
          toEffects([first, { ...second, sn: 'Other' }, { uid: 'none', cn: 'x' }]),
          AbortSignal.timeout(5000),
        ),
      ).toEqual([
        { found: true, targetId: undefined, matchesBody: true },
        { found: true, targetId: undefined, matchesBody: false },
        { found: false },
      ]);
    });

    it('sends nothing where the name lacks the right', async () => {
      await directory.admin.add(`cn=reader,${baseDn}`, {
        objectClass: 'person',
        sn: 'r',
        userPassword: 'CANARY-reader',
      });
      const reader = openSession({}, { bind_dn: `cn=reader,${baseDn}`, password: 'CANARY-reader' });
      const target = reader.openTarget({ object: 'inetOrgPerson', operation: 'upsert', matchOn: ['uid'], options: {} });

      const report = await target.write(toEffects(makePeople(1)));
      await reader.close();
      await directory.admin.del(`cn=reader,${baseDn}`);

      expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'permission' } });
    });

    it('goes on with a new connection when the old one broke', async () => {
      const target = open('upsert');
      await write(target, ...makePeople(1));
      await session.close();

      expect(await write(target, { uid: 'p0', cn: 'again', sn: 'x' })).toEqual(['updated']);
    });

    it('refuses match fields that are no attributes', () => {
      expect(() => open('upsert', ['uid)(cn'])).toThrow(/not the name of an attribute/);
    });
  });

  describe('as a source', () => {
    it('reads every entry once, page by page', async () => {
      await write(open('upsert'), ...makePeople(95), { uid: 'bytes', cn: 'x', sn: 'x', jpegPhoto: 'not utf8? plain' });
      const openSource = () => session.openSource({ object: 'inetOrgPerson', options: { page_size: 20 } });

      const { pages } = await readAll(openSource);

      const uids = pages.flat().map(({ uid }) => uid);
      expect(uids).toHaveLength(96);
      expect(new Set(uids).size).toBe(96);
      expect(pages[0]).toHaveLength(20);
      expect(pages.flat().find(({ uid }) => uid === 'p7')).toEqual({
        dn: `uid=p7,${people}`,
        objectClass: ['inetOrgPerson'],
        uid: 'p7',
        cn: 'Person 7',
        sn: 'Person',
        mail: 'p7@a.example',
      });
      expect(pages.flat().find(({ uid }) => uid === 'bytes')).toMatchObject({
        jpegPhoto: Buffer.from('not utf8? plain').toString('base64'),
      });
    });

    it('gives the last page again, and begins anew where the directory has forgotten the place', async () => {
      await write(open('upsert'), ...makePeople(30));
      const source = session.openSource({ object: 'inetOrgPerson', options: { page_size: 10 } });
      const signal = AbortSignal.timeout(5000);

      const first = await source.readPage(null, signal);
      const second = await source.readPage(first.next ?? null, signal);

      expect(await source.readPage(first.next ?? null, signal)).toEqual(second);
      await session.close();
      await expect(source.readPage(second.next ?? null, signal)).rejects.toMatchObject({ kind: 'cursor_expired' });
    });

    it('takes filters, attributes and lists of the options', async () => {
      await write(open('upsert'), ...makePeople(3));

      const { pages } = await readAll(
        session.openSource({
          object: 'inetOrgPerson',
          options: { filter: '(|(uid=p1)(uid=p2))', attributes: ['cn'], lists: ['cn'] },
        }),
      );

      expect(pages.flat()).toHaveLength(2);
      expect(pages.flat()).toContainEqual({ dn: `uid=p1,${people}`, cn: ['Person 1'] });
      expect(pages.flat()).toContainEqual({ dn: `uid=p2,${people}`, cn: ['Person 2'] });
    });

    it('ends with its caller', async () => {
      const source = session.openSource({ object: 'inetOrgPerson', options: {} });

      await expect(source.readPage(null, AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
    });
  });

  describe('as a connection', () => {
    it('passes every stage in clear, and with StartTLS to a name that the certificate is made for', async () => {
      const secured = openSession({ host: 'localhost', encryption: 'starttls', ca_certificate: directory.certificate });

      const reports = [
        await session.test(AbortSignal.timeout(10_000)),
        await secured.test(AbortSignal.timeout(10_000)),
      ];
      await secured.close();

      expect(reports.map(({ checks }) => checks.map(({ name, code }) => `${name} ${code}`))).toEqual([
        ['tcp ok', 'auth ok', 'permission ok', 'read ok'],
        ['dns ok', 'tcp ok', 'tls ok', 'auth ok', 'permission ok', 'read ok'],
      ]);
    });

    it.each<[string, JsonObject, JsonObject, string[] | undefined, string, string]>([
      ['a wrong password', {}, { password: 'CANARY-wrong' }, undefined, 'auth', 'auth_invalid'],
      ['a base that is not there', { base_dn: 'ou=none,dc=example,dc=com' }, {}, undefined, 'permission', 'config'],
      ['a port that nobody opened', { port: 9 }, {}, undefined, 'tcp', 'address_not_allowed'],
      [
        'a certificate that nobody vouches for',
        { host: 'localhost', encryption: 'starttls' },
        {},
        undefined,
        'tls',
        'certificate_untrusted',
      ],
      ['a port without TLS', { host: 'localhost', encryption: 'ldaps' }, {}, undefined, 'tls', 'tls_failed'],
    ])('says where %s stops it', async (_, config, credentials, allow, stage, code) => {
      const other = openSession(config, credentials, allow);

      const report = await other.test(AbortSignal.timeout(15_000));
      await other.close();

      expect(report.ok).toBe(false);
      expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
      expect(JSON.stringify(report)).not.toContain('CANARY');
    });

    it('discovers the classes that are in use, with their fields', async () => {
      await write(open('upsert'), ...makePeople(2));

      const { objects } = await session.discover([], AbortSignal.timeout(5000));

      expect(objects.map(({ id }) => id)).toEqual(expect.arrayContaining(['organizationalUnit', 'inetOrgPerson']));
      expect(objects.find(({ id }) => id === 'inetOrgPerson')?.fields).toEqual(
        expect.arrayContaining([{ path: 'mail', type: 'string' }]),
      );
    });
  });
});
