/**
 * Any HTTP API: reads JSON, NDJSON and CSV, whole or in pages, and writes records one request each.
 *
 * What an API's own connector would know (paths, paging, where records and ids are) is told by an integration's options.
 */
import { anyHttpAuth } from '../kit/auth/any-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { requests } from '../kit/http/complete-operations.ts';
import { escapeTemplate } from '../kit/template.ts';
import { config } from './config.ts';
import { resolveSource } from './resolve-source.ts';
import { resolveTarget } from './resolve-target.ts';
import { sourceOptions } from './source-options.ts';
import { targetOptions } from './target-options.ts';
import { webhook } from './webhook.ts';

const exampleConfig = { base_url: 'https://api.example.com/v1', test_path: '/me' };

export const connector: HttpConnector = defineConnector({
  id: 'http',
  name: 'HTTP API',
  vendor: 'Any',
  category: 'generic',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc9110',
  version: '1.0.0',
  tags: ['rest', 'json', 'csv', 'ndjson'],
  transport: 'http',
  config,
  auth: anyHttpAuth(),
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  test: {
    request: (given) => requests({ method: 'GET', path: escapeTemplate(config.parse(given).test_path) }),
    passes: 'any_answer',
  },
  dynamicObjects: {
    title: 'Paths',
    help: 'A path behind the base address, such as `/users`, or any label where the options name the path.',
    sourceOptions,
    targetOptions,
    resolve: (request) => (request.role === 'source' ? resolveSource(request) : resolveTarget(request)),
    examples: [
      {
        title: 'Read a list in pages that a Link header joins',
        request: {
          config: exampleConfig,
          object: '/users',
          role: 'source',
          options: { pagination: { kind: 'link_header', size_parameter: 'per_page' }, page_size: 100 },
        },
      },
      {
        title: 'Read a CSV file',
        request: { config: exampleConfig, object: '/exports/devices.csv', role: 'source', options: { format: 'csv' } },
      },
      {
        title: 'Write records to addresses made of their own key',
        request: {
          config: exampleConfig,
          object: 'users',
          role: 'target',
          options: { path: '/users/{user_name}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
        },
      },
      {
        title: 'Create records, and find them again by their match fields',
        request: {
          config: exampleConfig,
          object: '/tickets',
          role: 'target',
          options: {
            idempotency: { kind: 'find', path: '/tickets?external_id={external_id}', records_path: 'items' },
            update: { path: '/tickets/{$target_id}' },
            target_id_path: 'id',
          },
        },
      },
    ],
  },
  webhook,
  peers: ['PowerDNS'],
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc9110', asOf: '2026-11-21' },
});
