import { Hono } from 'hono';
import { notFound } from '../core/errors.ts';
import { OauthError } from '../services/access/oauth/oauth-error.ts';
import { createOidcProviders } from '../services/access/single-sign-on/oidc/oidc-providers.ts';
import type { HookDeps } from '../services/triggers/open-hooks.ts';
import { connectOperations } from './auth/connect-operations.ts';
import { authOperations } from './auth/operations.ts';
import { serveAuth } from './auth/serve-auth.ts';
import { serveSso } from './auth/serve-sso.ts';
import { ssoOperations } from './auth/sso-operations.ts';
import { readClientAddress } from './requests/client-address.ts';
import { createDocs } from './docs/serve-docs.ts';
import { MethodNotAllowed } from './errors.ts';
import { hasAlready, toEntityTag } from './answers/etag.ts';
import { checkReadiness, type HealthDeps } from './health.ts';
import type { HubApp, HubContext, HubEnv } from './hub-context.ts';
import { callbackPath, serveCallback } from './hooks/serve-callback.ts';
import { hookPath, serveHook } from './hooks/serve-hook.ts';
import { scimBase, scimOperations } from './scim/operations.ts';
import { serveScim, toScimAnswer } from './scim/serve-scim.ts';
import { serveOperator } from './operator/serve-operator.ts';
import { operatorRoutes } from './operator/routes.ts';
import type { OperatorKey } from '../services/operator/index.ts';
import { createMethodTable } from './method-table.ts';
import { isNavigation } from './oauth/operation.ts';
import { oauthOperations } from './oauth/operations.ts';
import { toOauthAnswer } from './oauth/to-oauth-answer.ts';
import { type Answer, notModified, plain, present, redirect, succeed } from './answers/respond.ts';
import { routes } from './routes/index.ts';
import { countRequest } from './rate-limits.ts';
import { createWeb } from './web/serve-web.ts';
import { toNamedOrigin } from '../services/access/people/dashboard-url.ts';
import { openWebFiles } from './web/web-files.ts';
import { admit, answerLogged, countAddress, type ServeDeps, serveRoute } from './serve-route.ts';
import type { RequestSummary } from './request-summary.ts';

export interface AppDeps extends ServeDeps {
  health: HealthDeps;
  hooks: HookDeps;
  operator: OperatorKey;
}

/**
 * Where the operations live. The first two are documented; the third is what a client gets that joins the base address
 * with paths that have a base themselves.
 */
export const bases = ['/v1', '/api/v1', '/v1/api/v1'] as const;

/** Builds the application: every route under every base, and the few addresses outside of them. */
export function createApp(deps: AppDeps): HubApp {
  const app = new Hono<HubEnv>();
  const methods = createMethodTable();
  for (const base of bases) {
    for (const route of routes) {
      const path = base + toHonoPath(route.path);
      methods.add(path, route.method);
      app.on(route.method.toUpperCase(), [path], serveRoute(deps, route, base));
    }
  }
  addOperatorRoutes(app, deps, methods.add);
  addPublicRoutes(app, deps, methods.add);
  addOauthOperations(app, deps, methods.add);
  addAuthOperations(app, deps, methods.add);
  addSsoOperations(app, deps, methods.add);
  addScimOperations(app, deps, methods.add);
  app.all(toHonoPath(hookPath), (c) =>
    answerLogged(deps, c, (requestId, summary) => serveHook(deps, c, { requestId, summary })),
  );
  app.all(toHonoPath(callbackPath), (c) =>
    answerLogged(deps, c, (requestId, summary) => serveCallback(deps, c, { requestId, summary })),
  );
  app.notFound((c) => answerLogged(deps, c, (_, summary) => refuseUnknown(deps, { c, summary }, methods.find)));
  return app;
}

function addOperatorRoutes(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  for (const base of bases) {
    for (const route of operatorRoutes) {
      const path = base + toHonoPath(route.path);
      document(path, route.method);
      app.on(route.method.toUpperCase(), [path], (c) =>
        answerLogged(deps, c, (requestId, summary) => serveOperator(deps, route, { c, base, requestId, summary })),
      );
    }
  }
}

function addPublicRoutes(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  const add = (path: string, answer: (requestId: string, c: HubContext) => Promise<Answer>): void => {
    document(path, 'get');
    app.get(path, (c) =>
      answerLogged(deps, c, async (requestId, summary) => {
        summary.path = path;
        const found = await answer(requestId, c);
        const { etag } = found.headers;
        return etag !== undefined && hasAlready(c.req.header('if-none-match'), etag) ? notModified(found) : found;
      }),
    );
  };
  add('/health/live', (requestId) => Promise.resolve(succeed(200, requestId, { data: { status: 'live' } })));
  add('/health/ready', async (requestId) => succeed(200, requestId, { data: await checkReadiness(deps.health) }));
  const openapi = createOpenApi(deps.publicUrl);
  add('/openapi.json', openapi);
  add('/', (requestId) => Promise.resolve(redirect(requestId, '/app/')));
  addWeb(add, deps.publicUrl);
  const docs = createDocs(deps.publicUrl);
  add('/docs', docs.reference);
  add('/docs/errors', docs.errorList);
  add('/docs/errors/:code', (requestId, c) => docs.errorPage(requestId, c.req.param('code') ?? ''));
  add('/docs/assets/:version/:name', (requestId, c) =>
    docs.asset(requestId, c.req.param('version') ?? '', c.req.param('name') ?? ''),
  );
}

/** The dashboard. Whatever follows `/app/` is an address within it, except its files. */
function addWeb(
  add: (path: string, answer: (requestId: string, c: HubContext) => Promise<Answer>) => void,
  publicUrl: string,
): void {
  const web = createWeb(openWebFiles());
  const accepted = (c: HubContext): string | undefined => c.req.header('accept-encoding');
  add('/app', (requestId) => Promise.resolve(redirect(requestId, '/app/')));
  add('/app/assets/:name', (requestId, c) => web.asset(requestId, c.req.param('name') ?? '', accepted(c)));
  add('/app/*', (requestId, c) => {
    const origin = toNamedOrigin(publicUrl, c.req.header('host'));
    if (origin === undefined) return web.page(requestId, accepted(c));
    const { pathname, search } = new URL(c.req.url);
    return Promise.resolve(redirect(requestId, `${origin}${pathname}${search}`));
  });
}

/** Renders the document, and loads its texts, when it is first asked for; it does not change while a process runs. */
function createOpenApi(publicUrl: string): (requestId: string) => Promise<Answer> {
  let rendered: Promise<{ body: string; etag: string }> | undefined;
  const render = async () => {
    const { renderDocument } = await import('./openapi/document.ts');
    const body = JSON.stringify(renderDocument(routes, publicUrl));
    return { body, etag: toEntityTag(body) };
  };
  return async (requestId) => {
    const { body, etag } = await (rendered ??= render());
    const headers = { 'cache-control': 'public, max-age=300', etag };
    return present(requestId, { type: 'application/json; charset=utf-8', body, headers });
  };
}

function addOauthOperations(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  const { oauth } = deps;
  for (const operation of oauthOperations) {
    const path = operation.path(oauth);
    document(path, operation.method);
    const answer = async (c: HubContext, requestId: string, summary: RequestSummary): Promise<Answer> => {
      summary.route = operation.operationId;
      summary.path = path;
      try {
        const address = readClientAddress(c, deps.trustedProxies);
        const { data, headers, location } = await operation.answer({
          c,
          oauth,
          services: deps.services,
          requestId,
          address,
          summary,
        });
        const standing =
          summary.caller === undefined ? {} : await countRequest(deps.limiter, deps.limits, summary.caller);
        if (location !== undefined && isNavigation(c)) return redirect(requestId, location, headers);
        return plain(200, requestId, data, { ...headers, ...standing });
      } catch (error) {
        // Callers that guess secrets or states are slowed down.
        const isGuess =
          error instanceof OauthError && (error.code === 'invalid_client' || operation.query !== undefined);
        if (isGuess) await countAddress(deps, c);
        const page = operation.refusedPage?.(deps.publicUrl);
        if (page !== undefined && error instanceof OauthError && isNavigation(c)) return redirect(requestId, page);
        throw error;
      }
    };
    app.on(operation.method.toUpperCase(), [path], (c) =>
      answerLogged(deps, c, (requestId, summary) => answer(c, requestId, summary), toOauthAnswer),
    );
  }
}

function addAuthOperations(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  for (const operation of [...authOperations, ...connectOperations]) {
    document(operation.path, 'post');
    app.post(operation.path, (c) =>
      answerLogged(deps, c, (requestId, summary) => serveAuth(deps, operation, { c, requestId, summary })),
    );
  }
}

function addSsoOperations(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  const served = { ...deps, oidc: createOidcProviders(deps.services) };
  for (const operation of ssoOperations) {
    document(operation.path, operation.method);
    app.on(operation.method.toUpperCase(), [operation.path], (c) =>
      answerLogged(deps, c, (requestId, summary) => serveSso(served, operation, { c, requestId, summary })),
    );
  }
}

function addScimOperations(app: HubApp, deps: AppDeps, document: (path: string, method: string) => void): void {
  const refuse = (error: unknown, requestId: string): Answer => toScimAnswer(error, requestId, deps.publicUrl);
  for (const operation of scimOperations) {
    document(operation.path, operation.method);
    app.on(operation.method.toUpperCase(), [operation.path], (c) =>
      answerLogged(deps, c, (requestId, summary) => serveScim(deps, operation, { c, requestId, summary }), refuse),
    );
  }
  const table = createMethodTable();
  for (const { path, method } of scimOperations) table.add(path, method);
  app.all(`${scimBase}/*`, (c) =>
    answerLogged(deps, c, (_, summary) => refuseUnknown(deps, { c, summary }, table.find), refuse),
  );
}

/** Without a credential, nobody learns under a base which addresses exist. */
async function refuseUnknown(
  deps: AppDeps,
  { c, summary }: { c: HubContext; summary: RequestSummary },
  allowed: (path: string) => string[],
): Promise<never> {
  if ([...bases, scimBase].some((base) => c.req.path === base || c.req.path.startsWith(`${base}/`)))
    await admit(deps, c, summary);
  const methods = allowed(c.req.path);
  throw methods.length > 0 ? new MethodNotAllowed(methods) : notFound();
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
