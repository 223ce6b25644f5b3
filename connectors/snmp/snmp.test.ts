import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import { openTestSession, overLease, readAll, toEffects } from '../../test/harness/http-session.ts';
import { type Cell, community, snmpUser, startSnmpd, tableEntry } from '../../test/lab/snmpd.ts';
import type { Peer } from '../../test/lab/start-peer.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { snmpd: root = '' } = inject('lab');

const rowCount = 120;
const mac = '00:1b:21:ff:00:41';

/** A name for every row, a level for every third, and one address. */
const cells: readonly Cell[] = [
  ...Array.from({ length: rowCount }, (_, at): Cell => [`1.${at + 1}`, 'octet_str', `"port ${at + 1}"`]),
  ...Array.from({ length: rowCount / 3 }, (_, at): Cell => [`2.${3 * at + 1}`, 'integer', `${at}`]),
  ['3.7', 'octet_str', `0x${mac.replaceAll(':', '')}`],
];

const columns = { name: { oid: '1' }, level: { oid: '2' }, address: { oid: '3', type: 'bytes' } };

/** Groups of users of the agent, whose rows can be made and removed. @see https://www.rfc-editor.org/rfc/rfc3415 */
const groups = '1.3.6.1.6.3.16.1.2.1';
const groupOptions = { columns: { group: { oid: '3', type: 'text' } }, row_status: '5' };

/** Security model 3, and a name with its length before it. */
function toGroupIndex(name: string): string {
  return [3, name.length, ...Buffer.from(name)].join('.');
}

let agent: Peer;
let session: ConnectorSession;

function openSession(credentials: JsonObject = snmpUser, config: JsonObject = {}): ConnectorSession {
  return openTestSession(connector, {
    config: { host: '127.0.0.1', port: agent.port, ...config },
    credentials,
    allow: [`127.0.0.1:${agent.port}`],
  });
}

async function write(
  object: string,
  bodies: JsonObject[],
  operation: WriteOperation,
  options: JsonObject = {},
): Promise<EffectResult[]> {
  const target = session.openTarget({ object, operation, matchOn: [], options });
  const report = await target.write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results;
}

async function readRows(object: string, options: JsonObject): Promise<JsonObject[]> {
  return (await readAll(session.openSource({ object, options }))).pages.flat();
}

describe.skipIf(root === '')('connectors/snmp/snmp', () => {
  beforeAll(async () => {
    agent = await startSnmpd(root, cells);
  });

  afterAll(() => agent.stop());

  beforeEach(() => {
    session = openSession();
  });

  afterEach(() => session.close());

  it.each<[string, JsonObject]>([
    ['version 3', snmpUser],
    ['version 2c', { community }],
  ])('reads a table with gaps in pages, each by a session of its own, with %s', async (_, credentials) => {
    const sessions: ConnectorSession[] = [];
    const { pages } = await readAll(() => {
      const other = openSession(credentials);
      sessions.push(other);
      return other.openSource({ object: tableEntry, options: { columns, page_size: 25 } });
    });
    for (const other of sessions) await other.close();

    const rows = pages.flat();
    expect(pages.length).toBeGreaterThan(3);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(25);
    expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: rowCount }, (__, at) => `${at + 1}`));
    expect(rows.slice(3, 7)).toEqual([
      { index: '4', name: 'port 4', level: 1 },
      { index: '5', name: 'port 5' },
      { index: '6', name: 'port 6' },
      { index: '7', name: 'port 7', level: 2, address: mac },
    ]);
    expect(rows.filter((row) => 'level' in row)).toHaveLength(rowCount / 3);
  });

  it('reads more columns than fit into one answer', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, { oid: '1' }]));

    const rows = await readRows(tableEntry, { columns: many });

    expect(rows).toHaveLength(rowCount);
    expect(rows.every((row) => Object.keys(row).length === 31)).toBe(true);
  });

  it('reads a subtree to its end and no further', async () => {
    const { pages } = await readAll(
      session.openSource({ object: `.${tableEntry}.2`, options: { read: 'subtree', page_size: 15 } }),
    );

    expect(pages.map(({ length }) => length)).toEqual([15, 15, 10]);
    expect(pages.flat()[1]).toEqual({ oid: `${tableEntry}.2.4`, type: 'Integer', value: 1 });
  });

  it('reads the device and its interfaces without being told any number', async () => {
    const [device] = await readRows('system', {});
    const interfaces = await readRows('interfaces', {});

    expect(device).toMatchObject({
      sysUpTime: expect.any(Number),
      sysObjectID: expect.stringMatching(/^1\.3\.6\.1\.4\.1\.8072/),
    });
    expect(interfaces).toContainEqual(
      expect.objectContaining({
        ifDescr: 'lo',
        ifType: 24,
        ifPhysAddress: '',
        ifHCInOctets: expect.stringMatching(/^\d+$/),
      }),
    );
  });

  it('discovers what it can read without options', async () => {
    const { objects } = await session.discover([], AbortSignal.timeout(10_000));

    expect(objects.map(({ id }) => id)).toEqual(['system', 'interfaces']);
  });

  it('sets scalars', async () => {
    const results = await write('system', [{ sysName: 'core-1', sysLocation: 'Zürich', sysContact: null }], 'update');

    expect(results).toEqual([{ outcome: 'updated' }]);
    expect(await readRows('system', {})).toMatchObject([{ sysName: 'core-1', sysLocation: 'Zürich' }]);
  });

  it('sets nothing that its lease does not cover', async () => {
    const before = await readRows('system', {});
    const target = session.openTarget({ object: 'system', operation: 'update', matchOn: [], options: {} });

    const { results, error } = await target.write(toEffects([{ sysName: 'late' }], 'update'), overLease);

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect(error?.kind).toBe('transient');
    expect((await readRows('system', {}))[0]?.['sysName']).toBe(before[0]?.['sysName']);
  });

  it('sets cells of the rows that records name', async () => {
    const bodies = [
      { index: '1', level: 41, address: null },
      { index: '7', level: 42, address: '00-no' },
      { index: 'x', level: 43 },
    ];
    const options = { columns: { level: { oid: '2' }, address: { oid: '3', type: 'bytes' } } };

    const results = await write(tableEntry, bodies, 'update', options);

    expect(results).toMatchObject([
      { outcome: 'updated' },
      { outcome: 'rejected', code: 'validation', field: 'address' },
      { outcome: 'rejected', code: 'validation', field: 'index' },
    ]);
    const rows = await readRows(tableEntry, { columns });
    expect([rows[0], rows[6]]).toMatchObject([{ level: 41 }, { level: 2, address: mac }]);
  });

  it('rejects a value of another type than the agent has', async () => {
    const options = { columns: { level: { oid: '2', type: 'text' } } };

    expect(await write(tableEntry, [{ index: '1', level: 'high' }], 'update', options)).toMatchObject([
      { outcome: 'rejected', code: 'validation', field: 'level' },
    ]);
  });

  it('makes rows, changes them and removes them, once and again', async () => {
    const [index, other] = [toGroupIndex('ann'), toGroupIndex('bob')];
    const body = (group: string): JsonObject[] => [{ index, group }];

    const made = await write(groups, body('first'), 'upsert', groupOptions);
    const again = await write(groups, body('second'), 'upsert', groupOptions);
    const rows = await readRows(groups, { columns: groupOptions.columns });
    const missing = await write(groups, [{ index: other, group: 'x' }], 'update', groupOptions);
    const removed = [
      ...(await write(groups, body('second'), 'delete', groupOptions)),
      ...(await write(groups, body('second'), 'delete', groupOptions)),
    ];

    expect([...made, ...again].map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
    expect(rows).toContainEqual({ index, group: 'second' });
    expect(missing).toMatchObject([{ outcome: 'rejected', code: 'not_found' }]);
    expect(removed.map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted']);
    expect(await readRows(groups, { columns: groupOptions.columns })).not.toContainEqual(
      expect.objectContaining({ index }),
    );
  });

  it('stops where the agent lets nobody set', async () => {
    const target = session.openTarget({
      object: '1.3.6.1.2.1.1',
      operation: 'update',
      matchOn: [],
      options: { write: 'scalars', columns: { sysDescr: { oid: '1' } } },
    });

    expect(await target.write(toEffects([{ sysDescr: 'x' }], 'update'))).toMatchObject({
      results: [{ outcome: 'not_sent' }],
      error: { kind: 'permission' },
    });
  });

  it.each<[string, JsonObject]>([
    ['version 3', snmpUser],
    ['version 2c', { community }],
  ])('passes every stage of a test with %s', async (_, credentials) => {
    const other = openSession(credentials);

    const { checks } = await other.test(AbortSignal.timeout(10_000));
    await other.close();

    expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['auth ok', 'read ok']);
  });

  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['another password', { ...snmpUser, auth_password: 'CANARY-wrong' }, {}, 'auth', 'auth_invalid'],
    ['another user', { ...snmpUser, user: 'nobody' }, {}, 'auth', 'auth_invalid'],
    ['another community', { community: 'CANARY-wrong' }, {}, 'auth', 'transient'],
    ['an address that nobody opened', snmpUser, { port: 9 }, 'tcp', 'address_not_allowed'],
    ['a public address without encryption', { community }, { host: '9.9.9.9' }, 'tls', 'config'],
  ])('says where %s stops it', async (_, credentials, config, stage, code) => {
    const other = openSession(credentials, config);

    const report = await other.test(AbortSignal.timeout(15_000));
    await other.close();

    expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
    expect(JSON.stringify(report)).not.toContain('CANARY');
  });
});
