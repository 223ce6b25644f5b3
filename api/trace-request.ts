import { routePath } from 'hono/route';
import { toId } from '../core/ids.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import type { HubContext } from './hub-context.ts';
import type { RequestSummary } from './request-summary.ts';

/** Those whose names may stand in the name of a span. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Serves a request inside a span of its own, under the one that the caller names in `traceparent`. Probes are not traced.
 *
 * The address stands there as its route only: what a caller puts into a path or a query may be a secret. The caller's
 * mistakes keep their code, and are no failure of the span.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server
 */
export function traceRequest(
  tracer: Tracer | undefined,
  c: HubContext,
  requestId: string,
  serve: (summary: RequestSummary) => Promise<Response>,
): Promise<Response> {
  if (tracer?.enabled !== true || c.req.path.startsWith('/health/')) return serve({});
  const method = knownMethods.has(c.req.method) ? c.req.method : undefined;
  const path = routePath(c);
  const route = path.startsWith('/*') ? undefined : path;
  const attributes = {
    'http.request.method': method ?? '_OTHER',
    'http.route': route,
    'url.scheme': new URL(c.req.url).protocol.slice(0, -1),
    'hub.request.id': requestId,
  };
  const name = [method ?? 'HTTP', ...(route === undefined ? [] : [route])].join(' ');
  const settings = { kind: 'server', parent: c.req.header('traceparent'), attributes } as const;
  return tracer.run(name, settings, async (span) => {
    const summary: RequestSummary = { traceparent: span.traceparent };
    const response = await serve(summary);
    span.set({
      'http.response.status_code': response.status,
      'hub.organization.id': summary.caller && toId('organization', summary.caller.orgId),
      'error.type': summary.code,
    });
    if (response.status >= 500) span.fail(summary.code ?? String(response.status));
    return response;
  });
}
