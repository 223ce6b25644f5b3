import { describe, expect, it } from 'vitest';
import { requests, writes } from '../../../kit/http/complete-operations.ts';
import { planFind, planFixed, planWrite } from './plan.ts';

const scope = { baseUrl: 'https://api.example.com/v1', config: { region: 'eu-1' }, auth: { region: 'us-1' } };

describe('connectors/drivers/http/exchange/plan', () => {
  it.each([
    [undefined, 'https://api.example.com/v1/users'],
    ['https://other.example.com/v2', 'https://other.example.com/v2/users'],
    ['https://{config.region}.example.com', 'https://eu-1.example.com/users'],
    ['https://{auth.region}.example.com', 'https://us-1.example.com/users'],
  ])('sends a request to the base it has: %s', (base, url) => {
    const planned = planFixed(requests({ method: 'GET', base, path: '/users' }), scope);

    expect(planned).toMatchObject({ plan: { url } });
  });

  it.each([
    ['https://desk.example.com//api/v2/', 'https://desk.example.com/api/v2/users'],
    ['https://proxy.example.com/https://desk.example.com/', 'https://proxy.example.com/https://desk.example.com/users'],
  ])('takes %s for an address that somebody ended in a slash', (baseUrl, url) => {
    const planned = planFixed(requests({ method: 'GET', path: '/users' }), { ...scope, baseUrl });

    expect(planned).toMatchObject({ plan: { url } });
  });

  it('asks for the value that a base lacks', () => {
    const planned = planFixed(requests({ method: 'GET', base: 'https://{config.zone}.example.com', path: '/' }), scope);

    expect(planned).toMatchObject({ fault: { fields: [{ field: 'config.zone' }] } });
  });

  it.each([
    [{ method: 'PATCH', path: '/users/{id}' }, undefined, { name: 'Ann', at: { place: 'x' } }],
    [{ method: 'PATCH', path: '/users/{id}/{at.place}' }, undefined, { name: 'Ann', at: {} }],
    [{ method: 'PUT', path: '/users/{id}' }, ['id'], { id: 1, name: 'Ann', at: { place: 'x' } }],
    [{ method: 'PUT', path: '/users/{id}/{name}' }, true, { id: 1, name: 'Ann', at: { place: 'x' } }],
    [
      { method: 'PUT', path: '/users/{id}', bodyFields: { user: '{$record}' } },
      undefined,
      { user: { name: 'Ann', at: { place: 'x' } } },
    ],
  ] as const)('leaves what fills the address out of the body: %j, keeping %j', (request, keepsKey, sent) => {
    const write = writes({
      request,
      idempotency: { kind: 'put_by_key' },
      ...(keepsKey && { keepsKey: keepsKey === true ? true : [...keepsKey] }),
    });
    const body = { id: 1, name: 'Ann', at: { place: 'x' } };
    const effect = { effectId: 'e', operation: 'update', sourceKey: '1', targetId: undefined, body } as const;

    const planned = planWrite(write, effect, undefined, scope);

    expect(JSON.parse(planned.ok ? (planned.plan.body ?? '') : '')).toEqual(sent);
  });

  it('looks nothing up by an address that does not name the record', () => {
    const request = { method: 'POST', path: '/actions', bodyFields: { id: '{id}' } } as const;
    const write = writes({ request, idempotency: { kind: 'put_by_key' } });
    const effect = {
      effectId: 'e',
      operation: 'update',
      sourceKey: '1',
      targetId: undefined,
      body: { id: 1 },
    } as const;

    expect(planFind(write, effect, scope)).toBeUndefined();
  });

  it('lets no record choose a host', () => {
    expect(() => requests({ method: 'GET', base: 'https://{host}.example.com', path: '/' })).toThrow(
      'Only the configuration and the credentials may choose a host.',
    );
  });
});
