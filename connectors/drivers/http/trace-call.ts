import type { Tracer } from '../../../core/telemetry/tracing.ts';
import { FaultError } from '../../kit/fault.ts';
import { toTransportFault } from '../shared/transport-fault.ts';

/**
 * Makes an HTTP call inside a span that ends with the head of its response. Each attempt, redirect and renewal is a
 * call.
 *
 * The span has neither address nor query: both may contain values of records or credentials. The call carries no
 * `traceparent`: other systems do not take part in our traces.
 *
 * @param call.template The path before anything was filled in, where it is the connector's own.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function traceCall<T extends { statusCode: number }>(
  tracer: Tracer,
  { method, url, template }: { method: string; url: URL; template?: string | undefined },
  send: () => Promise<T>,
): Promise<T> {
  if (!tracer.enabled) return send();
  const path = template?.replace(/[?#].*/s, '');
  const attributes = {
    'http.request.method': method,
    'url.scheme': url.protocol.slice(0, -1),
    'url.template': path,
    'server.address': url.hostname,
    'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  };
  const name = path === undefined ? method : `${method} ${path}`;
  return tracer.run(name, { kind: 'client', attributes }, async (span) => {
    try {
      const response = await send();
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 400) span.fail(String(response.statusCode));
      return response;
    } catch (error) {
      span.fail(error instanceof FaultError ? error.fault.kind : toTransportFault(error).fault.kind);
      throw error;
    }
  });
}
