import { beforeEach, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { countWrites } from '../harness/database/count-writes.ts';
import { connectStub, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: { id: string; team: string; note?: string }[];
let tickets: string[];

beforeEach(() => {
  tickets = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /tickets', ({ body }) => {
    tickets.push(JSON.parse(body).text);
    return { status: 201, json: { id: `T${tickets.length}` } };
  });
});

async function save(steps: (end: { connection_id: string }) => object[]): Promise<string> {
  const end = await connectStub(hub);
  const body = { name: 'Joiners', source: { ...end, object: '/people', key: ['id'] }, steps: steps(end) };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

const ticket = (end: object, id: string, formula: string): object => ({
  id,
  action: {
    ...end,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'text', formula }],
  },
});

/** How many items carry what they were made with on several pages. */
async function countApart(): Promise<number> {
  const [row] = await hub.api.admin<{ apart: number }[]>`
    select count(*)::int as apart from item_steps as made join item_steps as first using (org_id, item_id)
    where made.step = '' and first.step = 'kind' and (made.ctid::text::point)[0] <> (first.ctid::text::point)[0]`;
  return row?.apart ?? 0;
}

/** Lets a run that waits go on. */
async function goOn(input: Parameters<typeof wake>[0]) {
  await passTime(input);
  const woken = await wake(input);
  if (woken === undefined) throw new Error('The run is not due.');
  return work(woken);
}

describe('test/integration/item-costs', { timeout: 120_000 }, () => {
  it('writes what an item carries once, however many steps it comes through', async () => {
    people = [{ id: 'p0', team: 'red', note: 'n'.repeat(100_000) }];
    const id = await save((end) => [
      { id: 'long', transform: { set: { text: 'record.note' } } },
      { id: 'first', wait: { for: '1h' } },
      ticket(end, 'ticket', 'record.team'),
      { id: 'second', wait: { for: '1h' } },
      ticket(end, 'other', "steps.ticket.id + ' ' + string(size(steps.long.text))"),
    ]);
    const readWrites = await countWrites(hub.api);

    const input = await hub.activities.begin(id);
    expect(await work(input)).toMatchObject({ status: 'parked' });
    expect(await goOn(input)).toMatchObject({ status: 'parked' });
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect(tickets).toEqual(['red', 'T1 100000']);
    const { versions } = await readWrites();
    expect(versions['item_steps insert']).toBeGreaterThan(3);
    expect(versions).not.toHaveProperty(['item_steps update']);
    const [row] = await hub.api.admin`
      select max(pg_column_size(items.*))::int as width from items where run_id = ${toLookup('run', input.runId)}`;
    expect(row?.['width']).toBeLessThan(500);
  });

  it('costs at most 12 versions of rows and 8 KiB of WAL an item in a flow of four steps', async () => {
    people = Array.from({ length: 200 }, (_, n) => ({ id: `p${n}`, team: 'red', note: 'n'.repeat(300) }));
    for (const { id } of people) hub.stub.always(`PUT /users/${id}`, {});
    const id = await save((end) => [
      {
        id: 'kind',
        condition: [
          {
            when: "record.team == 'red'",
            steps: [
              ticket(end, 'ticket', 'record.id'),
              { id: 'person', transform: { set: { status: "'active'" } } },
              {
                id: 'user',
                action: {
                  ...end,
                  ...putUsers,
                  mapping: [
                    { to: 'login', from: 'record.id' },
                    { to: 'status', from: 'steps.person.status' },
                    { to: 'ticket', from: 'steps.ticket.id' },
                  ],
                },
              },
            ],
          },
        ],
      },
    ]);
    const input = await hub.activities.begin(id);
    const readWrites = await countWrites(hub.api);

    expect(await work(input)).toMatchObject({ status: 'done' });

    const { versions, wal } = await readWrites();
    expect(tickets).toHaveLength(people.length);
    const [ofItems, ofRun] = [true, false].map((isOfItem) =>
      Object.entries(versions)
        .filter(([what]) => /^(?:items|item_steps|ledger) /.test(what) === isOfItem)
        .reduce((sum, [, count]) => sum + count, 0),
    );
    expect(versions).toMatchObject({ 'items insert': people.length });
    expect(ofItems).toBeLessThanOrEqual(12 * people.length);
    // Segments and pages have their costs, however many items are in them.
    expect(ofRun).toBeLessThan(people.length / 2);
    expect(wal / people.length).toBeGreaterThan(1000);
    expect(wal / people.length).toBeLessThanOrEqual(8192);
    expect(await countApart()).toBeLessThan(people.length / 4);
    const [kept] = await hub.api.admin<{ options: string[] }[]>`
      select reloptions as options from pg_class where oid = 'items'::regclass`;
    expect(kept?.options).toContain('fillfactor=50');
  });

  it('keeps a record once that is what later items have as the one before', async () => {
    people = [{ id: 'p0', team: 'red' }];
    const id = await save((end) => [ticket(end, 'ticket', "(before.team ?? 'none') + ' ' + record.team")]);
    await work(await hub.activities.begin(id));
    people = [{ id: 'p0', team: 'blue' }];
    await work(await hub.activities.begin(id));

    expect(tickets).toEqual(['none red', 'red blue']);
    const rows = await hub.api.admin`
      select items.seq, before.seq as before, count(kept.step)::int as records from items
      left join items as before on before.id = items.before_id
      left join item_steps as kept on kept.item_id = items.id and kept.step = ''
      where items.integration_id = ${toLookup('integration', id)} group by 1, 2 order by 1`;
    expect(rows).toEqual([
      { seq: 1, before: null, records: 1 },
      { seq: 2, before: 1, records: 1 },
    ]);
  });
});
