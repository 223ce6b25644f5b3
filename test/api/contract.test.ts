import { describe, expect, it } from 'vitest';
import { createContract, type Exchange } from './contract.ts';

const contract = createContract();

const created = {
  status: 'success',
  data: {
    id: 'acc_01kanm3t1fe7krd5v2mgxzs2v8',
    name: 'Berlin',
    status: 'active',
    created_at: '2026-11-21T11:35:00.000Z',
    updated_at: '2026-11-21T11:35:00.000Z',
  },
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'request-id': 'req_1',
  ratelimit: '"key";r=99;t=1',
  'ratelimit-policy': '"key";q=600;w=60',
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': '1',
  etag: '"1"',
  location: '/v1/accounts/acc_01kanm3t1fe7krd5v2mgxzs2v8',
};

function exchange(changes: Partial<Exchange> = {}, without?: string): Exchange {
  const kept = Object.entries(headers).filter(([name]) => name !== without);
  const answered = { status: 201, headers: new Headers(kept), body: created };
  return { method: 'POST', path: '/v1/accounts', sent: '{"name":"Berlin"}', ...answered, ...changes };
}

describe('test/api/contract', () => {
  it('lets pass what the document promises, and what it does not speak of', () => {
    const right = [exchange(), exchange({ path: '/api/v1/accounts' }), exchange({ path: '/elsewhere', status: 299 })];

    for (const each of right) expect(() => contract.check(each)).not.toThrow();
  });

  it.each([
    ['an undocumented status', exchange({ status: 204 }), 'is not documented'],
    ['another body', exchange({ body: { status: 'success', data: {} } }), 'must have required property'],
    ['a promised header that lacks', exchange({}, 'location'), 'lacks the promised header Location'],
    ['a missing request id', exchange({}, 'request-id'), 'lacks the promised header Request-Id'],
    [
      'another content type',
      exchange({ headers: new Headers({ ...headers, 'content-type': 'text/html' }) }),
      'text/html',
    ],
    [
      'a body that clients may not send',
      exchange({ sent: '{"name":"Berlin","colour":"red"}' }),
      'additional properties',
    ],
    ['a body where none is taken', exchange({ path: '/v1/runs/run_1/cancel', status: 202 }), 'accepted a body'],
  ])('finds %s', (_, wrong, message) => {
    expect(() => contract.check(wrong)).toThrow(message);
  });
});
