import { mergePatchType } from '../requests/content-type.ts';
import { errorCodes } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type DescribedRoute, pendingRecord } from '../route.ts';
import { linesType } from '../answers/to-lines.ts';
import type { Components } from './components.ts';
import { pageMeta } from './envelopes.ts';
import { describeMembers } from './describe-members.ts';
import { makeExample } from './examples.ts';
import { isTagged, notModifiedHeaders, pendingHeaders, successHeaders } from './headers.ts';
import { renderLinks } from './links.ts';
import { listErrors } from './list-errors.ts';
import { renderParameters } from './parameters.ts';

/** Ways in, of which a caller uses one. */
const schemes = ['bearer', 'oauth2', 'session'] as const;

function renderSecurity({ scope, also = [] }: Pick<DescribedRoute, 'scope' | 'also'>): JsonObject[] {
  if (scope === 'none') return [];
  if (scope === 'operator') return [{ operator: [] }];
  if (scope === 'person') return [{ session: [] }];
  return schemes.map((scheme) => ({
    [scheme]: scope === 'any' || scheme === 'session' ? [] : [scope, ...[also].flat()],
  }));
}

/** Renders one route as an operation of the document. */
export function renderOperation(
  route: DescribedRoute,
  routes: readonly DescribedRoute[],
  components: Components,
): JsonObject {
  const statuses = new Set(listErrors(route).map((code) => errorCodes[code].httpStatus));
  const errors = [...statuses]
    .toSorted((a, b) => a - b)
    .map((status): [string, JsonObject] => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: renderSecurity(route),
    parameters: renderParameters(route, components),
    ...(route.body === undefined ? {} : { requestBody: renderBody(route, route.body, components) }),
    responses: {
      [String(route.status)]: { ...renderSuccess(route, components), ...renderLinks(route, routes) },
      ...(route.pends === true ? { '202': renderPending(components) } : {}),
      ...(route.accepts === true ? { '202': { ...renderSuccess(route, components), description: accepted } } : {}),
      ...(route.method === 'get' && isTagged(route) ? { '304': notModified } : {}),
      ...Object.fromEntries(errors),
    },
  };
}

const accepted = 'Not done yet: `Location` says where to look.';

const notModified: JsonObject = {
  description: 'What `If-None-Match` names is still what would be shown.',
  headers: notModifiedHeaders(),
};

function renderBody(
  { method }: DescribedRoute,
  body: NonNullable<DescribedRoute['body']>,
  components: Components,
): JsonObject {
  const schema = components.schemaOf(body.documented ?? body.shape, 'input');
  const content = renderContent(schema, makeExample(schema, components.find));
  const patch = method === 'patch' ? { [mergePatchType]: content['application/json'] ?? null } : {};
  return { required: body.optional !== true, content: { ...content, ...patch } };
}

function renderPending(components: Components): JsonObject {
  const schema = renderEnvelope(components.schemaOf(pendingRecord, 'output'));
  return {
    description: 'Not available yet. Repeat the request.',
    headers: pendingHeaders(),
    content: renderContent(schema, makeExample(schema, components.find)),
  };
}

function renderEnvelope(data: Json, meta?: Json): JsonObject {
  const status = { const: 'success', description: 'The request succeeded.' };
  const properties = describeMembers({ properties: { status, data, ...(meta === undefined ? {} : { meta }) } });
  return {
    type: 'object',
    required: ['status', 'data', ...(meta === undefined ? [] : ['meta'])],
    ...(isJsonObject(properties) ? properties : {}),
    additionalProperties: false,
  };
}

function renderSuccess(route: DescribedRoute, components: Components): JsonObject {
  if (route.streams === true) return renderLines(route, components);
  const meta = route.paginated === true ? components.schemaOf(pageMeta, 'output') : undefined;
  const schema = renderEnvelope(components.schemaOf(route.data, 'output'), meta);
  return {
    description: route.summary,
    headers: successHeaders(route),
    content: renderContent(schema, makeExample(schema, components.find)),
  };
}

/** OpenAPI 3.1 has no word for the items of a sequential media type: the schema is that of one line. */
function renderLines(route: DescribedRoute, components: Components): JsonObject {
  const schema = components.schemaOf(route.data, 'output');
  return {
    description: `${route.summary}: a JSON value in each line.`,
    headers: successHeaders(route),
    content: { [linesType]: { schema, example: makeExample(schema, components.find) ?? null } },
  };
}

function renderContent(schema: JsonObject, example: Json | undefined): JsonObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
