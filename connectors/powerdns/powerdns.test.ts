import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { dnsApiKey, startPowerdns } from '../../test/lab/powerdns.ts';
import type { Peer } from '../../test/lab/start-peer.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { powerdns: root = '' } = inject('lab');

let server: Peer;
let session: ConnectorSession;

function open(apiKey: string): ConnectorSession {
  return openTestSession(connector, {
    config: { server_url: `http://127.0.0.1:${server.port}`, server_id: 'localhost' },
    credentials: { api_key: apiKey },
    allow: [`127.0.0.1:${server.port}`],
  });
}

async function write(
  object: string,
  operation: WriteOperation,
  bodies: JsonObject[],
  matchOn: string[] = [],
): Promise<EffectResult[]> {
  const report = await session
    .openTarget({ object, operation, matchOn, options: {} })
    .write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results;
}

async function read(object: string, zoneId?: string): Promise<JsonObject[]> {
  const records = (await readAll(session.openSource({ object, options: {} }))).pages.flat();
  return records.filter(({ zone_id }) => zoneId === undefined || zone_id === zoneId);
}

function zone(name: string): JsonObject {
  return { name, kind: 'Native', nameservers: ['ns.example.'] };
}

function addressOf(zone_id: string, name: string, content: string): JsonObject {
  return { zone_id, name: `${name}.${zone_id}`, type: 'A', ttl: 300, records: [{ content, disabled: false }] };
}

/** @see https://doc.powerdns.com/authoritative/http-api/ */
describe.skipIf(root === '')('connectors/powerdns/powerdns', () => {
  beforeAll(async () => {
    server = await startPowerdns(root);
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    session = open(dnsApiKey);
  });

  afterEach(() => session.close());

  it('makes a zone once, by its name in any case', async () => {
    const made = await write('zones', 'create', [zone('once.example.')], ['name']);
    const again = await write('zones', 'create', [zone('once.example.')], ['name']);
    const found = await session
      .openTarget({ object: 'zones', operation: 'create', matchOn: ['name'], options: {} })
      .find?.(toEffects([zone('ONCE.example.'), zone('other.example.')], 'create'), AbortSignal.timeout(5000));

    expect(made).toMatchObject([{ outcome: 'created', targetId: 'once.example.' }]);
    expect(again).not.toMatchObject([{ outcome: 'created' }]);
    expect(found).toMatchObject([{ found: true, targetId: 'once.example.' }, { found: false }]);
    expect((await read('zones')).map(({ name }) => name)).toContain('once.example.');
  });

  it('replaces record sets and removes them', async () => {
    await write('zones', 'create', [zone('sets.example.')], ['name']);
    await write('record_sets', 'upsert', [
      addressOf('sets.example.', 'a', '192.0.2.1'),
      addressOf('sets.example.', 'b', '192.0.2.2'),
    ]);
    await write('record_sets', 'upsert', [addressOf('sets.example.', 'a', '192.0.2.9')]);
    const removed = await write('record_sets', 'delete', [
      { zone_id: 'sets.example.', name: 'b.sets.example.', type: 'A' },
    ]);

    const addresses = (await read('record_sets', 'sets.example.')).filter(({ type }) => type === 'A');
    expect(removed).toMatchObject([{ outcome: 'deleted' }]);
    expect(addresses).toMatchObject([
      { name: 'a.sets.example.', ttl: 300, records: [{ content: '192.0.2.9', disabled: false }] },
    ]);
  });

  it('rejects the one record that the server refuses', async () => {
    await write('zones', 'create', [zone('wrong.example.')], ['name']);

    expect(await write('record_sets', 'upsert', [addressOf('wrong.example.', 'a', 'not an address')])).toMatchObject([
      { outcome: 'rejected', code: 'validation' },
    ]);
  });

  it('changes zones, and sets and removes their metadata', async () => {
    await write('zones', 'create', [zone('changed.example.')], ['name']);
    await write('zones', 'update', [{ id: 'changed.example.', account: 'web' }]);
    await write('zone_metadata', 'upsert', [
      { zone_id: 'changed.example.', kind: 'ALLOW-AXFR-FROM', metadata: ['192.0.2.0/24'] },
    ]);
    const set = await read('zone_metadata', 'changed.example.');
    await write('zone_metadata', 'delete', [{ zone_id: 'changed.example.', kind: 'ALLOW-AXFR-FROM' }]);

    const zones = await read('zones');
    expect(zones.find(({ id }) => id === 'changed.example.')).toMatchObject({ account: 'web' });
    expect(set).toContainEqual(
      expect.objectContaining({ kind: 'ALLOW-AXFR-FROM', metadata: ['192.0.2.0/24'], zone_id: 'changed.example.' }),
    );
    expect((await read('zone_metadata', 'changed.example.')).map(({ kind }) => kind)).not.toContain('ALLOW-AXFR-FROM');
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
