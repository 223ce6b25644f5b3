import type { Output } from '../generate/output.ts';
import type { ApiDescription } from '../../drafts/description.ts';
import type { Draft, DraftObject } from '../../drafts/propose-objects.ts';
import { readShape } from '../../drafts/read-shape.ts';

/** Fields in a drafted schema, at most: what integrations use is fewer, and a person chooses. */
const fieldsMax = 25;

export interface DraftPlace {
  id: string;
  /** `Acme Cloud`. */
  name: string;
  baseUrl: string;
  hosts: readonly string[];
  docsUrl: string;
  /** The call that signs in: `bearer`, `basic`, or the header of a key. */
  auth: { kind: 'bearer' } | { kind: 'basic' } | { kind: 'key'; in: 'header' | 'query'; name: string };
}

/** The files of a connector that a description suggests: what it cannot tell is `DRAFT`, which no check passes. */
export function renderDraft({ objects }: Draft, place: DraftPlace, description: ApiDescription): Output[] {
  const folder = `connectors/${place.id}`;
  return [
    { path: `${folder}/schema.ts`, text: renderSchemas(objects, description) },
    { path: `${folder}/objects.ts`, text: renderObjects(objects, place) },
    { path: `${folder}/index.ts`, text: renderDefinition(place, objects) },
  ];
}

function renderSchemas(objects: readonly DraftObject[], description: ApiDescription): string {
  const schemas = objects.map(({ name, shape, key }) => {
    const fields = Object.entries(shape.members)
      .toSorted(([a], [b]) => Number(b === key) - Number(a === key))
      .slice(0, fieldsMax)
      .map(([field, schema]) => `  ${JSON.stringify(field)}: ${toZod(schema, field === key, description)},`);
    return `export const ${toType(name)} = z.looseObject({\n${fields.join('\n')}\n});`;
  });
  return `import { z } from 'zod';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const number = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

${schemas.join('\n\n')}
`;
}

function toZod(schema: Parameters<typeof readShape>[0], isKey: boolean, description: ApiDescription): string {
  const { type, format } = readShape(schema, description);
  if (isKey) return type === 'integer' ? "z.int().meta({ title: 'Id' })" : "z.string().meta({ title: 'Id' })";
  if (type === 'string') return format === 'date-time' ? 'instant' : 'text';
  return (
    { boolean: 'flag', integer: 'whole', number: 'number', array: 'list', object: 'open' }[type] ?? 'z.json().nullish()'
  );
}

function renderObjects(objects: readonly DraftObject[], { docsUrl }: DraftPlace): string {
  const entries = objects.map(
    (object) => `  ${object.name}: listOf(\n${renderList(object)}${renderWrites(object)}  ),`,
  );
  return `import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (page) => \`${docsUrl}/\${page}\` });

export const objects: Readonly<Record<string, HttpObject>> = {
${entries.join('\n')}
};
`;
}

function renderList({ name, path, recordsPath, paging, key, hasFind }: DraftObject): string {
  const members = [
    `title: ${JSON.stringify(toTitle(name))}`,
    `path: ${JSON.stringify(path)}`,
    `schema: schemas.${toType(name)}`,
    ...(key === 'id' ? [] : [`key: ${JSON.stringify(key)}`]),
    ...(recordsPath === undefined ? [] : [`recordsPath: ${JSON.stringify(recordsPath)}`]),
    ...(paging.kind === 'none' ? [] : [`paginate: ${JSON.stringify(paging)}`]),
    ...(hasFind && !path.endsWith('.json') ? ['find: true'] : []),
  ];
  return `    { ${members.join(', ')} },\n`;
}

function renderWrites({ path, key, writes }: DraftObject): string {
  const only = [
    ...(writes.create ? ['create'] : []),
    ...(writes.update === undefined ? [] : ['update']),
    ...(writes.delete ? ['delete'] : []),
  ];
  if (only.length === 0) return '';
  const members = [
    `path: ${JSON.stringify(path)}`,
    ...(key === 'id' ? [] : [`id: ${JSON.stringify(key)}`]),
    ...(writes.member === undefined ? [] : [`member: ${JSON.stringify(writes.member)}`]),
    ...(writes.update === 'PUT' ? ["method: 'PUT'"] : []),
    `only: ${JSON.stringify(only)}`,
  ];
  return `    writesAt({ ${members.join(', ')} }),\n`;
}

const auths = {
  bearer: "bearerAuth({ setup: 'DRAFT: where the vendor makes tokens, and with which rights.' })",
  basic: "basicAuth({ setup: 'DRAFT: which user, with which rights.' })",
};

function renderDefinition(
  { id, name, baseUrl, hosts, docsUrl, auth }: DraftPlace,
  objects: readonly DraftObject[],
): string {
  const way =
    auth.kind === 'key'
      ? `apiKeyAuth({ in: '${auth.in}', name: ${JSON.stringify(auth.name)}, setup: 'DRAFT: where keys are made.' })`
      : auths[auth.kind];
  const helper = { bearer: 'bearerAuth', basic: 'basicAuth', key: 'apiKeyAuth' }[auth.kind];
  return `/** ${name}. */
import { z } from 'zod';
import { ${helper} } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: '${id}',
  name: ${JSON.stringify(name)},
  vendor: ${JSON.stringify(name)},
  category: 'DRAFT',
  docsUrl: ${JSON.stringify(docsUrl)},
  version: '1.0.0',
  transport: 'http',
  config: z.strictObject({}),
  auth: [${way}],
  http: { baseUrl: ${JSON.stringify(baseUrl)}, hosts: ${JSON.stringify(hosts)} },
  // DRAFT: the vendor's figures, with the page that states them.
  limits: { concurrency: 4, buckets: [{ name: 'minute', limit: 60, perMs: 60_000 }], signals: [] },
  // DRAFT: answers that mean something else than their status commonly does.
  errors: [],
  test: { request: { method: 'GET', path: ${JSON.stringify(objects[0]?.path ?? '/')} } },
  objects,
  documentation: { source: ${JSON.stringify(docsUrl)}, asOf: '${new Date().toISOString().slice(0, 10)}' },
});
`;
}

function toType(name: string): string {
  const type = name.split('_').map(capitalize).join('');
  return /^\d/.test(type) ? `N${type}` : type;
}

function toTitle(name: string): string {
  return capitalize(name.replaceAll('_', ' '));
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
