import { z } from 'zod';
import { HubError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { describeAuthorizationServer } from '../../services/access/oauth/authorization-server.ts';
import { invalidClient, type OauthError, oauthErrors } from '../../services/access/oauth/oauth-error.ts';
import { scopes } from '../../services/shared/scopes.ts';
import { errorTexts } from '../docs/error-texts.data.ts';
import type { OauthOperation } from '../oauth/operation.ts';
import { oauthOperations } from '../oauth/operations.ts';
import { formBytesMax } from '../oauth/read-form.ts';
import { toOauthAnswer } from '../oauth/to-oauth-answer.ts';
import { tooLarge } from '../requests/read-json.ts';
import type { Components } from './components.ts';
import { makeExample } from './examples.ts';
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
  const verb =
    { read: 'Read', write: 'Read and change', test: 'Test', execute: 'Execute', approve: 'Approve', use: 'Use' }[
      action
    ] ?? action;
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
    const example = operation.example?.(server);
    return [path, { [operation.method]: renderOperation(operation, { url, example }, components) }];
  });
  return Object.fromEntries(paths);
}

/** Faults and limits, which are refused in the form of RFC 6749 as well. */
const formRefusals = ['rate_limited', 'internal_error', 'service_unavailable'] as const;
const queryRefusals = ['rate_limited', 'internal_error', 'service_unavailable', 'upstream_timeout'] as const;
const documentRefusals = ['internal_error', 'service_unavailable'] as const;

/** What an operation may refuse with. */
function listRefusals({ form, query, refusal }: OauthOperation): (OauthError | HubError)[] {
  const codes = form !== undefined ? formRefusals : query !== undefined ? queryRefusals : documentRefusals;
  return [
    ...(refusal === undefined ? [] : [refusal]),
    ...(form === undefined ? [] : [invalidClient(), tooLarge(formBytesMax)]),
    ...codes.map((code) => new HubError(code, errorTexts[code].example.message)),
  ];
}

/** Of requests that are refused before it is known where they lead: in the hub's own form. */
const unreadStatuses = [408, 414, 431];

function renderOperation(
  operation: OauthOperation,
  { url, example }: { url: string; example: JsonObject | undefined },
  components: Components,
): JsonObject {
  const { operationId, summary, description, form, query, data } = operation;
  const toContent = (shape: z.ZodType, direction: 'input' | 'output', shown?: Json): JsonObject => {
    const schema = components.schemaOf(shape, direction);
    return { schema, example: shown ?? makeExample(schema, components.find) ?? null };
  };
  const errors = listRefusals(operation).map((refusal): [string, JsonObject] => {
    const { status, body } = toOauthAnswer(refusal, '');
    const content = { 'application/json': toContent(oauthError, 'output', parseJson(body)) };
    return [String(status), { description: 'Refused, in the form of RFC 6749 §5.2.', content }];
  });
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
            content: { 'application/x-www-form-urlencoded': toContent(form, 'input') },
          },
        }),
    responses: {
      '200': { description: summary, content: { 'application/json': toContent(data, 'output', example) } },
      ...Object.fromEntries([...errors, ...unread]),
    },
  };
}

/** Our own answer, which is JSON. */
function parseJson(text: string): Json {
  return z.json().parse(JSON.parse(text));
}
