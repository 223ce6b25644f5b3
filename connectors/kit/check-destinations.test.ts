import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { basicAuth } from './auth/methods.ts';
import { clientCredentialsAuth } from './auth/token-methods.ts';
import type { HttpConnector, HttpSettings } from './connector.ts';
import { defineConnector } from './define.ts';
import { reads } from './http/complete-operations.ts';
import { renderBaseUrl } from '../drivers/http/base-url.ts';
import { toPlainText } from './type-guards.ts';

const place = z.string().meta({ title: 'Place' });
const destination = z.string().meta({ title: 'Place', destination: true });

type WithOptional = Partial<Pick<HttpConnector, 'config' | 'auth' | 'objects'>> & {
  http?: Pick<HttpSettings, 'baseUrl' | 'hosts'>;
  test?: { request: { method: 'GET'; base?: string; path: string } };
};

function define(parts: WithOptional): HttpConnector {
  return defineConnector({
    id: 'sample',
    name: 'Sample',
    vendor: 'Sample',
    category: 'generic',
    docsUrl: 'https://example.com/docs',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ place }),
    auth: [basicAuth()],
    http: { baseUrl: 'https://api.example.com', hosts: ['.example.com'] },
    test: { request: { method: 'GET', path: '/' } },
    documentation: { source: 'https://example.com/docs', asOf: '2026-11-21' },
    ...parts,
  });
}

const inBaseUrl = { http: { baseUrl: 'https://{config.place}.example.com', hosts: ['.example.com'] } };
const page = { request: { method: 'GET', base: 'https://{config.place}.example.com', path: '/users' } } as const;
const list = reads({ kind: 'pages', ...page, format: { kind: 'json' }, paginate: { kind: 'none' } });

describe('connectors/kit/check-destinations', () => {
  it.each<[string, WithOptional]>([
    ['the base URL', inBaseUrl],
    [
      'a function that makes the base URL',
      {
        http: {
          baseUrl: ({ config }) => `https://${toPlainText(config['place'])}.example.com`,
          hosts: ['.example.com'],
        },
      },
    ],
    ['a token URL', { auth: [clientCredentialsAuth({ tokenUrl: 'https://login.example.com/{config.place}/token' })] }],
    ['the address of the test', { test: { request: page.request } }],
    ['the address of a service of its own', { objects: { users: { title: 'Users', operations: { list } } } }],
    ['the name of a host', { config: z.strictObject({ api_host: place }) }],
  ])('refuses a parameter in %s that is no destination', (_where, parts) => {
    expect(() => define(parts)).toThrow(/Connector sample: config\.\w+ decides where credentials are sent\./);
  });

  it('takes destinations anywhere, and any parameter where no address is made of it', () => {
    expect(define({ ...inBaseUrl, config: z.strictObject({ place: destination }) }).id).toBe('sample');
    expect(define({ test: { request: { method: 'GET', path: '/{config.place}' } } }).id).toBe('sample');
  });

  it('shows a function that makes the base URL destinations only', () => {
    const config = z.strictObject({ place: destination, other: place });
    const baseUrl: HttpSettings['baseUrl'] = ({ config: seen }) =>
      seen['place'] === 'eu' ? `https://eu.example.com/${Object.keys(seen).join()}` : 'https://example.com';
    const { http } = define({ config, http: { baseUrl, hosts: ['.example.com'] } });

    expect(renderBaseUrl(http, { config: { place: 'eu', other: 'x' }, auth: {} })).toBe('https://eu.example.com/place');
  });
});
