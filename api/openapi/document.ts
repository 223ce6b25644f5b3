import type { JsonObject } from '../../core/json.ts';
import { exampleError } from '../docs/example-error.ts';
import type { DescribedRoute, Route } from '../route.ts';
import { authTag, renderAuthPaths } from './auth-operations.ts';
import { createComponents, type Components } from './components.ts';
import { errorEnvelope } from './envelopes.ts';
import { errorHeaders, headerComponents, listRefusals } from './headers.ts';
import { callbackTag, renderCallbackPaths } from './callback-operation.ts';
import { hookTag, renderHookPaths } from './hook-operations.ts';
import { introduction } from './introduction.ts';
import { oauthTag, renderOauthPaths, renderOauthSchemes } from './oauth-operations.ts';
import { operatorRoutes } from '../operator/routes.ts';
import { renderOperation } from './operation.ts';
import { renderParameterComponents } from './parameters.ts';
import { tagTexts } from './tags.data.ts';
import { renderWebhooks } from './webhooks.ts';

/**
 * Renders the OpenAPI 3.1 document from the routes: what is not served is not in it.
 *
 * Shapes become JSON Schema through zod itself, which follows recursive shapes by name.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function renderDocument(ofOrganizations: readonly Route[], publicUrl: string): JsonObject {
  const routes = [...ofOrganizations, ...operatorRoutes];
  const components = createComponents();
  const paths: { [path: string]: JsonObject } = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: renderOperation(route, routes, components) };
  }
  const oauthPaths = renderOauthPaths(publicUrl, components);
  const authPaths = renderAuthPaths(publicUrl, components);
  const hookPaths = renderHookPaths(publicUrl, components);
  const callbackPaths = renderCallbackPaths(publicUrl, components);
  const webhooks = renderWebhooks(components);
  const responses = renderErrorResponses(routes, components, publicUrl);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Integration hub',
      version: '1',
      summary: 'Connects an organization to third-party services and moves data between them.',
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Error codes', url: `${publicUrl}/docs/errors` },
    servers: [
      { url: `${publicUrl}/v1`, description: 'The base address.' },
      { url: `${publicUrl}/api/v1`, description: 'The same under another prefix.' },
    ],
    tags: renderTags(routes),
    paths: { ...paths, ...authPaths, ...oauthPaths, ...hookPaths, ...callbackPaths },
    webhooks,
    components: {
      schemas: components.schemas(),
      responses,
      headers: headerComponents,
      parameters: renderParameterComponents(paths),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key. Each operation names the scope it needs.' },
        ...renderOauthSchemes(publicUrl),
        operator: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of the operator of the hub (`HUB_OPERATOR_KEY`), which is good for nothing else.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-hub_session',
          description:
            'Of a person who signed in, together with the header `hub-session: 1` from a page of the hub. Their roles decide over scopes.',
        },
      },
    },
  };
}

/** Groups that have no text yet come last. */
function renderTags(routes: readonly DescribedRoute[]): JsonObject[] {
  const used = new Set([...routes.map(({ tag }) => tag), authTag, oauthTag, hookTag, callbackTag]);
  const names = [...Object.keys(tagTexts).filter((name) => used.has(name)), ...used];
  return [...new Set(names)].map((name) => ({ name, description: tagTexts[name] ?? `Operations on ${name}.` }));
}

function renderErrorResponses(
  routes: readonly DescribedRoute[],
  components: Components,
  publicUrl: string,
): JsonObject {
  const schema = components.schemaOf(errorEnvelope, 'output');
  const responses = listRefusals(routes).map(([status, codes]): [string, JsonObject] => {
    const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleError(code, publicUrl) }]));
    return [
      `Error${status}`,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: errorHeaders(status),
        content: { 'application/json': { schema, examples } },
      },
    ];
  });
  return Object.fromEntries(responses);
}
