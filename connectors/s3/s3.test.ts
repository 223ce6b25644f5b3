import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { createS3Server, type S3Server } from '../../test/harness/servers/http-s3.ts';
import { openTestSession, readAll, readChanges, toEffects } from '../../test/harness/http-session.ts';
import { describeObject } from '../kit/describe-object.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { validateCredentials } from '../kit/validate.ts';
import { toBucketUrl } from './config.ts';
import { connector } from './index.ts';

/** The one key that the server knows. */
const credentials = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER', region: 'us-east-1' };

let directory: string;
let server: S3Server;
let port: number;
let session: ConnectorSession;
let bucket = '';
let buckets = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hub-s3-'));
  server = createS3Server(directory);
  ({ port } = await server.run());
});

afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  buckets += 1;
  bucket = `bucket-${buckets}`;
  await server.store.putBucket(bucket);
  session = openSession();
});

afterEach(() => session.close());

function openSession(config: JsonObject = {}, given: JsonObject = credentials): ConnectorSession {
  return openTestSession(connector, {
    config: { bucket, endpoint: `http://127.0.0.1:${port}`, ...config },
    credentials: given,
    allow: [`127.0.0.1:${port}`],
  });
}

function open(object: string, options: JsonObject = {}): RecordSource {
  return session.openSource({ object, options });
}

async function put(key: string, content: string): Promise<void> {
  await server.store.putObject({ bucket, key, content: Buffer.from(content), metadata: {} });
}

async function get(key: string): Promise<string | undefined> {
  const object = await server.store.getObject(bucket, key);
  if (object === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of object.content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const people = 'id,name\n1,Ann\n2,Bob\n3,Cleo\n';
const peopleRecords = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Bob' },
  { id: '3', name: 'Cleo' },
];

describe('connectors/s3/s3', () => {
  it.each([
    ['people.csv', people, peopleRecords],
    ['a b/ünï+(1).jsonl', '{"id":1}\n{"id":2}\n', [{ id: 1 }, { id: 2 }]],
    ['list.json', '[{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
  ])('reads the object %s, also page by page in other processes', async (key, content, records) => {
    await put(key, content);

    const once = await readAll(open(key, { page_size: 1 }));
    const again = await readAll(() => open(key, { page_size: 1 }));

    expect(once.pages.flat()).toEqual(records);
    expect(again.pages.flat()).toEqual(records);
  });

  it('reads all objects under a prefix as one sequence', async () => {
    await put('in/1.csv', people);
    await put('in/2.csv', 'id,name\n4,Dan\n');
    await put('in/3.txt', 'not this');
    await put('in/sub/4.csv', 'id,name\n');
    await put('in/sub/5.csv', 'id,name\n5,Eve\n6,Fay\n');
    await put('other/1.csv', people);
    const expected = ['1', '2', '3', '4', '5', '6'];

    const once = await readAll(open('in/', { key_ending: '.csv' }));
    const again = await readAll(() => open('in/', { key_ending: '.csv', page_size: 2 }));

    expect(once.pages.map((page) => page.map(({ id }) => id))).toEqual([expected]);
    expect(again.pages.flat().map(({ id }) => id)).toEqual(expected);
  });

  it('names the object under a prefix that is not what it should be', async () => {
    await put('in/1.csv', people);
    await put('in/2.csv', 'id,name\n4,"Da');

    await expect(readAll(open('in/', { format: 'csv' }))).rejects.toMatchObject({
      kind: 'schema_drift',
      message: 'in/2.csv: The file does not match its format: a quote is not closed.',
    });
  });

  it('notices that an object changed while it was read, and passes over one that is gone', async () => {
    await put('in/1.csv', people);
    await put('in/2.csv', people);
    const source = open('in/', { format: 'csv', page_size: 2 });
    const signal = AbortSignal.timeout(10_000);

    const first = await source.readPage(null, signal);
    await put('in/1.csv', people.replace('Ann', 'Eva'));
    await server.store.deleteObject(bucket, 'in/2.csv');

    await expect(open('in/', { format: 'csv' }).readPage(first.next ?? null, signal)).rejects.toMatchObject({
      kind: 'cursor_expired',
    });
    expect((await readAll(source)).pages.flat()).toHaveLength(3);
  });

  it('reads objects again that changed, those that come late, and no others', async () => {
    const options = { key_ending: '.csv', page_size: 2, incremental: true };
    const openOnes = () => open('in/', options);
    for (const n of [1, 2, 3]) await put(`in/${n}.csv`, `id\n${n}a\n${n}b\n${n}c\n`);

    const first = await readChanges(openOnes);
    const same = await readChanges(openOnes, first.watermark);
    // Of the same length, and one in front of those that were read.
    await put('in/2.csv', 'id\n2a\n2x\n2c\n');
    await put('in/0.csv', 'id\n0a\n');
    await server.store.deleteObject(bucket, 'in/3.csv');
    const changed = await readChanges(openOnes, same.watermark);
    const again = await readChanges(openOnes, changed.watermark);

    expect(first.records).toHaveLength(9);
    expect(first.pages).toBeGreaterThan(3);
    expect(same.records).toEqual([]);
    expect(changed.records).toEqual([{ id: '0a' }, { id: '2a' }, { id: '2x' }, { id: '2c' }]);
    expect(again.records).toEqual([]);
  });

  it('reads one object again when it changed, and says where it is gone', async () => {
    const openOne = () => open('people.csv', { incremental: true });
    await put('people.csv', people);
    await put('people.csv.old', people);

    const first = await readChanges(openOne);
    const same = await readChanges(openOne, first.watermark);
    await put('people.csv', 'id,name\n4,Dan\n');
    const changed = await readChanges(openOne, same.watermark);
    await server.store.deleteObject(bucket, 'people.csv');

    expect([first.records, same.records, changed.records]).toEqual([peopleRecords, [], [{ id: '4', name: 'Dan' }]]);
    await expect(readChanges(openOne, changed.watermark)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('reads what changed since an instant, and all of it again where that is asked for', async () => {
    await put('in/1.csv', people);
    const source = open('in/', { format: 'csv', incremental: true });
    const since = async (time: number) => {
      const cursor = source.begin?.({ since: new Date(Date.now() + time).toISOString() });
      return (await source.readPage(cursor ?? null, AbortSignal.timeout(10_000))).records.length;
    };

    expect([await since(-60_000), await since(60_000)]).toEqual([3, 0]);
    expect(open('in/', { format: 'csv' }).begin).toBeUndefined();
  });

  it('lists objects, however many there are', async () => {
    for (let i = 0; i < 25; i += 1) await put(`k/${String(i).padStart(2, '0')} &.txt`, 'x'.repeat(i));

    const { pages } = await readAll(() => open('k/', { read: 'listing', page_size: 10 }));

    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat()[7]).toEqual({
      key: 'k/07 &.txt',
      size: 7,
      last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      etag: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('reads an empty prefix as nothing', async () => {
    expect((await readAll(open('none/', { format: 'csv' }))).pages).toEqual([[]]);
  });

  it('writes one object a record, and writes it again to the same place', async () => {
    const target = session.openTarget({
      object: 'people/{team}/{id}.json',
      operation: 'upsert',
      matchOn: [],
      options: {},
    });
    const effects = toEffects([
      { team: 'a b', id: 1, name: 'Zoë' },
      { team: 'c/d', id: "it's (2)!" },
    ]);

    const first = await target.write(effects);
    const second = await target.write(effects);

    expect(target.idempotency).toBe('natural');
    expect([first, second].flatMap(({ results }) => results)).toEqual(
      Array.from({ length: 4 }, () => ({ outcome: 'written' })),
    );
    expect(await target.find?.(effects, AbortSignal.timeout(10_000))).toMatchObject([
      { matchesBody: true },
      { matchesBody: true },
    ]);
    expect(await get('people/a b/1.json')).toBe('{"team":"a b","id":1,"name":"Zoë"}');
    expect(await get("people/c/d/it's (2)!.json")).toContain('c/d');
  });

  it('deletes once and twice, and what was never there', async () => {
    const request = { object: 'people/{id}.json', matchOn: [], options: {} };
    await session.openTarget({ ...request, operation: 'upsert' }).write(toEffects([{ id: "it's 1" }, { id: 2 }]));
    const target = session.openTarget({ ...request, operation: 'delete' });

    const { results } = await target.write(toEffects([{ id: "it's 1" }, { id: 'nobody' }], 'delete'));
    const again = await target.write(toEffects([{ id: "it's 1" }], 'delete'));

    expect([...results, ...again.results].map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted', 'deleted']);
    await expect(get("people/it's 1.json")).rejects.toThrow();
    expect(await get('people/2.json')).toContain('2');
  });

  it('names the fields that make the key', () => {
    const request = { config: { bucket }, object: 'people/{team}/{id}.json', options: {}, role: 'target' } as const;

    expect(describeObject(connector, request)).toMatchObject({
      ok: true,
      description: { key: ['team', 'id'], operations: { upsert: { idempotency: 'natural', identity: 'match' } } },
    });
  });

  it('tests a connection', async () => {
    const wrongKey = openSession({}, { ...credentials, access_key_id: 'NOBODY' });
    const wrongBucket = openSession({ bucket: 'not-there' });
    const sessions = [session, wrongKey, wrongBucket];

    const reports = await Promise.all(sessions.map((opened) => opened.test(AbortSignal.timeout(10_000))));
    await Promise.all(sessions.map((opened) => opened.close()));

    expect(reports.map(({ ok, checks }) => [ok, checks.find((check) => !check.ok)?.code])).toEqual([
      [true, undefined],
      [false, 'auth_invalid'],
      [false, 'config'],
    ]);
  });

  it('accepts an access key with a region and nothing else', () => {
    expect(validateCredentials(connector, credentials)).toEqual({
      ok: true,
      authMethod: 'access_key',
      value: credentials,
    });
    expect(validateCredentials(connector, { ...credentials, token: 'x' })).toMatchObject({
      ok: false,
      errors: [{ path: 'credentials.token', code: 'unknown_field' }],
    });
  });

  it.each([
    [{ bucket: 'people' }, 'https://people.s3.eu-central-1.amazonaws.com'],
    [{ bucket: 'hr.exports' }, 'https://s3.eu-central-1.amazonaws.com/hr.exports'],
    [{ bucket: 'people', endpoint: 'https://minio.example:9000' }, 'https://minio.example:9000/people'],
    [{ bucket: 'people', endpoint: 'https://r2.example', force_path_style: false }, 'https://people.r2.example'],
  ])('finds the bucket of %j at %s', (config, url) => {
    expect(toBucketUrl({ config, auth: { region: 'eu-central-1' } })).toBe(url);
  });
});
