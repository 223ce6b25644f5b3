import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { describeObject, type Described, type DescribeRequest } from '../kit/describe-object.ts';
import { connector } from './index.ts';

const find = { kind: 'find', path: '/tickets?ext={ext}', records_path: 'items' };
const removal = { path: '/tickets/{$target_id}' };

function ask(options: JsonObject, request: Partial<DescribeRequest> = {}): Described {
  return describeObject(connector, { config: {}, object: '/tickets', role: 'target', options, ...request });
}

describe('connectors/http/resolve-target', () => {
  it('refuses to remove records by an id that no answer is read for', () => {
    const named = { idempotency: find, delete: removal, target_id_path: 'id' };
    const { target_id_path: _, ...unnamed } = named;

    expect(ask(unnamed)).toMatchObject({ ok: false, problems: [{ path: 'options.target_id_path' }] });
    expect(ask(named).ok).toBe(true);
    expect(ask({ idempotency: find, delete: { path: '/tickets/{ext}' } }).ok).toBe(true);
    // The action says the id itself.
    expect(ask(unnamed, { operation: 'delete', matchOn: ['id'], byId: true }).ok).toBe(true);
  });

  it.each([
    ['find', find, undefined, { unless: 'options.target_id_path' }],
    ['header', { kind: 'header' }, undefined, { unless: 'options.target_id_path' }],
    ['header', { kind: 'header' }, 'id', undefined],
  ])('says of creations with %s whether they tell an id', (_, idempotency, targetIdPath, givesNoId) => {
    const options = { idempotency, ...(targetIdPath === undefined ? {} : { target_id_path: targetIdPath }) };
    const described = ask(options);

    expect(described.ok && described.description.operations.create?.givesNoId).toEqual(givesNoId);
  });
});
