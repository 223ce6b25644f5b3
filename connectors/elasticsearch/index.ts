/** Elasticsearch: documents of any index, and its indices, users, roles, API keys, pipelines, policies and watches. */
import { z } from 'zod';
import { apiKeyAuth, basicAuth, bearerAuth, secretText } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import { baseUrlField } from '../kit/http/base-url-field.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { documents } from './documents.ts';
import { objects } from './objects.ts';

const docs = 'https://www.elastic.co/docs/api/doc/elasticsearch/';

export const connector: HttpConnector = defineConnector({
  id: 'elasticsearch',
  name: 'Elasticsearch',
  vendor: 'Elastic',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['search', 'logs', 'siem', 'documents', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({ server_url: baseUrlField('Address of the cluster', 'https://es.example.com:9200') }),
  auth: [
    // @see https://www.elastic.co/docs/deploy-manage/api-keys/elasticsearch-api-keys
    withAuthority(
      apiKeyAuth({
        title: 'API key',
        credentials: z.strictObject({ api_key: secretText('API key', 'As `encoded` shows it.') }),
        in: 'header',
        name: 'Authorization',
        value: 'ApiKey {api_key}',
        setup:
          'Stack Management → API keys → Create API key, with the privileges that the objects need: `read` and `view_index_metadata` of the indices, `write` for documents, `manage_security` for users and roles.',
      }),
    ),
    withAuthority(basicAuth({ setup: 'A user of the native realm, or of another one that takes passwords.' })),
    withAuthority(bearerAuth({ title: 'Token of a service account', setup: 'Create it with the service tokens API.' })),
  ],
  http: {
    baseUrl: '{config.server_url}',
    hosts: 'from_config',
    headers: { accept: 'application/json' },
    // A search over many shards takes long.
    timeoutMs: 60_000,
  },
  // A cluster refuses what its queues cannot take: a careful figure.
  // @see https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/thread-pool-settings
  limits: { concurrency: 4, buckets: [{ name: 'cluster', limit: 50, perMs: 1000 }], signals: [] },
  // @see https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions
  errors: [
    // A search that lost shards, or that ran out of time, gives a part of the documents with status 200.
    { when: { status: 200, path: '_shards.failures' }, kind: 'transient', message: 'Some shards did not answer.' },
    { when: { status: 200, path: 'timed_out', equals: [true] }, kind: 'transient', message: 'The search timed out.' },
    {
      when: { status: 200, path: 'error_details' },
      kind: 'validation',
      messagePath: 'error_details[0].reason',
    },
    { when: { status: 401, bodyIncludes: ['expired'] }, kind: 'auth_expired', messagePath: 'error.reason' },
    { when: { status: 401 }, kind: 'auth_invalid', messagePath: 'error.reason' },
    {
      when: { status: 403, bodyIncludes: ['cluster_block_exception'] },
      kind: 'maintenance',
      messagePath: 'error.reason',
    },
    { when: { status: 403 }, kind: 'permission', messagePath: 'error.reason' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'error.reason' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error.reason' },
  ],
  test: { request: { method: 'GET', path: '/_security/_authenticate' } },
  objects,
  dynamicObjects: documents,
  contract: { descriptions: ['elasticsearch/rest.json.gz', 'elasticsearch/es-2025-03.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
