import { describe, expect, it } from 'vitest';
import { ConnectorError, type ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { JsonObject } from '../../../core/json.ts';
import { compileEnrichments } from '../../../engine/stages/enrichment.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import { findEach, type Found } from './find-each.ts';

const [enrichment] = compileEnrichments(
  [{ as: 'found', connection_id: 'c', object: 'users', by: 'by', on_missing: 'null' }],
  [{ key: ['id'], finds: true }],
  { recordType: { kind: 'object', members: new Map(), others: undefined }, taken: [], problems: [] },
).enrichments;

/** A system that refuses calls with some values. */
function search(
  values: readonly string[],
  refused: ReadonlySet<string>,
  kind: ConnectorErrorKind = 'permission',
): { calls: string[][]; found: Promise<Found> } {
  if (enrichment === undefined) throw new Error('The enrichment does not compile.');
  const calls: string[][] = [];
  const finder = {
    find: (asked: readonly string[]): Promise<JsonObject[]> => {
      calls.push([...asked]);
      if (asked.some((value) => refused.has(value)))
        return Promise.reject(new ConnectorError(kind, 'no', { connectorId: 'x', operation: 'find' }));
      const there = asked.filter((value) => value !== 'gone').map((id) => ({ id }));
      return Promise.resolve(there.flatMap((one) => (one.id === 'twice' ? [one, { ...one, n: 2 }] : [one])));
    },
  };
  const searched = { finder, known: new KnownRecords(10_000) };
  return { calls, found: findEach(enrichment, searched, values, new AbortController().signal) };
}

describe('runs/items/lookups/find-each', () => {
  it('asks once for all where nothing is refused', async () => {
    const { calls, found } = search(['a', 'b', 'gone'], new Set());

    expect([...(await found)]).toEqual([
      ['a', { id: 'a' }],
      ['b', { id: 'b' }],
      ['gone', null],
    ]);
    expect(calls).toEqual([['a', 'b', 'gone']]);
  });

  it('finds the others where one is refused', async () => {
    const values = Array.from({ length: 16 }, (_, index) => `v${index}`);
    const { calls, found } = search(values, new Set(['v5']));
    const all = await found;

    const refused = values.filter((value) => all.get(value) instanceof ConnectorError);
    expect(refused).toEqual(['v5']);
    expect(all.get('v5')).toMatchObject({ kind: 'permission' });
    expect(calls.length).toBeLessThan(10);
  });

  it('takes none of several different records with one value', async () => {
    const { found } = search(['twice', 'a'], new Set());

    expect([...(await found)]).toEqual([
      ['twice', 'several'],
      ['a', { id: 'a' }],
    ]);
  });

  it('gives up where a fault says nothing of a single value', async () => {
    const { calls, found } = search(['a', 'b'], new Set(['b']), 'transient');

    await expect(found).rejects.toMatchObject({ kind: 'transient' });
    expect(calls).toHaveLength(1);
  });

  it('asks nothing for nothing', async () => {
    const { calls, found } = search([], new Set());

    expect([[...(await found)], calls]).toEqual([[], []]);
  });
});
