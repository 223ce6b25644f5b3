import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { dnsApiKey, startPowerdns } from '../../test/lab/powerdns.ts';
import type { Peer } from '../../test/lab/start-peer.ts';
import { toPlainText } from '../kit/type-guards.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { powerdns: root = '' } = inject('lab');

let server: Peer;
let session: ConnectorSession;

function open(apiKey: string): ConnectorSession {
  return openTestSession(connector, {
    config: { base_url: `http://127.0.0.1:${server.port}/api/v1/servers/localhost`, test_path: '/zones' },
    credentials: { header: 'X-API-Key', api_key: apiKey },
    allow: [`127.0.0.1:${server.port}`],
  });
}

async function write(
  operation: WriteOperation,
  object: string,
  options: JsonObject,
  bodies: JsonObject[],
): Promise<EffectResult[]> {
  const target = session.openTarget({ object, operation, matchOn: ['name'], options });
  const report = await target.write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results;
}

async function read(object: string, options: JsonObject = {}): Promise<JsonObject[]> {
  return (await readAll(session.openSource({ object, options }))).pages.flat();
}

const zones = { idempotency: { kind: 'find', path: '/zones?zone={name}' }, target_id_path: 'id' };
const sets = { path: '/zones/{zone}', method: 'PATCH', idempotency: { kind: 'put_by_key' } };

function zone(name: string): JsonObject {
  return { name, kind: 'Native', nameservers: ['ns.example.org.'] };
}

function addressOf(name: string, content: string): JsonObject {
  const set = { name: `${name}.example.org.`, type: 'A', ttl: 300, changetype: 'REPLACE' };
  return { zone: 'example.org.', rrsets: [{ ...set, records: [{ content, disabled: false }] }] };
}

/** @see https://doc.powerdns.com/authoritative/http-api/ */
describe.skipIf(root === '')('connectors/http/powerdns', () => {
  beforeAll(async () => {
    server = await startPowerdns(root);
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    session = open(dnsApiKey);
  });

  afterEach(() => session.close());

  it('makes zones, sets records of them, again and otherwise, and reads both', async () => {
    const made = await write('create', '/zones', zones, [zone('example.org.'), zone('example.net.')]);
    const first = await write('upsert', 'addresses', sets, [addressOf('a', '192.0.2.1'), addressOf('b', '192.0.2.2')]);
    const again = await write('upsert', 'addresses', sets, [addressOf('a', '192.0.2.1'), addressOf('b', '192.0.2.9')]);

    expect(made).toMatchObject([
      { outcome: 'created', targetId: 'example.org.' },
      { outcome: 'created', targetId: 'example.net.' },
    ]);
    expect([...first, ...again].map(({ outcome }) => outcome)).toEqual(Array(4).fill('written'));
    expect((await read('/zones')).toSorted(byName).map(({ name }) => name)).toEqual(['example.net.', 'example.org.']);
    const addresses = (await read('/zones/example.org.', { records_path: 'rrsets' })).filter(
      ({ type }) => type === 'A',
    );
    expect(addresses.toSorted(byName).map(({ name, records }) => ({ name, records }))).toEqual([
      { name: 'a.example.org.', records: [{ content: '192.0.2.1', disabled: false }] },
      { name: 'b.example.org.', records: [{ content: '192.0.2.9', disabled: false }] },
    ]);
  });

  it('finds what was made before', async () => {
    await write('create', '/zones', zones, [zone('found.example.')]);
    const target = session.openTarget({ object: '/zones', operation: 'create', matchOn: ['name'], options: zones });

    const found = await target.find?.(
      toEffects([zone('found.example.'), zone('other.example.')], 'create'),
      AbortSignal.timeout(5000),
    );

    expect(found).toMatchObject([{ found: true, targetId: 'found.example.' }, { found: false }]);
  });

  it('rejects the one record that the server refuses', async () => {
    await write('create', '/zones', zones, [zone('example.com.')]);
    const wrong = { ...addressOf('a', 'not an address'), zone: 'example.com.' };

    expect(await write('upsert', 'addresses', sets, [wrong])).toMatchObject([
      { outcome: 'rejected', code: 'validation' },
    ]);
  });

  it.each<[string, string, boolean, string]>([
    ['the right key', dnsApiKey, true, 'ok'],
    ['another key', 'CANARY-wrong', false, 'auth_invalid'],
  ])('tests a connection with %s', async (_, apiKey, ok, code) => {
    const other = open(apiKey);

    const report = await other.test(AbortSignal.timeout(10_000));
    await other.close();

    expect(report).toMatchObject({ ok });
    expect(report.checks.find(({ name }) => name === 'auth')).toMatchObject({ ok, code });
  });
});

function byName(a: JsonObject, b: JsonObject): number {
  return toPlainText(a['name']) < toPlainText(b['name']) ? -1 : 1;
}
