import { describe, expect, it } from 'vitest';
import { toEffects } from '../../../../test/harness/http-session.ts';
import { type BulkEntry, cutBatches, interpretBulk, planBulk } from './bulk.ts';
import { writes } from '../../../kit/http/complete-operations.ts';
import type { bulkSchema, HttpWrite, Bulk } from '../../../kit/http/operations.ts';
import type { z } from 'zod';

const scope = { baseUrl: 'https://api.example', config: {} };
const entries: BulkEntry[] = toEffects([{ id: 1 }, { id: 2 }, { id: 'x'.repeat(990) }]).map((effect, index) => ({
  effect,
  targetId: index === 1 ? 't2' : undefined,
}));

function define(given: Partial<z.input<typeof bulkSchema>>): HttpWrite & { bulk: Bulk } {
  const request = { method: 'POST', path: '/bulk' } as const;
  const write = writes({
    request,
    idempotency: { kind: 'none' },
    bulk: { request, itemsMax: 100, results: { list: 'items' }, ...given },
  });
  if (write.bulk === undefined) throw new Error('The write has no bulk.');
  return { ...write, bulk: write.bulk };
}

function plan(given: Partial<z.input<typeof bulkSchema>>): string | undefined {
  const planned = planBulk(define(given).bulk, entries.slice(0, 2), scope);
  return planned.ok ? planned.plan.body : planned.fault.message;
}

describe('connectors/drivers/http/exchange/bulk', () => {
  it('cuts by number and by size', () => {
    const sizes = (given: object): number[] => cutBatches(entries, define(given).bulk).map(({ length }) => length);

    expect([sizes({}), sizes({ itemsMax: 2 }), sizes({ bytesMax: 1000 })]).toEqual([[3], [2, 1], [2, 1]]);
  });

  it('writes lists, wrapped requests and pairs of lines', () => {
    const item = { id: '{$index}', method: 'PATCH', url: '/users/{id}', body: '{$record}' };
    const action = { 'index._id': '{id}', 'index.ref': '{$target_id}' };

    expect(plan({})).toBe('[{"id":1},{"id":2}]');
    expect(JSON.parse(plan({ itemsPath: 'requests', item }) ?? '')).toEqual({
      requests: [
        { id: '0', method: 'PATCH', url: '/users/1', body: { id: 1 } },
        { id: '1', method: 'PATCH', url: '/users/2', body: { id: 2 } },
      ],
    });
    expect(plan({ encoding: 'ndjson', action })).toBe(
      '{"index":{"_id":1}}\n{"id":1}\n{"index":{"_id":2,"ref":"t2"}}\n{"id":2}\n',
    );
    expect(plan({ encoding: 'ndjson', action, item: { doc: '{$record}' }, omits: ['id'] })).toBe(
      '{"index":{"_id":1}}\n{"doc":{}}\n{"index":{"_id":2,"ref":"t2"}}\n{"doc":{}}\n',
    );
  });

  it.each([
    [
      'in any order',
      { list: '$', indexPath: 'n', statusPath: 's' },
      [
        { n: '1', s: 404 },
        { n: 0, s: 200 },
      ],
      ['written', 'rejected'],
    ],
    ['by a truth value', { list: '$', okPath: 'ok' }, [{ ok: true }, { ok: false }], ['written', 'rejected']],
    ['by a sentence', { list: '$', messagePath: 'error' }, [{}, { error: 'No' }], ['written', 'rejected']],
    [
      'by statuses that ask to wait',
      { list: '$', statusPath: 's' },
      [{ s: 429 }, { s: 500 }],
      ['not_sent', 'in_doubt'],
    ],
    [
      'by their places, unless some are missing',
      { list: '$', statusPath: 's' },
      [{ s: 200 }],
      ['in_doubt', 'in_doubt'],
    ],
    [
      'told twice in different ways',
      { list: '$', indexPath: 'n', statusPath: 's' },
      [
        { n: 0, s: 200 },
        { n: 1, s: 200 },
        { n: 0, s: 400 },
      ],
      ['in_doubt', 'updated'],
    ],
    [
      'told twice in the same way',
      { list: '$', indexPath: 'n', statusPath: 's' },
      [
        { n: 0, s: 200 },
        { n: 1, s: 200 },
        { n: 0, s: 200 },
      ],
      ['written', 'updated'],
    ],
    ['not at all', { list: 'items' }, { items: 'gone' }, ['in_doubt', 'in_doubt']],
  ])('reads outcomes %s', (_, results, document, outcomes) => {
    const answer = { status: 200, headers: {}, url: '', fault: undefined, body: Buffer.from(JSON.stringify(document)) };

    const read = interpretBulk(define({ results }), entries.slice(0, 2), answer);

    expect(read.results.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(read.fault === undefined).toBe(
      !outcomes.some((outcome) => outcome === 'not_sent' || outcome === 'in_doubt'),
    );
  });
});
