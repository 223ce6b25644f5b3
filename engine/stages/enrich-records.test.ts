import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compileEnrichments } from './enrichment.ts';
import { enrichRecords } from './enrich-records.ts';
import { KnownRecords } from './known-records.ts';

/** Completes a record whose manager has the number 7 with what a system finds. */
function enrich(found: readonly JsonObject[], fields?: string[]) {
  const { enrichments } = compileEnrichments(
    [{ as: 'manager', connection_id: 'c', object: 'users', by: 'boss', on_missing: 'null', ...(fields && { fields }) }],
    [{ key: ['number'], finds: true }],
    { recordType: { kind: 'object', members: new Map(), others: undefined }, taken: [], problems: [] },
  );
  const searched = { finder: { find: () => Promise.resolve([...found]) }, known: new KnownRecords(10_000) };
  return enrichRecords(enrichments, [searched], [{ boss: 7 }, { boss: null }], new AbortController().signal);
}

const ada = { number: 7, name: 'Ada', id: 1 };

describe('engine/stages/enrich-records', () => {
  it('takes none of several different records with one value', async () => {
    const [first, second] = await enrich([ada, { ...ada, id: 2 }, ada]);

    expect(first).toMatchObject({ ok: false, problem: { code: 'enrichment_ambiguous' }, unresolved: false });
    expect(second).toMatchObject({ ok: true, value: { manager: null } });
  });

  it.each([
    ['the same record twice', [ada, ada], undefined, ada],
    ['records that are alike in the fields that are wanted', [ada, { ...ada, id: 2 }], ['name'], { name: 'Ada' }],
  ])('takes %s for one', async (_, found, fields, manager) => {
    expect((await enrich(found, fields))[0]).toMatchObject({ ok: true, value: { manager } });
  });
});
