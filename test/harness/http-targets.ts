import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import type { ConnectorSession, RateLimiter } from '../../connectors/drivers/shared/session.ts';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { writes } from '../../connectors/kit/http/complete-operations.ts';
import type { RecordTarget, WriteOperation } from '../../core/records.ts';
import { HttpStub } from './http.ts';
import { openTestSession } from './http-session.ts';

export interface HttpTargets {
  /** A server of its own for each test. */
  stub: HttpStub;
  /** Opens the target of a connector whose only operation writes users. */
  open(
    operation: WriteOperation,
    write: Parameters<typeof writes>[0],
    more?: { matchOn?: string[]; byId?: boolean; limiter?: RateLimiter },
  ): RecordTarget;
  /** What was sent, in order. */
  bodies(): unknown[];
}

/** Registers what starts and stops the server and the sessions. */
export function useHttpTargets(): Readonly<HttpTargets> {
  let stub: HttpStub | undefined;
  let session: ConnectorSession | undefined;
  const running = (): HttpStub => {
    if (stub === undefined) throw new Error('The server is there within tests only.');
    return stub;
  };
  beforeEach(async () => {
    stub = await HttpStub.start();
  });
  afterEach(async () => {
    await session?.close();
    await running().stop();
  });
  return {
    get stub() {
      return running();
    },
    open: (operation, write, { matchOn = ['name'], byId, limiter } = {}) => {
      session = openTestSession(toConnector(operation, write), {
        config: { base_url: running().url },
        allow: [`127.0.0.1:${running().port}`],
        ...(limiter && { limiter }),
      });
      return session.openTarget({ object: 'users', operation, matchOn, ...(byId && { byId }), options: {} });
    },
    bodies: () =>
      running()
        .requests.filter(({ body }) => body !== '')
        .map(({ body }) => JSON.parse(body)),
  };
}

function toConnector(operation: WriteOperation, write: Parameters<typeof writes>[0]): HttpConnector {
  return defineConnector({
    id: 'writes',
    name: 'Writes',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    limits: { concurrency: 8, buckets: [{ name: 'calls', limit: 1000, perMs: 1000 }], signals: [] },
    test: { request: { method: 'GET', path: '' } },
    objects: { users: { title: 'Users', operations: { [operation]: writes({ concurrency: 1, ...write }) } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
}
