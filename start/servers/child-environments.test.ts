import { describe, expect, it } from 'vitest';
import { readConfig, readPublicUrl } from '../../core/config.ts';
import { childEnvironments, type ChildFacts, reachable } from './child-environments.ts';

const facts: ChildFacts = {
  settings: { root: '/checkout', inherited: { PATH: '/bin', LOG_LEVEL: 'debug' } },
  database: {
    appUrl: 'postgres://hub_app:a@127.0.0.1:54320/hub',
    relayUrl: 'postgres://hub_relay:r@127.0.0.1:54320/hub',
  },
  temporal: { address: '127.0.0.1:7233', namespace: 'default', uiUrl: 'http://127.0.0.1:8233' },
  apiPort: 8080,
  metricsPorts: { api: 9464, worker: 9465 },
  feedPort: 54_380,
  keyFile: '/keys/private.json',
  publicKeyFile: '/keys/public.json',
  pepper: 'p'.repeat(64),
};

describe('start/servers/child-environments', () => {
  it('gives both what their configuration needs', () => {
    const { api, worker } = childEnvironments(facts);

    const shared = { HOST: '127.0.0.1', LOG_LEVEL: 'debug' };
    expect(readConfig(api)).toMatchObject({ ...shared, PORT: 8080, HUB_METRICS_PORT: 9464 });
    const relay = { DATABASE_RELAY_URL: facts.database.relayUrl };
    expect(readConfig(worker)).toMatchObject({ ...shared, ...relay, HUB_METRICS_PORT: 9465 });
  });

  it('tells both the address under which other systems reach the API, whatever its port', () => {
    const { api, worker } = childEnvironments({ ...facts, apiPort: 8123 });

    expect(readPublicUrl(readConfig(worker))).toBe('http://127.0.0.1:8123');
    expect(readPublicUrl(readConfig(api))).toBe('http://127.0.0.1:8123');
  });

  it('gives private keys to the worker alone, and the pepper to the API alone', () => {
    const { api, worker } = childEnvironments(facts);

    expect(JSON.stringify(api)).not.toContain(facts.keyFile);
    expect(JSON.stringify(api)).not.toContain('hub_relay');
    expect(JSON.stringify(worker)).not.toContain(facts.pepper);
  });

  it('opens its own two addresses besides those of the user', () => {
    const inherited = { HUB_EGRESS_ALLOW: '10.0.0.0/8' };
    const { worker } = childEnvironments({ ...facts, settings: { root: '/checkout', inherited } });

    expect(readConfig(worker).HUB_EGRESS_ALLOW).toEqual(['10.0.0.0/8', '127.0.0.1:54380', '127.0.0.1:54320']);
  });

  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
    ['192.0.2.1', '192.0.2.1'],
  ])('reaches a server on %s at %s', (host, address) => {
    expect(reachable(host)).toBe(address);
  });
});
