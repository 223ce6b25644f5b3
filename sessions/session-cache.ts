import type { Connector } from '../connectors/kit/connector.ts';
import { createLocalLimiter } from '../connectors/drivers/local-limiter.ts';
import { openSession } from '../connectors/drivers/open-session.ts';
import type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
import type { RequestInput, RequestResult } from '../core/connection-requests.ts';
import { toId } from '../core/ids.ts';
import { Secret } from '../core/secret.ts';
import { noTracer } from '../core/telemetry/tracing.ts';
import { authorizeConnection } from './authorize-connection.ts';
import { createRateLimiter } from './connection-rate-limiter.ts';
import { watchIncidents } from './call-incidents.ts';
import { createConnectionTokens } from './connection-tokens.ts';
import { RunUnusableError } from '../core/runs/run-unusable-error.ts';
import type { LoadedConnection } from './loaded-connection.ts';
import { observeSession } from './observe-session.ts';
import type { SessionDeps, UnsavedCredentials } from './session-deps.ts';
import { traceSession } from './trace-session.ts';
import { messages } from '../core/messages.ts';

/** An unused session is closed after this. */
const idleMs = 60_000;

/**
 * Opened connections, shared by the runs that use the same version of the same credentials and connector.
 *
 * A new version of either is another session; the old one goes when its last user returned it and it idled.
 */
export class SessionCache {
  readonly #deps: SessionDeps;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** Runs `work` with the connection's session, opening it if needed. */
  async use<T>(
    orgId: string,
    connection: LoadedConnection,
    work: (session: ConnectorSession) => Promise<T>,
  ): Promise<T> {
    const { id, credentialVersion, connector, config } = connection;
    const key = [orgId, id, credentialVersion, connector?.version, JSON.stringify(config)].join('|');
    const entry = this.#entries.get(key) ?? this.#add(key, orgId, connection);
    entry.users += 1;
    clearTimeout(entry.idle);
    try {
      return await work(await entry.session);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) entry.idle = setTimeout(() => void this.#close(key), idleMs).unref();
    }
  }

  /** Runs `work` with a session of its own, which ends with it. */
  async useUnsaved<T>(
    owner: { orgId: string; requestId: string },
    unsaved: UnsavedCredentials,
    work: (session: ConnectorSession) => Promise<T>,
  ): Promise<T> {
    const { clock, opener, egress } = this.#deps;
    const credentials = await opener.open({ purpose: 'request', ...owner }, unsaved.sealed);
    const connector = requireConnector(unsaved);
    const context = {
      connectionId: owner.requestId,
      config: unsaved.config,
      auth: { method: unsaved.authMethod, credentials: new Secret(credentials) },
      egress,
      limiter: createLocalLimiter(clock),
      clock,
    };
    const session = await openSession(connector, observeSession(this.#deps, connector.id, context));
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }

  /** Finishes an authorization that a person gave. @throws {ConnectorError} when the system does not take it. */
  authorize(
    owner: { orgId: string; requestId: string },
    unsaved: UnsavedCredentials,
    input: RequestInput<'authorize'>,
  ): Promise<RequestResult<'authorize'>> {
    return authorizeConnection(this.#deps, requireConnector(unsaved), owner, unsaved, input);
  }

  /** Closes every session; for shutdown, when no activity is left. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((key) => this.#close(key)));
  }

  #add(key: string, orgId: string, connection: LoadedConnection): Entry {
    const entry: Entry = { session: this.#open(orgId, connection), users: 0, idle: undefined };
    // A session that could not be opened is not kept.
    entry.session.catch(() => this.#entries.delete(key));
    this.#entries.set(key, entry);
    return entry;
  }

  async #open(orgId: string, connection: LoadedConnection): Promise<ConnectorSession> {
    const connector = requireConnector(connection);
    const { database, clock, opener, egress, log } = this.#deps;
    const owner = { orgId, connectionId: connection.id, version: connection.credentialVersion };
    const credentials = await opener.open({ purpose: 'credential', ...owner }, connection.sealed);
    const tracer = (this.#deps.tracer ?? noTracer).with({
      'hub.organization.id': toId('organization', orgId),
      'hub.connection.id': toId('connection', connection.id),
      'hub.connector.id': connector.id,
    });
    const context = {
      connectionId: connection.id,
      config: connection.config,
      auth: { method: connection.authMethod, credentials: new Secret(credentials) },
      egress,
      limiter: createRateLimiter(
        { database, clock, log },
        { orgId, connectionId: connection.id, connectorId: connector.id },
      ),
      clock,
      tokens: createConnectionTokens(this.#deps, owner),
      tracer,
    };
    const watched = watchIncidents(connector.id, observeSession(this.#deps, connector.id, context));
    return traceSession(await openSession(connector, watched), connector.id, tracer);
  }

  async #close(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    clearTimeout(entry?.idle);
    const session = await entry?.session.catch(() => undefined);
    await session?.close();
  }
}

function requireConnector({ serviceType, connector }: Pick<LoadedConnection, 'serviceType' | 'connector'>): Connector {
  if (connector === undefined) throw new RunUnusableError(messages.connectorRemoved({ serviceType }));
  return connector;
}

interface Entry {
  session: Promise<ConnectorSession>;
  users: number;
  idle: NodeJS.Timeout | undefined;
}
