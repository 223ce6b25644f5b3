import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import { openTestSession, overLease, readAll, readChanges, toEffects } from '../../test/harness/http-session.ts';
import { makeSshKeys } from '../../test/lab/ssh-keys.ts';
import { type FileServer, startSshd } from '../../test/lab/sshd.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { sshd: root = '' } = inject('lab');

let server: FileServer;
let session: ConnectorSession;

function openSession(
  config: JsonObject = {},
  credentials: JsonObject = {},
  known: JsonObject = { host_key: server.hostKey },
): ConnectorSession {
  return openTestSession(connector, {
    config: { host: '127.0.0.1', port: server.port, ...known, ...config },
    credentials: { user: server.user, private_key: server.privateKey, ...credentials },
    allow: [`127.0.0.1:${server.port}`],
  });
}

/** Makes a file that the server's user may read and replace. */
function put(path: string, content: string): void {
  const file = join(server.files, path);
  writeFileSync(file, content);
  chmodSync(file, 0o666);
}

async function write(
  object: string,
  bodies: JsonObject[],
  operation: WriteOperation = 'upsert',
): Promise<EffectResult[]> {
  const report = await session
    .openTarget({ object, operation, matchOn: [], options: {} })
    .write(toEffects(bodies, operation));
  if (report.error !== undefined) throw report.error;
  return report.results;
}

describe.skipIf(root === '')('connectors/sftp/sftp', () => {
  beforeAll(async () => {
    server = await startSshd(root);
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    session = openSession();
  });

  afterEach(async () => {
    await session.close();
    for (const name of readdirSync(server.files)) rmSync(join(server.files, name), { recursive: true });
  });

  it.each<[string, string, JsonObject]>([
    ['people.csv', 'id,name\n1,"Ann, A"\n2,Bob\n3,Eve\n', {}],
    ['people.ndjson', '{"id":"1","name":"Ann, A"}\n{"id":"2","name":"Bob"}\n{"id":"3","name":"Eve"}\n', {}],
    [
      'people.json',
      '{"d":[{"id":"1","name":"Ann, A"},{"id":"2","name":"Bob"},{"id":"3","name":"Eve"}]}',
      { records_path: 'd' },
    ],
    [
      'people.xml',
      '<d><p><id>1</id><name>Ann, A</name></p><p><id>2</id><name>Bob</name></p><p><id>3</id><name>Eve</name></p></d>',
      { records_path: 'd.p' },
    ],
  ])('reads %s in pages, each by a session of its own', async (name, content, options) => {
    put(name, content);

    const { pages } = await readAll(() => session.openSource({ object: name, options: { ...options, page_size: 2 } }));

    expect(pages).toEqual([
      [
        { id: '1', name: 'Ann, A' },
        { id: '2', name: 'Bob' },
      ],
      [{ id: '3', name: 'Eve' }],
    ]);
  });

  it('reads the files of a folder by name, over pages, and leaves others out', async () => {
    mkdirSync(join(server.files, 'in'));
    for (const n of [3, 1, 2]) {
      const rows = Array.from({ length: 25 }, (_, row) => `${n}-${row}\n`).join('');
      put(`in/part-${n}.csv`, `id\n${rows}`);
    }
    put('in/notes.txt', 'not read');
    put('in/.hidden.csv', 'id\nhidden\n');

    const { pages } = await readAll(() =>
      session.openSource({ object: 'in/', options: { name_ending: '.csv', page_size: 10 } }),
    );

    const ids = pages.flat().map(({ id }) => (typeof id === 'string' ? id : ''));
    expect(ids).toHaveLength(75);
    expect(ids.map((id) => id.split('-')[0]).join('')).toBe('1'.repeat(25) + '2'.repeat(25) + '3'.repeat(25));
  });

  it('reads files again that changed, those that come late with an old time, and no others', async () => {
    mkdirSync(join(server.files, 'in'));
    const longAgo = new Date('2026-01-01T00:00:00Z');
    const putOld = (name: string, content: string, time = longAgo): void => {
      put(`in/${name}`, content);
      utimesSync(join(server.files, 'in', name), time, time);
    };
    const openOnes = () =>
      session.openSource({ object: 'in/', options: { name_ending: '.csv', page_size: 2, incremental: true } });
    for (const n of [1, 2, 3]) putOld(`${n}.csv`, `id\n${n}a\n${n}b\n${n}c\n`);
    put('in/new.csv', 'id\nnew\n');

    const first = await readChanges(openOnes);
    const same = await readChanges(openOnes, first.watermark);
    putOld('2.csv', 'id\n2a\n2x\n2c\n', new Date('2026-01-02T00:00:00Z'));
    putOld('0.csv', 'id\n0a\n');
    putOld('new.csv', 'id\nnew\n');
    rmSync(join(server.files, 'in/3.csv'));
    const changed = await readChanges(openOnes, same.watermark);
    const again = await readChanges(openOnes, changed.watermark);

    expect(first.records).toHaveLength(10);
    expect(first.pages).toBeGreaterThan(3);
    // What has just changed may change once more in the same second.
    expect(same.records).toEqual([{ id: 'new' }]);
    expect(changed.records.map(({ id }) => id)).toEqual(['0a', '2a', '2x', '2c', 'new']);
    expect(again.records).toEqual([]);
  });

  it('reads one file again when it changed', async () => {
    const openOne = () => session.openSource({ object: 'one.csv', options: { incremental: true } });
    const putOne = (content: string, day: string): void => {
      put('one.csv', content);
      utimesSync(join(server.files, 'one.csv'), new Date(day), new Date(day));
    };
    putOne('id\n1\n', '2026-01-01');
    const first = await readChanges(openOne);
    const same = await readChanges(openOne, first.watermark);
    putOne('id\n2\n', '2026-01-02');
    const changed = await readChanges(openOne, same.watermark);

    expect([first.records, same.records, changed.records]).toEqual([[{ id: '1' }], [], [{ id: '2' }]]);
  });

  it('reads a large file from its place on, and notices another one in its stead', async () => {
    put('big.ndjson', Array.from({ length: 40_000 }, (_, id) => `{"id":${id},"text":"${'x'.repeat(50)}"}\n`).join(''));
    const openSource = () => session.openSource({ object: 'big.ndjson', options: { page_size: 9000 } });

    const { pages, cursors } = await readAll(openSource);
    put('big.ndjson', '{"id":0}\n');

    expect(pages.flat()).toHaveLength(40_000);
    expect(pages.flat().every(({ id }, index) => id === index)).toBe(true);
    await expect(openSource().readPage(cursors[2] ?? null, AbortSignal.timeout(5000))).rejects.toMatchObject({
      kind: 'cursor_expired',
    });
  });

  it('lists files', async () => {
    put('a.txt', '12345');
    put('b.txt', '1');

    const { pages } = await readAll(session.openSource({ object: '.', options: { read: 'listing', page_size: 1 } }));

    expect(pages).toEqual([
      [{ name: 'a.txt', size: 5, modified_at: expect.stringMatching(/^20\d\d-/) }],
      [{ name: 'b.txt', size: 1, modified_at: expect.any(String) }],
    ]);
  });

  it.each<[string, string, string]>([
    ['a file that is not there', 'none.csv', 'not_found'],
    ['a folder that may not be read', '/root/', 'permission'],
  ])('says what is wrong with %s', async (_, object, kind) => {
    const source = session.openSource({ object, options: { format: 'csv' } });

    await expect(source.readPage(null, AbortSignal.timeout(5000))).rejects.toMatchObject({ kind });
  });

  it('names the file of a folder that cannot be read, or is not what it should be', async () => {
    mkdirSync(join(server.files, 'many'));
    writeFileSync(join(server.files, 'many/a.csv'), 'id,name\n1,Ann\n');
    writeFileSync(join(server.files, 'many/b.csv'), 'id,name\n2,"Bo');
    const readMany = () =>
      session.openSource({ object: 'many/', options: { format: 'csv' } }).readPage(null, AbortSignal.timeout(5000));

    await expect(readMany()).rejects.toMatchObject({
      kind: 'schema_drift',
      message: 'b.csv: The file does not match its format: a quote is not closed.',
    });
    chmodSync(join(server.files, 'many/a.csv'), 0);
    await expect(readMany()).rejects.toMatchObject({
      kind: 'permission',
      message: expect.stringMatching(/^a\.csv: The user lacks permission/),
    });
  });

  it('writes each record into a file of its own, whole, and again over the old one', async () => {
    const first = await write('out/{team}/{id}.json', [
      { id: 1, team: 'a', name: 'Ann' },
      { id: 2, team: 'b', name: 'Bob' },
    ]);
    const second = await write('out/{team}/{id}.json', [{ id: 1, team: 'a', name: 'Changed' }]);

    expect([...first, ...second].map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written']);
    expect(readdirSync(join(server.files, 'out'), { recursive: true }).map(String).toSorted()).toEqual([
      'a',
      'a/1.json',
      'b',
      'b/2.json',
    ]);
    expect(readFileSync(join(server.files, 'out/a/1.json'), 'utf8')).toBe('{"id":1,"team":"a","name":"Changed"}\n');
  });

  it('writes nothing that its lease does not cover', async () => {
    const target = session.openTarget({ object: '{id}.json', operation: 'upsert', matchOn: [], options: {} });

    const { results, error } = await target.write(toEffects([{ id: 1 }]), overLease);

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect(error?.kind).toBe('transient');
    expect(readdirSync(server.files)).toEqual([]);
  });

  it('deletes once and twice', async () => {
    put('1.json', '{}');

    const results = [
      ...(await write('{id}.json', [{ id: 1 }], 'delete')),
      ...(await write('{id}.json', [{ id: 1 }], 'delete')),
    ];

    expect(results.map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted']);
    expect(existsSync(join(server.files, '1.json'))).toBe(false);
  });

  it.each(['../x', 'a/b', '.ssh', '', null])('rejects the file name %j', async (id) => {
    expect(await write('{id}.json', [{ id }])).toMatchObject([
      { outcome: 'rejected', code: 'validation', field: 'id' },
    ]);
  });

  it('sends nothing where the user lacks the right', async () => {
    const target = session.openTarget({ object: '/etc/{id}.json', operation: 'upsert', matchOn: [], options: {} });

    expect(await target.write(toEffects([{ id: 'hub' }]))).toMatchObject({
      results: [{ outcome: 'not_sent' }],
      error: { kind: 'permission' },
    });
  });

  it('passes every stage of a test', async () => {
    const { checks } = await session.test(AbortSignal.timeout(10_000));

    expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['tcp ok', 'auth ok', 'read ok']);
  });

  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['another host key', { host_key: `SHA256:${'A'.repeat(43)}` }, {}, 'tls', 'config'],
    ['another key', {}, { private_key: makeSshKeys().private }, 'auth', 'auth_invalid'],
    ['a user that is not there', {}, { user: 'nobody-here' }, 'auth', 'auth_invalid'],
    ['a port that nobody opened', { port: 9 }, {}, 'tcp', 'address_not_allowed'],
  ])('says where %s stops it', async (_, config, credentials, stage, code) => {
    const other = openSession(config, credentials);

    const report = await other.test(AbortSignal.timeout(15_000));
    await other.close();

    expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
    expect(JSON.stringify(report)).not.toContain('PRIVATE KEY');
  });

  it.each<[string, JsonObject]>([
    ['another', { host_key: `SHA256:${'A'.repeat(43)}` }],
    ['none', {}],
  ])('names the key that the server showed where %s is configured, and does not sign in', async (_, known) => {
    const other = openSession({}, {}, known);

    const report = await other.test(AbortSignal.timeout(15_000));
    const reading = other.openSource({ object: 'people.csv', options: {} }).readPage(null, AbortSignal.timeout(15_000));
    const error = await reading.catch((reason: unknown) => reason);
    await other.close();

    expect(report.checks.map(({ name, ok }) => `${name} ${ok}`)).toEqual(['tcp true', 'tls false']);
    const { code, message } = report.checks.at(-1) ?? {};
    expect(code).toBe('config');
    expect(message).toContain(`ssh-ed25519 ${server.hostKey}: compare`);
    expect(message).toContain('set it as `host_key`');
    expect(error).toMatchObject({ kind: 'config', message: expect.stringContaining(server.hostKey) });
  });
});
