import type { Connector } from '../../connectors/kit/connector.ts';
import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import type { ConnectionRequestKind, RequestInput } from '../../core/connection-requests.ts';
import type { Database } from '../../drizzle/index.ts';
import type { ActivityDeps } from '../../runs/deps.ts';

export type RequestDeps = Pick<
  ActivityDeps,
  'database' | 'sessions' | 'log' | 'opener' | 'scripts' | 'definitions' | 'lookups' | 'tracer'
> & {
  /** As `hub_relay`: sees the requests of every tenant. */
  relayDatabase: Database;
};

/** What a handler may need besides the question. */
export interface HandlerContext<Kind extends SessionKind> {
  deps: RequestDeps;
  orgId: string;
  session: ConnectorSession;
  serviceType: string;
  connector: Connector | undefined;
  input: RequestInput<Kind>;
  signal: AbortSignal;
}

/** Questions that a session answers. */
export type SessionKind = Exclude<ConnectionRequestKind, 'authorize' | 'item' | 'rehearse' | 'respond'>;
