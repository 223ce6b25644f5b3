import { describe, expect, it } from 'vitest';
import { requests } from './define.ts';
import { planFixed } from './plan.ts';

const scope = { baseUrl: 'https://api.example.com/v1', config: { region: 'eu-1' } };

describe('connectors/kit/plan', () => {
  it.each([
    [undefined, 'https://api.example.com/v1/users'],
    ['https://other.example.com/v2', 'https://other.example.com/v2/users'],
    ['https://{config.region}.example.com', 'https://eu-1.example.com/users'],
  ])('sends a request to the base it has: %s', (base, url) => {
    const planned = planFixed(requests({ method: 'GET', base, path: '/users' }), scope);

    expect(planned).toMatchObject({ plan: { url } });
  });

  it('asks for the value that a base lacks', () => {
    const planned = planFixed(requests({ method: 'GET', base: 'https://{config.zone}.example.com', path: '/' }), scope);

    expect(planned).toMatchObject({ fault: { fields: [{ field: 'config.zone' }] } });
  });

  it('lets no record choose a host', () => {
    expect(() => requests({ method: 'GET', base: 'https://{host}.example.com', path: '/' })).toThrow(
      'Only the configuration may choose a host.',
    );
  });
});
