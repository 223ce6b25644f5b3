import type { z } from 'zod';
import { filter, givenFilter } from '../kit/filters/filter-text.ts';
import { finds, reads, writes } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import { scim, scimCursor } from '../kit/presets/scim.ts';
import { escapeTemplate } from '../kit/template.ts';
import { type SourceOptions, sourceOptions, type TargetOptions, targetOptions } from './options.ts';
import { Group, NewGroup, NewUser, User } from './schema.ts';

interface ResourceType {
  title: string;
  /** An attribute that is unique, or meant to be. */
  lookUp: string;
  schemas?: readonly string[];
  schema?: z.ZodType;
  /** The attributes that a client sends: services assign ids and metadata. */
  resource?: z.ZodObject;
  docsUrl: string;
}

const types: Readonly<Record<string, ResourceType>> = {
  '/Users': {
    title: 'Users',
    lookUp: 'userName',
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    schema: User,
    resource: NewUser,
    docsUrl: 'https://www.rfc-editor.org/rfc/rfc7643#section-4.1',
  },
  '/Groups': {
    title: 'Groups',
    lookUp: 'displayName',
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    schema: Group,
    resource: NewGroup,
    docsUrl: 'https://www.rfc-editor.org/rfc/rfc7643#section-4.2',
  },
};

function typeAt(endpoint: string): ResourceType {
  const other = { title: endpoint, lookUp: 'externalId', docsUrl: 'https://www.rfc-editor.org/rfc/rfc7643#section-6' };
  return types[endpoint] ?? other;
}

/** Builds an object from a resource type, named by its endpoint: `/Users`. */
export function resolveType({ object, options, role }: ObjectRequest): Resolved<HttpObject> {
  if (!/^\/[A-Za-z][\w-]{0,99}$/.test(object)) {
    const message = 'Name the endpoint of a resource type, such as /Users.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message, allowed: Object.keys(types) }] };
  }
  const operations =
    role === 'source'
      ? toReading(object, sourceOptions.parse(options))
      : toWriting(object, targetOptions.parse(options));
  const { title, schema, docsUrl } = typeAt(object);
  return { ok: true, object: { title, key: ['id'], docsUrl, ...(schema === undefined ? {} : { schema }), operations } };
}

/** A resource type with the usual options. */
export function declareType(object: string): HttpObject {
  const { title, schema, docsUrl } = typeAt(object);
  const operations = {
    ...toReading(object, sourceOptions.parse({})),
    ...toWriting(object, targetOptions.parse({})),
  };
  return { title, key: ['id'], docsUrl, ...(schema === undefined ? {} : { schema }), operations };
}

const accept = { accept: 'application/scim+json, application/json' };

function toReading(path: string, given: SourceOptions): Pick<HttpObject['operations'], 'list' | 'find'> {
  const { page_size: pageSize, filter: text, attributes, excluded_attributes: excludedAttributes } = given;
  const query = {
    ...(attributes === undefined ? {} : { attributes: escapeTemplate(attributes) }),
    ...(excludedAttributes === undefined ? {} : { excludedAttributes: escapeTemplate(excludedAttributes) }),
  };
  const filtered = text === undefined ? query : { ...query, filter: givenFilter(text) };
  const isCursor = given.paging === 'cursor';
  const { format, ...paged } = isCursor ? scimCursor({ pageSize }) : scim({ pageSize });
  const request = { method: 'GET', path, headers: accept } as const;
  const list = reads({
    kind: 'pages',
    // An empty cursor asks for pages by cursor. @see https://www.rfc-editor.org/rfc/rfc9865#section-2.1
    request: { ...request, query: isCursor ? { ...filtered, cursor: '' } : filtered },
    format,
    ...paged,
    ...(given.incremental ? { incremental: changesOf(text) } : {}),
  });
  const find = finds({
    request: { ...request, query: { ...query, filter: filter('{key|plain} eq {value|scim}') } },
    format,
  });
  return { list, find };
}

function changesOf(text: string | undefined): GivenPages['incremental'] {
  const changed = 'meta.lastModified ge "{$since}"';
  return {
    kind: 'server_filter',
    parameter: 'filter',
    template: text === undefined ? changed : `(${escapeTemplate(text)}) and ${changed}`,
  };
}

/**
 * Exact are ids only, of the attributes that records are looked up by. @see
 * https://www.rfc-editor.org/rfc/rfc7643#section-3.1
 */
const exact: ReadonlySet<string> = new Set(['id', 'externalId']);

/** Of others, a service may find more resources than a page holds. */
const unique: ReadonlySet<string> = new Set(['id', 'externalId', 'userName']);

/**
 * Writes find their resource by a filter. A resource with an existing name is refused with 409 `uniqueness`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.3
 */
function toWriting(path: string, given: TargetOptions): Omit<HttpObject['operations'], 'list' | 'find'> {
  const type = typeAt(path);
  const { schemas = type.schemas, look_up: lookUp = type.lookUp } = given;
  const headers = { ...accept, 'content-type': 'application/scim+json' };
  const one = `${path}/{$target_id}`;
  const shared = {
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path, headers: accept, query: { filter: filter(`${lookUp} eq {${lookUp}|scim}`) } },
      recordsPath: 'Resources',
      optional: true,
      ...(unique.has(lookUp) ? {} : { paginate: scim().paginate }),
      ignoresCase: !exact.has(lookUp),
      adoptsConflict: true,
    },
    targetIdPath: 'id',
  } as const;
  const written = {
    ...shared,
    request: { method: 'POST', path, headers },
    update: { method: given.update === 'put' ? 'PUT' : 'PATCH', path: one, headers },
    patch: 'scim',
    ...(schemas === undefined ? {} : { constants: { schemas: [...schemas] } }),
  } as const;
  const { resource } = type;
  const write = writes({ ...written, schema: resource });
  const change = writes({ ...written, schema: resource?.partial() });
  const isKept = (given.on_delete ?? (path === '/Users' ? 'deactivate' : 'delete')) === 'deactivate';
  const request: GivenRequest = isKept
    ? { method: 'PATCH', path: one, headers, body: deactivation }
    : { method: 'DELETE', path: one, headers: accept };
  const remove = writes({ ...shared, request, effect: isKept ? 'reversible' : 'destructive' });
  return { create: write, update: change, upsert: write, delete: remove };
}

const deactivation = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { active: false } }],
};
