import type { Output } from '../generate/output.ts';
import type { ApiDescription } from '../../drafts/description.ts';
import { isSecret } from '../../drafts/find-secrets.ts';
import { toReadPath } from '../../drafts/draft-object.ts';
import type { Draft, DraftObject, DraftParent } from '../../drafts/propose-objects.ts';
import { readShape } from '../../drafts/read-shape.ts';
import { renderUnknownMeaning } from '../scaffold/render-scaffold.ts';

/** Fields in a drafted schema, at most: what integrations use is fewer, and a person chooses. */
const fieldsMax = 25;

export interface DraftPlace {
  id: string;
  /** `Acme Cloud`. */
  name: string;
  baseUrl: string;
  hosts: readonly string[];
  docsUrl: string;
  /** The call that signs in: `bearer`, `basic`, the header of a key, or where a client gets its token. */
  auth:
    | { kind: 'bearer' }
    | { kind: 'basic' }
    | { kind: 'key'; in: 'header' | 'query'; name: string }
    | { kind: 'client'; tokenUrl: string };
  /** Parameters of paths that each connection gives once: the id of a workspace or a tenant. */
  config: readonly string[];
}

/** The files of a connector that a description suggests: what it cannot tell is `DRAFT`, which no check passes. */
export function renderDraft({ objects }: Draft, place: DraftPlace, description: ApiDescription): Output[] {
  const folder = `connectors/${place.id}`;
  return [
    { path: `${folder}/schema.ts`, text: renderSchemas(objects, description) },
    { path: `${folder}/objects.ts`, text: renderObjects(objects, place) },
    { path: `${folder}/index.ts`, text: renderDefinition(place, objects) },
    { path: `${folder}/meaning.ts`, text: renderUnknownMeaning() },
  ];
}

function renderSchemas(objects: readonly DraftObject[], description: ApiDescription): string {
  const schemas = objects.map(({ name, shape, key }) => {
    const fields = Object.entries(shape.members)
      .toSorted(([a], [b]) => Number(b === key) - Number(a === key))
      .slice(0, fieldsMax)
      .map(([field, schema]) => {
        const isHidden = field !== key && isSecret(field, schema, description);
        return `  ${JSON.stringify(field)}: ${isHidden ? 'secret' : toZod(schema, field === key, description)},`;
      });
    return `export const ${toType(name)} = z.looseObject({\n${fields.join('\n')}\n});`;
  });
  return `import { z } from 'zod';

const text = z.string().nullish();
const secret = z.json().nullish().meta({ sensitive: true });
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
  const hasParents = objects.some(({ parent }) => parent !== undefined);
  const hasWrites = objects.some((object) => renderWrites(object) !== '');
  return `import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
${hasWrites ? "import { writesAt } from '../kit/rest-writes.ts';\n" : ''}import * as schemas from './schema.ts';

const { listOf${hasParents ? ', pagesOf' : ''} } = restApi({ docs: (page) => \`${docsUrl}/\${page}\` });

export const objects: Readonly<Record<string, HttpObject>> = {
${entries.join('\n')}
};
`;
}

function renderList(object: DraftObject): string {
  const { name, path, key, item, hasFind, parent } = object;
  const find = isBelow(item, path) ? 'true' : JSON.stringify(item?.replace(/\{[^{}]+\}$/, '{value}'));
  const members = [
    `title: ${JSON.stringify(toTitle(name))}`,
    `path: ${JSON.stringify(toReadPath(path, parent))}`,
    `schema: schemas.${toType(name)}`,
    ...(key === 'id' ? [] : [`key: ${JSON.stringify(key)}`]),
    ...renderPaging(object),
    ...(hasFind && !path.endsWith('.json') ? [`find: ${find}`] : []),
    ...(parent === undefined ? [] : [renderParents(parent)]),
  ];
  return `    { ${members.join(', ')} },\n`;
}

function renderPaging({ recordsPath, paging }: Pick<DraftObject, 'recordsPath' | 'paging'>): string[] {
  return [
    ...(recordsPath === undefined ? [] : [`recordsPath: ${JSON.stringify(recordsPath)}`]),
    ...(paging.kind === 'none' ? [] : [`paginate: ${JSON.stringify(paging)}`]),
  ];
}

/** Keys that are unique below one parent only need the parent's beside them, by `copy`. */
function renderParents(parent: DraftParent): string {
  const from = [`path: ${JSON.stringify(parent.path)}`, ...renderPaging(parent)];
  return `parents: { from: pagesOf({ ${from.join(', ')} }), key: ${JSON.stringify(parent.key)} }`;
}

/** Whether a record's address is its list's with a hole behind it, as most are. */
function isBelow(item: string | undefined, path: string): boolean {
  return item?.startsWith(`${path}/`) ?? true;
}

function renderWrites({ path, key, item, writes }: DraftObject): string {
  const only = [
    ...(writes.create ? ['create'] : []),
    ...(writes.update === undefined ? [] : ['update']),
    ...(writes.delete ? ['delete'] : []),
  ];
  if (only.length === 0) return '';
  const members = [
    `path: ${JSON.stringify(path)}`,
    ...(key === 'id' ? [] : [`id: ${JSON.stringify(key)}`]),
    ...(isBelow(item, path) ? [] : [`record: ${JSON.stringify(item?.replace(/\{[^{}]+\}$/, `{${key}}`))}`]),
    ...(writes.member === undefined ? [] : [`member: ${JSON.stringify(writes.member)}`]),
    ...(writes.update === 'PUT' ? ["method: 'PUT'"] : []),
    `only: ${JSON.stringify(only)}`,
  ];
  return `    writesAt({ ${members.join(', ')} }),\n`;
}

/** A helper of `connectors/kit/auth`, its call, and the file that it comes from. */
function renderAuth(auth: DraftPlace['auth']): { helper: string; way: string; from?: string } {
  switch (auth.kind) {
    case 'key':
      return {
        helper: 'apiKeyAuth',
        way: `apiKeyAuth({ in: '${auth.in}', name: ${JSON.stringify(auth.name)}, setup: 'DRAFT: where keys are made.' })`,
      };
    case 'client':
      return {
        helper: 'clientCredentialsAuth',
        way: `clientCredentialsAuth({ tokenUrl: ${JSON.stringify(auth.tokenUrl)}, setup: 'DRAFT: where clients are made, and with which rights.' })`,
        from: 'token-methods',
      };
    case 'basic':
      return { helper: 'basicAuth', way: "basicAuth({ setup: 'DRAFT: which user, with which rights.' })" };
    case 'bearer':
      return {
        helper: 'bearerAuth',
        way: "bearerAuth({ setup: 'DRAFT: where the vendor makes tokens, and with which rights.' })",
      };
  }
}

function renderDefinition(
  { id, name, baseUrl, hosts, docsUrl, auth, config }: DraftPlace,
  objects: readonly DraftObject[],
): string {
  const { helper, way, from = 'methods' } = renderAuth(auth);
  const parameters = config.map(
    (parameter) => `${parameter}: z.string().min(1).meta({ title: 'DRAFT', example: 'DRAFT' }),`,
  );
  return `/** ${name}. */
import { z } from 'zod';
import { ${helper} } from '../kit/auth/${from}.ts';
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
  config: z.strictObject({${parameters.join(' ')}}),
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
