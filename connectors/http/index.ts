/**
 * Any HTTP API: reads JSON, NDJSON and CSV, whole or in pages, and writes records one request each.
 *
 * What an API's own connector would know (paths, paging, where records and ids are) is told by an integration's options.
 */
import { z } from 'zod';
import { apiKeyAuth, basicAuth, bearerAuth, noAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import { defineConnector, type HttpConnector, requests } from '../kit/define.ts';
import { escapeTemplate } from '../kit/template.ts';
import { config } from './config.ts';
import { headerName } from './headers.ts';
import { resolveSource } from './resolve-source.ts';
import { resolveTarget } from './resolve-target.ts';
import { sourceOptions } from './source-options.ts';
import { targetOptions } from './target-options.ts';

const webAddress = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s@#?]+(?:\?[^\s#]*)?$/);

const clientForm = z.strictObject({
  client_id: plainText('Client id'),
  client_secret: secretText('Client secret'),
  token_url: webAddress.meta({ title: 'Token address', example: 'https://login.example.com/oauth/token' }),
  scope: plainText('Scopes', 'With spaces between them.').optional(),
});

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
  auth: [
    noAuth(),
    bearerAuth(),
    basicAuth(),
    apiKeyAuth({
      in: 'header',
      title: 'API key in a header',
      name: '{header}',
      credentials: z.strictObject({
        api_key: secretText('API key'),
        header: headerName.default('X-API-Key').meta({ title: 'Name of the header' }),
      }),
    }),
    apiKeyAuth({
      id: 'api_key_query',
      in: 'query',
      title: 'API key in the query',
      name: '{query}',
      credentials: z.strictObject({ api_key: secretText('API key'), query: plainText('Name of the parameter') }),
    }),
    clientCredentialsAuth({ tokenUrl: '{token_url}', credentials: clientForm, scope: '{scope}' }),
    authorizationCodeAuth({
      tokenUrl: '{token_url}',
      credentials: clientForm.extend({
        authorize_url: webAddress.meta({
          title: 'Authorization address',
          example: 'https://login.example.com/authorize',
        }),
      }),
      authorize: { url: '{authorize_url}', scopes: ['{scope}'] },
    }),
  ],
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
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc9110', asOf: '2026-11-21' },
});
