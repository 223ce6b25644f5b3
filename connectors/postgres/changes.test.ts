import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import type { ReadingStart, RecordSource } from '../../core/records.ts';
import { useForeignTables } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

interface ReadResult {
  ids: unknown[];
  pages: number;
  watermark: Json;
}

function open(options: JsonObject = {}): RecordSource {
  return tables.session.openSource({
    object: 'people',
    options: { cursor_column: 'changed_at', page_size: 10, ...options },
  });
}

/** Reads to the end, each page by a source of its own, as after a crash. */
async function read(start?: ReadingStart | null, options: JsonObject = {}): Promise<ReadResult> {
  const ids: unknown[] = [];
  let cursor: Json | undefined = (start && open(options).begin?.(start)) ?? null;
  for (let pages = 1; ; pages += 1) {
    const page = await open(options).readPage(cursor, AbortSignal.timeout(20_000));
    ids.push(...page.records.map(({ id }) => id));
    if (page.next === undefined) return { ids, pages, watermark: page.watermark ?? null };
    expect(page.watermark).toBeUndefined();
    cursor = JSON.parse(JSON.stringify(page.next)) as Json;
  }
}

/** Reads what changed since a reading. */
function readOn({ watermark }: ReadResult, options?: JsonObject): Promise<ReadResult> {
  return read({ watermark: JSON.parse(JSON.stringify(watermark)) as Json }, options);
}

async function fill(type: string, value: string, rows = 25): Promise<void> {
  await tables.sql.unsafe(`create table people (id int primary key, name text, changed_at ${type})`);
  await tables.sql.unsafe(`insert into people select n, 'n', ${value} from generate_series(1, ${rows}) n`);
}

const longAgo = "now() - interval '1 day' + n * interval '1 second'";

describe('connectors/postgres/changes', () => {
  it('reads everything once, then what changed, and what the overlap repeats', async () => {
    await fill('timestamptz not null', longAgo);
    const options = { overlap_seconds: 3 };
    const first = await read(null, options);
    await tables.sql`update people set changed_at = now() - interval '10 minutes' where id in (3, 7)`;

    const second = await readOn(first, options);
    const third = await readOn(second, options);

    expect(first.ids).toHaveLength(25);
    expect(second.ids).toEqual([22, 23, 24, 25, 3, 7]);
    expect(third.ids).toEqual([3, 7]);
  });

  it('reads rows of transactions that were open when newer ones were read', async () => {
    await fill('timestamptz not null default now()', longAgo);
    const first = await read();
    const late = await tables.sql.reserve();
    await late`begin`;
    await late`insert into people (id, name) values (26, 'late')`;
    await tables.sql`insert into people (id, name) values (27, 'newer')`;
    const second = await readOn(first);
    await late`commit`;
    late.release();

    const third = await readOn(second);

    expect(second.ids).toContain(27);
    expect(second.ids).not.toContain(26);
    expect(third.ids).toEqual([26, 27]);
  });

  it('reads numbers of a sequence that were taken before newer ones, and show later', async () => {
    await tables.sql`create table people (id int primary key, changed_at bigint generated always as identity)`;
    await tables.sql`insert into people (id) select generate_series(1, 50)`;
    const late = await tables.sql.reserve();
    await late`begin`;
    await late`insert into people (id) values (51)`;
    await tables.sql`insert into people (id) values (52)`;
    const first = await read(null, { overlap_rows: 3 });
    await late`commit`;
    late.release();

    const second = await readOn(first, { overlap_rows: 3 });

    expect(first.ids).toHaveLength(51);
    expect(second.ids).toEqual([48, 49, 50, 51, 52]);
  });

  it('follows transactions by their own numbers, however long they are open', async () => {
    await fill('xid8 not null default pg_current_xact_id()', 'pg_current_xact_id()');
    const late = await tables.sql.reserve();
    await late`begin`;
    await late`insert into people (id) values (26)`;
    await tables.sql`insert into people (id) values (27)`;
    const first = await read();
    await late`commit`;
    late.release();

    let last = await readOn(first);

    expect(first.ids).toHaveLength(26);
    // Transactions of other databases of the server hold the mark back, too.
    expect(last.ids.slice(-2)).toEqual([26, 27]);
    await expect.poll(async () => (last = await readOn(last)).ids).toEqual([]);
  });

  it('leaves no row out where many have the same value', async () => {
    await fill('timestamptz not null', "date_trunc('day', now())", 1);
    const first = await read();
    await tables.sql`insert into people select n, 'n', date_trunc('day', now()) from generate_series(2, 45) n`;

    const second = await readOn(first);

    expect(second.ids).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    expect(second.pages).toBe(5);
  });

  it('reads rows without a value each time, since nobody knows when they changed', async () => {
    await fill('timestamptz', longAgo);
    const first = await read();
    await tables.sql`insert into people select n, 'n', null from generate_series(26, 40) n`;

    const second = await readOn(first, { overlap_seconds: 0 });

    expect(second.ids.slice(-15)).toEqual(Array.from({ length: 15 }, (_, index) => index + 26));
    expect((await read()).ids).toHaveLength(40);
  });

  it('lets no time in the future hide what changes until then', async () => {
    await fill('timestamptz not null', longAgo);
    await tables.sql`update people set changed_at = '2999-01-01' where id = 1`;
    const first = await read();
    await tables.sql`update people set changed_at = now() where id = 2`;

    const second = await readOn(first);

    expect(second.ids.slice(-2)).toEqual([2, 1]);
  });

  it('reads times without a zone again by an hour more, for clocks that go back', async () => {
    await fill('timestamp not null', "timestamp '2026-10-25 02:59:00' + n * interval '1 second'");
    const first = await read();
    await tables.sql`insert into people values (26, 'n', '2026-10-25 02:00:00')`;

    expect((await readOn(first)).ids).toContain(26);
  });

  it.each([
    ['text', "'01J' || lpad(n::text, 4, '0')", '01J9'],
    ['uuid', "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid", 'ffffffff-0000-7000-8000-000000000000'],
    ['numeric(20,2)', 'n', '1000.5'],
    ['date', "date '2026-01-01' + n", '2026-02-01'],
  ])('goes along a column of type %s', async (type, value, newest) => {
    await fill(type, value);
    const first = await read();
    await tables.sql.unsafe(`update people set changed_at = '${newest}' where id = 1`);

    const second = await readOn(first, { overlap_rows: 2, overlap_seconds: 0 });

    expect(second.ids).toContain(1);
    expect((await readOn(second, { overlap_rows: 2, overlap_seconds: 0 })).ids.at(-1)).toBe(1);
  });

  it('reads everything where the newest rows are gone, as after a restored backup', async () => {
    await fill('bigint not null', 'n');
    const first = await read(null, { overlap_rows: 0 });
    await tables.sql`delete from people where id > 20`;

    await expect(readOn(first, { overlap_rows: 0 })).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('begins at an instant where times tell, and reads everything where numbers do', async () => {
    await fill('timestamptz not null', "timestamptz '2026-01-01T00:00:00Z' + n * interval '1 hour'");
    expect((await read({ since: '2026-01-01T22:30:00.000Z' })).ids).toEqual([23, 24, 25]);
    await tables.sql`alter table people alter changed_at type bigint using id`;
    expect((await read({ since: '2026-01-01T22:30:00.000Z' })).ids).toHaveLength(25);
  });

  it('reads no more rows than changed, and the overlap', async () => {
    await fill('timestamptz not null', longAgo, 10_000);
    await tables.sql`create index on people (changed_at)`;
    await tables.sql`vacuum analyze people`;
    const first = await read(null, { page_size: 1000 });
    await tables.sql`update people set changed_at = now() where id <= 10`;
    // The server counts what a session read when it ends.
    await tables.session.close();
    await expect.poll(countRead).toBeGreaterThanOrEqual(10_010);
    const before = await countRead();

    const second = await readOn(first, { page_size: 1000 });
    await tables.session.close();

    await expect.poll(async () => (await countRead()) - before).toBeGreaterThan(0);
    // Five minutes are 300 rows here; twice, a mark looks at one more, behind entries of the index that are no more.
    expect(second.ids).toHaveLength(311);
    expect((await countRead()) - before).toBeLessThanOrEqual(second.ids.length + 20);
  });

  it('refuses a column whose values do not tell what changed', async () => {
    await fill('jsonb', "'{}'");

    await expect(read()).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('changed_at') });
  });
});

/** Rows of the table that the server has looked at. */
async function countRead(): Promise<number> {
  const [row] = await tables.sql<{ read: string }[]>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'people'`;
  return Number(row?.read);
}
