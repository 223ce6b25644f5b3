import { z } from 'zod';
import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { reads, requests } from '../../connectors/kit/http/complete-operations.ts';
import type { Limits } from '../../connectors/kit/limits.ts';

/** A connector of the test's own: people behind `base_url`, reached by the given method. */
export function connectorWith(method: AuthMethod, limits: Partial<Limits> = {}): HttpConnector {
  return defineConnector({
    id: 'people',
    name: 'People',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [method],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    limits: { concurrency: 8, buckets: [], signals: [], ...limits },
    test: { request: requests({ method: 'GET', path: '/me' }) },
    objects: {
      people: {
        title: 'People',
        key: ['id'],
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: '/people' },
            format: { kind: 'json' },
            paginate: { kind: 'none' },
          }),
        },
      },
    },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
}
