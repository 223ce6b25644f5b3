import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub, type SeenRequest } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, { config: { base_url: stub.url }, allow: [`127.0.0.1:${stub.port}`] });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const signal = AbortSignal.timeout(60_000);

function open(options: JsonObject): RecordSource {
  return session.openSource({ object: '/file', options: { page_size: 2, ...options } });
}

const csv = 'id,name\r\n1,"Ann, ""A"""\r\n2,"two\r\nlines"\r\n3,Zoë\r\n4,\r\n5,last';
const rows = [
  { id: '1', name: 'Ann, "A"' },
  { id: '2', name: 'two\r\nlines' },
  { id: '3', name: 'Zoë' },
  { id: '4', name: '' },
  { id: '5', name: 'last' },
];
const ndjson = '{"id":1}\n\n{"id":2}\n{"id":3}\n{"id":4}\n{"id":5}\n';
const lines = [1, 2, 3, 4, 5].map((id) => ({ id }));
const json = JSON.stringify(lines);

/** Serves a file as a static file server does: with an entity tag, and parts of it. */
function serveParts(content: () => string): (request: SeenRequest, response: ServerResponse) => undefined {
  return ({ headers }, response) => {
    const bytes = Buffer.from(content());
    const tag = `"${createHash('sha1').update(bytes).digest('hex')}"`;
    const start = /^bytes=(\d+)-$/.exec(String(headers['range'] ?? ''))?.[1];
    const isPart = start !== undefined && headers['if-range'] === tag;
    const range = isPart ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {};
    response.writeHead(isPart ? 206 : 200, { etag: tag, ...range });
    response.end(isPart ? bytes.subarray(Number(start)) : bytes);
    return undefined;
  };
}

describe('connectors/http/files', () => {
  it.each([
    ['csv', csv, rows],
    ['ndjson', ndjson, lines],
    ['json', json, lines],
  ])('reads a %s file once in a run, in pages', async (format, body, expected) => {
    stub.on('GET /file', { body });

    const { pages } = await readAll(open({ format }));

    expect(pages.flat()).toEqual(expected);
    expect(Math.max(...pages.map((page) => page.length))).toBe(2);
  });

  it('finds the header behind empty lines', async () => {
    stub.on('GET /file', { body: '\r\n\nid,name\n1,a\n' });

    const { pages } = await readAll(open({ format: 'csv', csv: { relaxed: true } }));

    expect(pages).toEqual([[{ id: '1', name: 'a' }]]);
  });

  it.each([
    ['whose lines end with carriage returns only', 'id,name\r1,a\r2,b\r', 'line feeds'],
    ['of another encoding', Buffer.from('id,name\n1,Zo\xEB\n', 'latin1'), 'latin1'],
  ])('takes no file %s for an empty or a whole one', async (_, body, remedy) => {
    stub.on('GET /file', { body });

    const reading = readAll(open({ format: 'csv' }));

    await expect(reading).rejects.toMatchObject({ kind: 'schema_drift', message: expect.stringContaining(remedy) });
  });

  it.each([
    ['csv', csv, rows],
    ['ndjson', ndjson, lines],
    ['json', json, lines],
  ])('goes on reading a %s file in other processes', async (format, body, expected) => {
    stub.always('GET /file', { body });

    const { pages } = await readAll(() => open({ format }));

    expect(pages.flat()).toEqual(expected);
  });

  it.each([
    ['csv', csv, rows],
    ['ndjson', ndjson, lines],
  ])('fetches only the rest of a %s file where the system gives parts', async (format, body, expected) => {
    stub.always(
      'GET /file',
      serveParts(() => body),
    );

    const { pages } = await readAll(() => open({ format }));

    expect(pages.flat()).toEqual(expected);
    expect(stub.requests.slice(1).every(({ headers }) => headers['range'] !== undefined)).toBe(true);
  });

  it.each([
    ['csv', csv, csv.replace('Ann', 'Eva')],
    ['ndjson', ndjson, ndjson.replace('1', '7')],
    ['json', json, json.replace('1', '7')],
    ['csv', csv, csv.slice(0, 10)],
  ])('notices that a %s file changed in between', async (format, before, after) => {
    stub.on('GET /file', { body: before }, { body: after });

    const first = await open({ format }).readPage(null, signal);

    await expect(open({ format }).readPage(first.next ?? null, signal)).rejects.toMatchObject({
      kind: 'cursor_expired',
    });
  });

  it('notices by the entity tag that a file changed in between', async () => {
    let body = csv;
    stub.always(
      'GET /file',
      serveParts(() => body),
    );

    const first = await open({ format: 'csv' }).readPage(null, signal);
    body = csv.replace('last', 'more');

    await expect(open({ format: 'csv' }).readPage(first.next ?? null, signal)).rejects.toMatchObject({
      kind: 'cursor_expired',
    });
  });

  it('goes on where a log only grew', async () => {
    stub.on('GET /file', { body: ndjson }, { body: `${ndjson}{"id":6}\n` });

    const first = await open({ format: 'ndjson' }).readPage(null, signal);
    const second = await open({ format: 'ndjson', page_size: 100 }).readPage(first.next ?? null, signal);

    expect([...first.records, ...second.records]).toEqual([...lines, { id: 6 }]);
  });

  it('reads the same page again for the same cursor', async () => {
    stub.always('GET /file', { body: csv });
    const source = open({ format: 'csv' });

    const first = await source.readPage(null, signal);
    const second = await source.readPage(first.next ?? null, signal);
    const again = await source.readPage(first.next ?? null, signal);

    expect(again).toEqual(second);
  });

  it('reads files without a header, with other separators and encodings', async () => {
    stub.on('GET /file', { body: Buffer.from('1;Zo\u00eb\n', 'latin1') });
    const options = { format: 'csv', csv: { delimiter: ';', columns: ['id', 'name'], encoding: 'latin1' } };

    const { pages } = await readAll(open(options));

    expect(pages).toEqual([[{ id: '1', name: 'Zoë' }]]);
  });

  it('ignores a byte order mark', async () => {
    stub.on('GET /file', { body: '\ufeffid\n1\n' });

    const { pages } = await readAll(open({ format: 'csv' }));

    expect(pages).toEqual([[{ id: '1' }]]);
  });

  it.each([
    ['two columns of one name', 'a,a\n1,2\n'],
    ['a row with too many cells', 'a,b\n1,2,3\n'],
    ['a quote that is not closed', 'a,b\n1,"2\n'],
  ])('refuses %s', async (_, body) => {
    stub.on('GET /file', { body });

    await expect(readAll(open({ format: 'csv' }))).rejects.toMatchObject({ kind: 'schema_drift' });
  });

  it('names the line that is not JSON', async () => {
    stub.on('GET /file', { body: '{"id":1}\n{"id":2}\n{"id":\n' });

    await expect(readAll(open({ format: 'ndjson' }))).rejects.toMatchObject({ message: 'Line 3 is not JSON.' });
  });

  it('reads a large file in pages of the size asked for', async () => {
    const row = `${'x'.repeat(1000)}\n`;
    stub.on('GET /file', (_, response) => {
      response.write('text\n');
      for (let i = 0; i < 10; i += 1) response.write(row.repeat(1000));
      response.end();
      return undefined;
    });
    const source = open({ format: 'csv', page_size: 1000 });
    const sizes: number[] = [];

    for (let cursor: Parameters<RecordSource['readPage']>[0] | undefined = null; cursor !== undefined;) {
      const page = await source.readPage(cursor, signal);
      sizes.push(page.records.length);
      cursor = page.next;
    }

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_000);
    expect(Math.max(...sizes)).toBe(1000);
  });
});
