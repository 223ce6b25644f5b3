import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import type { Connector, HttpConnector } from '../../connectors/kit/connector.ts';
import { createLocalLimiter } from '../../connectors/drivers/local-limiter.ts';
import { openEmailSession } from '../../connectors/drivers/email/session.ts';
import { openHttpSession } from '../../connectors/drivers/http/session.ts';
import { openLdapSession } from '../../connectors/drivers/ldap/session.ts';
import { openMysqlSession } from '../../connectors/drivers/sql/mysql/session.ts';
import { checkContext, withScrub } from '../../connectors/drivers/open-session.ts';
import { openPostgresSession } from '../../connectors/drivers/sql/postgres/session.ts';
import { openSftpSession } from '../../connectors/drivers/sftp/session.ts';
import { openSnmpSession } from '../../connectors/drivers/snmp/session.ts';
import type {
  ConnectorSession,
  DriverSession,
  RateLimiter,
  SessionContext,
} from '../../connectors/drivers/shared/session.ts';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { writes } from '../../connectors/kit/http/complete-operations.ts';
import { validateCredentials } from '../../connectors/kit/validate.ts';
import { systemClock } from '../../core/clock.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Effect, RecordSource, RecordTarget, WriteLease, WriteOperation } from '../../core/records.ts';
import { Secret } from '../../core/secret.ts';
import { HttpStub } from './http.ts';

/** Opens a session as the worker would, but at once, with credentials of any of the connector's forms. */
export function openTestSession(
  connector: Connector,
  given: { config: JsonObject; credentials?: JsonObject; allow: readonly string[] } & Partial<SessionContext>,
): ConnectorSession {
  const { config, credentials = {}, allow, ...rest } = given;
  const checked = validateCredentials(connector, credentials);
  if (!checked.ok) throw new Error(`The credentials fit no form: ${JSON.stringify(checked.errors)}`);
  const { session, method } = checkContext(connector, {
    connectionId: 'conn_test',
    config,
    auth: { method: checked.authMethod, credentials: new Secret(checked.value) },
    egress: { allow },
    limiter: createLocalLimiter(systemClock),
    clock: systemClock,
    ...rest,
  });
  if (connector.transport === 'http') return openHttpSession(connector, session, method);
  return withScrub(openDriver(connector, session), method, session);
}

function openDriver(connector: Exclude<Connector, { transport: 'http' }>, session: SessionContext): DriverSession {
  switch (connector.transport) {
    case 'postgres':
      return openPostgresSession(connector, session);
    case 'sftp':
      return openSftpSession(connector, session);
    case 'snmp':
      return openSnmpSession(connector, session);
    case 'email':
      return openEmailSession(connector, session);
    case 'mysql':
      return openMysqlSession(connector, session);
    case 'ldap':
      return openLdapSession(connector, session);
  }
}

/** Reads all pages, each with a cursor that went through JSON as it does between processes. */
export async function readAll(
  source: RecordSource | (() => RecordSource),
  signal: AbortSignal = AbortSignal.timeout(50_000),
): Promise<{ pages: JsonObject[][]; cursors: Json[] }> {
  const pages: JsonObject[][] = [];
  const cursors: Json[] = [null];
  const fixed = typeof source === 'function' ? undefined : source;
  for (let cursor: Json | undefined = null; cursor !== undefined;) {
    const page = await (fixed ?? (typeof source === 'function' ? source() : source)).readPage(cursor, signal);
    pages.push(page.records);
    cursor = page.next === undefined ? undefined : JSON.parse(JSON.stringify(page.next));
    if (cursor !== undefined) cursors.push(cursor);
  }
  return { pages, cursors };
}

/**
 * Reads what changed, as a run does behind another one: each page by a source of its own, with a cursor that went through
 * JSON.
 *
 * @param watermark What the read before gave; absent for a full read.
 */
export async function readChanges(
  open: () => RecordSource,
  watermark?: Json,
): Promise<{ records: JsonObject[]; watermark: Json | undefined; pages: number }> {
  const records: JsonObject[] = [];
  const start = watermark === undefined ? null : open().begin?.({ watermark });
  for (let [cursor, pages]: [Json, number] = [start ?? null, 1]; ; pages += 1) {
    const page = await open().readPage(cursor, AbortSignal.timeout(50_000));
    records.push(...page.records);
    if (page.next === undefined) return { records, watermark: page.watermark, pages };
    cursor = JSON.parse(JSON.stringify(page.next));
  }
}

/** A lease that is over: nothing may be written under it. */
export const overLease: WriteLease = { covers: () => false };

/** Effects that write bodies, each with ids of its own. */
export function toEffects(
  bodies: readonly JsonObject[],
  operation: WriteOperation = 'upsert',
  targetId?: string,
): Effect[] {
  return bodies.map((body, index) => ({
    effectId: `effect-${index + 1}`,
    operation,
    sourceKey: `key-${index + 1}`,
    targetId,
    body,
  }));
}

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
