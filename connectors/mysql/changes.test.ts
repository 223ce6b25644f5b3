import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import type { ReadingStart, RecordSource } from '../../core/records.ts';
import { openTestSession } from '../../test/harness/http-session.ts';
import { type DatabaseServer, password, startMariadb } from '../../test/lab/mariadb.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const { mariadb: root = '' } = inject('lab');

let server: DatabaseServer;
let session: ConnectorSession;

interface ReadResult {
  ids: unknown[];
  pages: number;
  watermark: Json;
}

function open(options: JsonObject): RecordSource {
  const cursor = { cursor_column: 'changed_at', page_size: 10, ...options };
  return session.openSource({ object: 'people', options: cursor });
}

/** Reads to the end, each page by a source of its own, as after a crash. */
async function read(start?: ReadingStart | null, options: JsonObject = {}): Promise<ReadResult> {
  const ids: unknown[] = [];
  let cursor: Json | undefined = (start && open(options).begin?.(start)) ?? null;
  for (let pages = 1; ; pages += 1) {
    const page = await open(options).readPage(cursor, AbortSignal.timeout(20_000));
    ids.push(...page.records.map(({ id }) => id));
    if (page.next === undefined) return { ids, pages, watermark: page.watermark ?? null };
    cursor = JSON.parse(JSON.stringify(page.next)) as Json;
  }
}

/** Reads what changed since a reading. */
function readOn({ watermark }: ReadResult, options?: JsonObject): Promise<ReadResult> {
  return read({ watermark: JSON.parse(JSON.stringify(watermark)) as Json }, options);
}

async function fill(type: string, valueOf: (n: number) => unknown, rows = 25): Promise<void> {
  await server.admin.query(`create table people (id int primary key, changed_at ${type})`);
  const values = Array.from({ length: rows }, (_, index) => [index + 1, valueOf(index + 1)]);
  await server.admin.query('insert into people values ?', [values]);
}

function secondOf(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Rows of all tables that the server has looked at. */
async function countRead(): Promise<number> {
  const [rows] = await server.admin.query<mysql.RowDataPacket[]>(
    "show global status where variable_name in ('Handler_read_next', 'Handler_read_prev', 'Handler_read_key', 'Handler_read_last')",
  );
  return rows.reduce((sum, row) => sum + Number(row['Value']), 0);
}

describe.skipIf(root === '')('connectors/mysql/changes', () => {
  beforeAll(async () => {
    server = await startMariadb(root);
    await server.admin.query("set session time_zone = '+00:00'");
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    session = openTestSession(connector, {
      config: { host: '127.0.0.1', port: server.port, database: 'hr', ssl: 'disable' },
      credentials: { user: 'hub', password },
      allow: [`127.0.0.1:${server.port}`],
    });
  });
  afterEach(async () => {
    await session.close();
    await server.admin.query('drop table if exists people');
  });

  it.each([
    ['timestamp(6) not null', secondOf, '2026-01-02 00:00:00.5'],
    ['datetime not null', secondOf, '2026-01-02 00:00:00'],
    ['date', (n: number) => `2026-01-${String(n).padStart(2, '0')}`, '2026-02-01'],
    ['bigint unsigned', (n: number) => `184467440737095500${n + 10}`, '18446744073709550500'],
    ['varchar(26)', (n: number) => `01J${String(n).padStart(4, '0')}`, '01K'],
    ['binary(2)', (n: number) => Buffer.from([1, n]), Buffer.from([2, 0])],
  ])('reads what changed along a column of type %s, and what the overlap repeats', async (type, valueOf, newest) => {
    await fill(type, valueOf);
    const options = { overlap_seconds: 1, overlap_rows: 1 };
    const first = await read(null, options);
    await server.admin.query('update people set changed_at = ? where id = 1', [newest]);

    const second = await readOn(first, options);
    const third = await readOn(second, options);

    expect(first.ids).toHaveLength(25);
    expect(second.ids).toEqual([24, 25, 1]);
    expect(third.ids.at(-1)).toBe(1);
    expect(third.ids.length).toBeLessThan(3);
  });

  it('reads rows of transactions that were open when newer ones were read', async () => {
    await fill('timestamp not null default current_timestamp', secondOf);
    const first = await read();
    const late = await mysql.createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: 'hub',
      password,
      database: 'hr',
    });
    await late.query('begin');
    await late.query('insert into people (id) values (26)');
    await server.admin.query('insert into people (id) values (27)');
    const second = await readOn(first);
    await late.query('commit');
    await late.end();

    const third = await readOn(second);

    expect(second.ids).toContain(27);
    expect(second.ids).not.toContain(26);
    expect(third.ids).toEqual([26, 27]);
  });

  it('leaves no row out where many have the same value, or none', async () => {
    await fill('datetime', () => secondOf(1), 1);
    const first = await read();
    const values = Array.from({ length: 60 }, (_, index) => [index + 2, index < 44 ? secondOf(1) : null]);
    await server.admin.query('insert into people values ?', [values]);

    const second = await readOn(first);

    expect(second.ids).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
  });

  it('lets no time in the future hide what changes until then, and begins at an instant', async () => {
    await fill('datetime not null', secondOf);
    await server.admin.query("update people set changed_at = '2999-01-01' where id = 1");
    const first = await read(null, { overlap_seconds: 0 });

    expect((await readOn(first, { overlap_seconds: 0 })).ids).toEqual([25, 1]);
    expect((await read({ since: '2026-01-01T00:00:24.000Z' })).ids).toEqual([24, 25, 1]);
  });

  it('reads no more rows than changed, and the overlap', async () => {
    await fill('timestamp not null', secondOf, 10_000);
    await server.admin.query('create index changed on people (changed_at)');
    await server.admin.query('analyze table people');
    const options = { page_size: 100, overlap_seconds: 60 };
    const first = await read(null, options);
    await server.admin.query('update people set changed_at = current_timestamp where id <= 10');
    const before = await countRead();

    const second = await readOn(first, options);

    expect(second.ids).toHaveLength(71);
    // Catalog queries count as well.
    expect((await countRead()) - before).toBeLessThan(300);
  });

  it('reads no further where the newest value was greater before: rows were restored, or a clock was set', async () => {
    await fill('bigint', (n) => n);
    const first = await read();
    await server.admin.query('delete from people where id > 10');

    await expect(readOn(first)).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('refuses a column whose values do not tell what changed', async () => {
    await fill('json', () => '{}');

    await expect(read()).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('changed_at') });
  });
});
