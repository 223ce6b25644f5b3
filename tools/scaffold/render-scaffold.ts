import { factNames } from '../../connectors/kit/meaning/meaning.ts';
import type { Output } from '../generate/output.ts';

/** The files of a new connector. */
export function renderScaffold(id: string): Output[] {
  const name = id.split('_').map(capitalize).join(' ');
  return [
    { path: `connectors/${id}/schema.ts`, text: schema(name) },
    { path: `connectors/${id}/index.ts`, text: definition(id, name) },
    { path: `connectors/${id}/meaning.ts`, text: renderUnknownMeaning() },
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

/** Sheets with every fact to be found out: what is unknown counts as open. */
export function renderUnknownMeaning(): string {
  return `import type { Meaning } from '../kit/meaning/meaning.ts';

/**
 * What the vendor's data means. Each fact links the page that states it: docs/connectors/meaning.md says how. Once all of these
 * pages were read, \`asOf\` is the day.
 */
export const meaning: Meaning = {
  all: {
${factNames.map((name) => `    ${name}: { unknown: 'Not looked up yet.' },`).join('\n')}
  },
  objects: {},
};
`;
}

/** How the objects of a REST API are defined. `docs/connectors/writing.md` shows this text. */
export const restObjects = `/** What all lists of the vendor have in common. */
const { listOf } = restApi({
  docs: (page) => \`https://vendor.example/docs/\${page}\`,
  // 100 at most. @see https://vendor.example/docs/paging
  paged: (pageSize) => ({ kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize }),
});

const objects = {
  users: listOf(
    { title: 'Users', path: '/users', docs: 'users', recordsPath: 'users', pageSize: 100, schema: User, find: true },
    writesAt({ path: '/users', find: { path: '/users', query: { email: '{email}' }, recordsPath: 'users' } }),
  ),
};
`;

function definition(id: string, name: string): string {
  return `/** ${name}: its users. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import { User } from './schema.ts';

const docsUrl = 'https://vendor.example/docs';

${restObjects}
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
  objects,
  documentation: { source: docsUrl, asOf: '${new Date().toISOString().slice(0, 10)}' },
});
`;
}
