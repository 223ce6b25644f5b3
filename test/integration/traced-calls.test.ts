import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { traceSession } from '../../sessions/trace-session.ts';
import { clientCredentialsAuth } from '../../connectors/kit/auth/token-methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import { createTracer } from '../../tracing/otel-tracer.ts';
import { openTestSession, toEffects } from '../harness/http-session.ts';
import { HttpStub } from '../harness/http.ts';

const secret = 'CANARY-secret-2f81c7';

const connector: HttpConnector = defineConnector({
  id: 'tested',
  name: 'Tested',
  vendor: 'Test',
  category: 'generic',
  docsUrl: 'https://example.com/',
  version: '1.0.0',
  transport: 'http',
  config: z.strictObject({ base_url: z.string().meta({ destination: true }), tenant: z.string() }),
  auth: [clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' })],
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  test: { request: { method: 'GET', path: '/me' } },
  objects: {
    users: {
      title: 'Users',
      operations: {
        list: reads({
          kind: 'pages',
          request: { method: 'GET', path: '/tenants/{config.tenant}/users?view=all' },
          format: { kind: 'json' },
          paginate: { kind: 'none' },
        }),
        update: writes({
          request: { method: 'PUT', path: '/users/{email}' },
          idempotency: { kind: 'put_by_key' },
        }),
      },
    },
  },
  documentation: { source: 'https://example.com/', asOf: '2026-11-22' },
});

let stub: HttpStub;
let exporter: InMemorySpanExporter;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  stub.always('POST /token', { json: { access_token: secret, token_type: 'bearer', expires_in: 3600 } });
  exporter = new InMemorySpanExporter();
  const { tracer } = createTracer({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  session = traceSession(
    openTestSession(connector, {
      config: { base_url: stub.url, tenant: 'acme-tenant' },
      credentials: { client_id: 'id', client_secret: secret },
      allow: [`127.0.0.1:${stub.port}`],
      tracer,
    }),
    connector.id,
    tracer,
  );
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** Each span with its parent's name, in the order in which they ended. */
function listSpans(): Record<string, unknown>[] {
  const spans = exporter.getFinishedSpans();
  return spans.map(({ name, parentSpanContext, attributes }) => ({
    name,
    under: spans.find((span) => span.spanContext().spanId === parentSpanContext?.spanId)?.name,
    status: attributes['http.response.status_code'],
    error: attributes['error.type'],
  }));
}

describe('test/integration/traced-calls', () => {
  it('shows each try and the call for a token under the operation, by the paths that the connector declares', async () => {
    stub.on('GET /tenants/acme-tenant/users', { status: 503 }, { json: [{ id: 1 }] });

    const source = session.openSource({ object: 'users', options: {} });
    await source.readPage(null, AbortSignal.timeout(20_000));

    const under = 'list tested';
    expect(listSpans()).toEqual([
      { name: 'POST', under, status: 200, error: undefined },
      { name: 'GET /tenants/{config.tenant}/users', under, status: 503, error: '503' },
      { name: 'GET /tenants/{config.tenant}/users', under, status: 200, error: undefined },
      { name: 'list tested', under: undefined, status: undefined, error: undefined },
    ]);
  });

  it('fails the operation by the kind of its error, and the call by its status', async () => {
    stub.on('PUT /users/ann%40example.com', { status: 403, json: { message: `no right to ${secret}` } });

    const target = session.openTarget({ object: 'users', operation: 'update', matchOn: ['email'], options: {} });
    const report = await target.write(toEffects([{ email: 'ann@example.com' }], 'update'));

    expect(listSpans().slice(1)).toEqual([
      { name: 'PUT /users/{email}', under: 'update tested', status: 403, error: '403' },
      { name: 'update tested', under: undefined, status: undefined, error: report.error?.kind },
    ]);
    expect(report.error?.kind).toBe('permission');
  });

  it('leaves to a target all that it is told, and all that it says of itself', async () => {
    stub.on('GET /tenants/acme-tenant/users', { json: [] });
    const request = { object: 'users', operation: 'update', matchOn: ['email'], options: {} } as const;
    const target = session.openTarget(request);

    const report = await target.write(toEffects([{ email: 'ann@example.com' }], 'update'), { covers: () => false });

    expect(report.results).toEqual([{ outcome: 'not_sent' }]);
    expect(target).toMatchObject({ idempotency: 'natural', requestTimeoutMs: expect.any(Number) });
    // The stub for tokens is to be asked in every test.
    await session.openSource({ object: 'users', options: {} }).readPage(null, AbortSignal.timeout(20_000));
  });

  it('tells no secret, no record and nothing of the configuration', async () => {
    stub.on('GET /tenants/acme-tenant/users', { status: 404, json: { error: secret } });

    const source = session.openSource({ object: 'users', options: {} });
    await expect(source.readPage(null, AbortSignal.timeout(20_000))).rejects.toMatchObject({ kind: 'not_found' });

    const spans = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
    );
    expect(spans).toContain('not_found');
    for (const text of [secret, 'acme-tenant', 'view=all']) expect(spans).not.toContain(text);
  });
});
