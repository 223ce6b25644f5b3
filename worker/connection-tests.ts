import type { ActivityDeps } from '../activities/index.ts';
import type { LoadedConnection } from '../activities/load-run.ts';
import { isJsonObject } from '../core/json.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import { type Loop, startLoop } from './loop.ts';

/** A test that takes longer is cut; the API gives up a little later. */
const testTimeoutMs = 20_000;

/** Without a notification the table is looked at this often. */
const pollMs = 1000;

/** Requests that nobody waits for any more are left alone. */
const freshMs = 30_000;

const batchSize = 8;

interface Request {
  orgId: string;
  id: string;
  connectionId: string;
}

type TestDeps = Pick<ActivityDeps, 'database' | 'sessions' | 'log'> & {
  /** As `hub_relay`: sees the requests of every tenant. */
  relayDatabase: Database;
};

/** Serves the connection tests that the API asks for: only workers can open credentials. */
export function startConnectionTests(deps: TestDeps): Loop {
  const loop = startLoop(() => serveRequests(deps), {
    everyMs: pollMs,
    onError: (error) => deps.log.warn({ err: error }, 'connection tests could not be served'),
  });
  const listening = deps.relayDatabase.sql.listen(
    'hub_relay',
    () => loop.wake(),
    () => loop.wake(),
  );
  listening.catch((error: unknown) =>
    deps.log.warn({ err: error }, 'connection tests are polled for, not listened to'),
  );
  return loop;
}

async function serveRequests(deps: TestDeps): Promise<'more' | 'idle'> {
  const requests = await deps.relayDatabase.sql<Request[]>`
    select org_id as "orgId", id, connection_id as "connectionId" from connection_tests
    where status = 'requested' and created_at > clock_timestamp() - ${freshMs} * interval '1 millisecond'
    order by created_at limit ${batchSize}`;
  await Promise.all(requests.map((request) => serve(deps, request)));
  return requests.length === batchSize ? 'more' : 'idle';
}

async function serve(deps: TestDeps, request: Request): Promise<void> {
  const connection = await takeUp(deps.database, request);
  if (connection === undefined) return;
  let report: object;
  try {
    report = await deps.sessions.use(request.orgId, connection, (session) =>
      session.test(AbortSignal.timeout(testTimeoutMs)),
    );
  } catch (error) {
    deps.log.error({ err: error, connection_id: request.connectionId }, 'a connection test broke');
    report = { ok: false, checks: [brokenCheck], latencyMs: 0 };
  }
  await withTenant(deps.database, request.orgId, ({ sql }) =>
    Promise.all([
      sql`
        update connection_tests set status = 'done', report = ${JSON.stringify(report)}::jsonb
        where org_id = ${request.orgId} and id = ${request.id}`,
      sql`select pg_notify('hub_answer', ${request.id})`,
    ]),
  );
}

const brokenCheck = {
  name: 'session',
  ok: false,
  code: 'internal',
  message:
    'The connection could not be opened. Store its credentials again; if that does not help, the worker log says why.',
};

/** Marks a request as taken up; `undefined` when another worker was first or the connection is gone. */
function takeUp(database: Database, { orgId, id }: Request): Promise<LoadedConnection | undefined> {
  return withTenant(database, orgId, async ({ sql }) => {
    const [row] = await sql<
      { id: string; service_type: string; config: unknown; version: number; auth_method: string; sealed: Buffer }[]
    >`
      update connection_tests t set status = 'running'
      from connections c
      join connection_credentials k
        on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
      where t.org_id = ${orgId} and t.id = ${id} and t.status = 'requested'
        and c.org_id = t.org_id and c.id = t.connection_id
      returning c.id, c.service_type, c.config, c.credential_version as version, k.auth_method, k.sealed`;
    if (row === undefined) return undefined;
    return {
      id: row.id,
      serviceType: row.service_type,
      config: isJsonObject(row.config) ? row.config : {},
      credentialVersion: row.version,
      authMethod: row.auth_method,
      sealed: row.sealed,
    };
  });
}
