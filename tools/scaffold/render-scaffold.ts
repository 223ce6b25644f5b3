import type { Output } from '../generate/outputs.ts';

/** The files of a new connector. */
export function renderScaffold(id: string): Output[] {
  const name = id.split('_').map(capitalize).join(' ');
  return [
    { path: `connectors/${id}/schema.ts`, text: schema(name) },
    { path: `connectors/${id}/index.ts`, text: definition(id, name) },
  ];
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function schema(name: string): string {
  return `import { z } from 'zod';

/** A user of ${name}: the fields that integrations use most. @see https://vendor.example/docs */
export const User = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: z.string().nullish().meta({ title: 'Name' }),
  email: z.string().nullish().meta({ title: 'E-mail address' }),
});
`;
}

function definition(id: string, name: string): string {
  return `/** ${name}: its users. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector, reads, writes } from '../kit/define.ts';
import { User } from './schema.ts';

const docsUrl = 'https://vendor.example/docs';

const user = writes({
  request: { method: 'POST', path: '/users' },
  update: { method: 'PATCH', path: '/users/{$target_id}' },
  idempotency: { kind: 'find', request: { method: 'GET', path: '/users', query: { email: '{email}' } }, recordsPath: 'users' },
  targetIdPath: 'id',
});

export const connector: HttpConnector = defineConnector({
  id: '${id}',
  name: '${name}',
  vendor: '${name}',
  category: 'identity',
  docsUrl,
  version: '1.0.0',
  transport: 'http',
  config: z.strictObject({}),
  auth: [bearerAuth({ setup: 'Where the vendor makes tokens, and with which rights.' })],
  http: { baseUrl: 'https://api.vendor.example/v1', hosts: ['api.vendor.example'] },
  // @see https://vendor.example/docs/limits
  limits: { concurrency: 4, buckets: [{ name: 'minute', limit: 60, perMs: 60_000 }], signals: [] },
  // @see https://vendor.example/docs/errors
  errors: [{ when: { status: 403, bodyIncludes: ['quota_exceeded'] }, kind: 'quota' }],
  test: { request: { method: 'GET', path: '/me' } },
  objects: {
    users: {
      title: 'Users',
      key: ['id'],
      schema: User,
      docsUrl,
      operations: {
        list: reads({
          kind: 'pages',
          request: { method: 'GET', path: '/users' },
          format: { kind: 'json', recordsPath: 'users' },
          paginate: { kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize: 100 },
        }),
        create: user,
        upsert: user,
        delete: writes({ request: { method: 'DELETE', path: '/users/{id}' }, idempotency: { kind: 'put_by_key' } }),
      },
    },
  },
  documentation: { source: docsUrl, asOf: '${new Date().toISOString().slice(0, 10)}' },
});
`;
}
