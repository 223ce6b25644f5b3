import { describe, expect, it } from 'vitest';
import { toEffects, useHttpTargets } from '../../../test/harness/http-session.ts';

const targets = useHttpTargets();
const { open, bodies } = targets;

const post = { method: 'POST', path: '/users' } as const;
const bulk = {
  request: { method: 'POST', path: '/bulk' },
  itemsPath: 'users',
  itemsMax: 2,
  results: { list: 'results', statusPath: 'status', messagePath: 'error', targetIdPath: 'id' },
} as const;

describe('connectors/drivers/http/bulk-writer', () => {
  it('writes many records with few requests, each with an outcome of its own', async () => {
    targets.stub.on(
      'POST /bulk',
      {
        json: {
          results: [
            { status: 201, id: 'a' },
            { status: 422, error: 'Too young' },
          ],
        },
      },
      { json: { results: [{ status: 503 }] } },
    );
    const target = open('create', { request: post, idempotency: { kind: 'none' }, bulk });

    const report = await target.write(toEffects([{ n: 1 }, { n: 2 }, { n: 3 }], 'create'));

    expect(bodies()).toEqual([{ users: [{ n: 1 }, { n: 2 }] }, { users: [{ n: 3 }] }]);
    expect(report.results).toEqual([
      { outcome: 'created', targetId: 'a' },
      { outcome: 'rejected', code: 'validation', message: 'Too young', field: undefined },
      { outcome: 'in_doubt' },
    ]);
    expect(report.error).toMatchObject({ kind: 'transient' });
  });

  it('halves a request that is refused as a whole, until the bad record is alone', async () => {
    const isBad = (body: string): boolean => body.includes('"n":3');
    targets.stub.always('POST /bulk', ({ body }) => {
      const { users }: { users: unknown[] } = JSON.parse(body);
      return isBad(body)
        ? { status: 400, json: { message: 'Bad' } }
        : { json: { results: users.map(() => ({ status: 200 })) } };
    });
    const target = open('upsert', { request: post, idempotency: { kind: 'none' }, bulk: { ...bulk, itemsMax: 4 } });

    const { results } = await target.write(toEffects([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]));

    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'rejected', 'written']);
  });

  it('is in doubt of all records where an answer says nothing of one, and not of which', async () => {
    targets.stub.on('POST /bulk', { json: { results: [{ status: 201 }] } });

    const report = await open('create', { request: post, idempotency: { kind: 'none' }, bulk }).write(
      toEffects([{ n: 1 }, { n: 2 }], 'create'),
    );

    expect(report.results).toEqual([{ outcome: 'in_doubt' }, { outcome: 'in_doubt' }]);
    expect(report.error).toMatchObject({ kind: 'schema_drift' });
  });
});
