import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { describeAuthorizationServer, oauthErrors, scopes } from '../../services/index.ts';
import type { OauthOperation } from '../oauth/operation.ts';
import { oauthOperations } from '../oauth/operations.ts';
import type { Components } from './components.ts';
import { renderQueryParameters } from './parameters.ts';

export const oauthTag = 'OAuth';

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const oauthError = z
  .strictObject({
    error: z.enum([...Object.keys(oauthErrors), 'server_error', 'temporarily_unavailable']),
    error_description: z.string(),
  })
  .meta({ id: 'OauthError' });

/** How clients get in: with a token of `/oauth/token`, and at that address as themselves. */
export function renderOauthSchemes(publicUrl: string): JsonObject {
  const { tokenEndpoint } = describeAuthorizationServer(publicUrl);
  const described = scopes.map((scope): [string, string] => [scope, describeScope(scope)]);
  return {
    oauth2: {
      type: 'oauth2',
      description: 'An access token of the hub, by the client credentials grant.',
      flows: { clientCredentials: { tokenUrl: tokenEndpoint, scopes: Object.fromEntries(described) } },
    },
    client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of an OAuth client.' },
  };
}

function describeScope(scope: string): string {
  const [resource = '', action] = scope.split(':');
  if (action === undefined) return 'Everything.';
  const verb = { read: 'Read', write: 'Read and change', test: 'Test', execute: 'Execute' }[action] ?? action;
  return `${verb} ${resource.replaceAll('_', ' ')}.`;
}

/** Renders the addresses outside of the bases, each with a server of its own. */
export function renderOauthPaths(publicUrl: string, components: Components): { [path: string]: JsonObject } {
  const server = describeAuthorizationServer(publicUrl);
  const paths = oauthOperations.map((operation): [string, JsonObject] => {
    const path = operation.path({ server });
    // Documents of a standard stand at the root, wherever the API itself is.
    const isDocument = operation.form === undefined && operation.query === undefined;
    const url = isDocument ? new URL(publicUrl).origin : publicUrl;
    return [path, { [operation.method]: renderOperation(operation, url, components) }];
  });
  return Object.fromEntries(paths);
}

function statusesOf({ form, query }: OauthOperation): number[] {
  if (form !== undefined) return [400, 401, 413, 429, 500, 503];
  return query === undefined ? [500, 503] : [400, 429, 500, 503, 504];
}

/** Of requests that are refused before it is known where they lead: in the hub's own form. */
const unreadStatuses = [408, 414, 431];

function renderOperation(operation: OauthOperation, url: string, components: Components): JsonObject {
  const { operationId, summary, description, form, query, data } = operation;
  const toContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const refusal = toContent(components.schemaOf(oauthError, 'output'));
  const statuses = statusesOf(operation);
  const errors = statuses.map((status): [string, JsonObject] => [
    String(status),
    { description: 'Refused, in the form of RFC 6749 §5.2.', content: refusal },
  ]);
  const unread = unreadStatuses.map((status): [string, JsonObject] => [
    String(status),
    { $ref: `#/components/responses/Error${status}` },
  ]);
  return {
    operationId,
    tags: [oauthTag],
    summary,
    ...(description === undefined ? {} : { description }),
    servers: [{ url }],
    security: form === undefined ? [] : [{ client: [] }, {}],
    parameters: query === undefined ? [] : renderQueryParameters({ query }, components),
    ...(form === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/x-www-form-urlencoded': { schema: components.schemaOf(form, 'input') } },
          },
        }),
    responses: {
      '200': { description: summary, content: toContent(components.schemaOf(data, 'output')) },
      ...Object.fromEntries([...errors, ...unread]),
    },
  };
}
