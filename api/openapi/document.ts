import type { z } from 'zod';
import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Route } from '../route.ts';
import { createComponents, type Components } from './components.ts';
import { errorEnvelope, pageMeta } from './envelopes.ts';
import { listErrors } from './list-errors.ts';

/**
 * Renders the OpenAPI 3.1 document from the routes: what is not served is not in it.
 *
 * Shapes become JSON Schema through zod itself, which follows recursive shapes by name.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function renderDocument(routes: readonly Route[], publicUrl: string): JsonObject {
  const components = createComponents();
  const paths: { [path: string]: JsonObject } = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: renderOperation(route, components) };
  }
  const responses = renderErrorResponses(routes, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Integration hub',
      version: '1',
      description: 'Connects an organization to third-party services and moves data between them.',
    },
    servers: [{ url: `${publicUrl}/v1` }, { url: `${publicUrl}/api/v1` }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas(),
      responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key. Each operation names the scope it needs.' },
      },
    },
  };
}

const notModified: JsonObject = { description: 'What `If-None-Match` names is still what would be shown.' };

function renderOperation(route: Route, components: Components): JsonObject {
  const statuses = new Set(listErrors(route).map((code) => errorCodes[code].httpStatus));
  const errors = [...statuses]
    .toSorted((a, b) => a - b)
    .map((status): [string, JsonObject] => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: [{ bearer: route.scope === 'any' ? [] : [route.scope] }],
    parameters: renderParameters(route, components),
    ...(route.body === undefined ? {} : { requestBody: renderBody(route.body, components) }),
    responses: {
      [String(route.status)]: renderSuccess(route, components),
      ...(route.method === 'get' && (route.paginated !== true || route.tagged === true) ? { '304': notModified } : {}),
      ...Object.fromEntries(errors),
    },
  };
}

function renderParameters(route: Route, components: Components): JsonObject[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries<z.core.$ZodType>(route.query?.shape ?? {}).map(([name, shape]) => {
    const { description, ...schema } = components.schemaOf(shape, 'input');
    return { name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema };
  });
  return [...inPath, ...inQuery];
}

function renderBody(body: NonNullable<Route['body']>, components: Components): JsonObject {
  const schema = components.schemaOf(body.documented ?? body.shape, 'input');
  return { required: body.optional !== true, content: { 'application/json': { schema } } };
}

function renderSuccess(route: Route, components: Components): JsonObject {
  const data = components.schemaOf(route.data, 'output');
  const schema = {
    type: 'object',
    required: ['status', 'data', ...(route.paginated === true ? ['meta'] : [])],
    properties: {
      status: { const: 'success' },
      data,
      ...(route.paginated === true ? { meta: components.schemaOf(pageMeta, 'output') } : {}),
    },
    additionalProperties: false,
  };
  const location = { description: 'Address of the resource.', schema: { type: 'string' } };
  return {
    description: route.summary,
    headers: {
      'Request-Id': { description: 'Name this id when you ask for help.', schema: { type: 'string' } },
      ...(route.located === true ? { Location: location } : {}),
    },
    content: { 'application/json': { schema } },
  };
}

function renderErrorResponses(routes: readonly Route[], components: Components): JsonObject {
  const used = new Set(routes.flatMap(listErrors));
  const byStatus = Map.groupBy(used, (code: ErrorCode) => errorCodes[code].httpStatus);
  const responses = [...byStatus].map(([status, codes]): [string, JsonObject] => [
    `Error${status}`,
    {
      description: codes.toSorted().join(', '),
      content: { 'application/json': { schema: components.schemaOf(errorEnvelope, 'output') } },
    },
  ]);
  return Object.fromEntries(responses);
}
