import { describe, expect, it } from 'vitest';
import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { type GivenPages, type HttpPages, readSchema } from '../../../kit/http/operations.ts';
import { planPage } from '../exchange/plan.ts';
import { filterRead } from './filter-read.ts';

const paged: GivenPages['paginate'] = { kind: 'cursor', parameter: 'c', path: 'next' };

function define(paginate: GivenPages['paginate'] = paged): HttpPages {
  const read = readSchema.parse({
    kind: 'pages',
    request: { method: 'GET', path: '/users', query: { state: 'all' } },
    format: { kind: 'json' },
    paginate,
    filters: { 'profile.state': { parameter: 'state', values: ['on', 'off'] } },
  });
  if (read.kind !== 'pages') throw new Error('No pages.');
  return read;
}

function ask(...where: FieldComparison[]): string {
  const read = filterRead(define(), where);
  const planned = read.kind === 'pages' && planPage(read, null, { baseUrl: 'https://api.example', config: {} });
  if (planned === false || !planned.ok) throw new Error('Not planned.');
  return planned.plan.url;
}

const segments = ['profile', 'state'];

describe('connectors/drivers/http/sources/filter-read', () => {
  it('asks for the value that a field is to have', () => {
    expect(ask({ segments, operator: 'equals', values: ['on'] })).toBe('https://api.example/users?state=on');
  });

  it.each<FieldComparison>([
    { segments, operator: 'equals', values: ['paused'] },
    { segments, operator: 'equals', values: [null] },
    { segments, operator: 'not_equals', values: ['on'] },
    { segments, operator: 'in', values: ['on', 'off'] },
    { segments: ['state'], operator: 'equals', values: ['on'] },
  ])('asks for everything where the reading does not say how to ask: %o', (comparison) => {
    expect(ask(comparison)).toBe('https://api.example/users?state=all');
  });

  it('is not declared for numbered pages', () => {
    expect(() => define({ kind: 'page', parameter: 'p' })).toThrow('numbered ones move');
  });
});
