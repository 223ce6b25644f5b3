import type { Connector } from '../connectors/kit/connector.ts';
import type { EgressPolicy } from '../connectors/drivers/shared/session.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { WarningLog } from '../core/telemetry/log-fields.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import type { Database } from '../drizzle/index.ts';
import type { Opener, PublicKeys } from '../vault/index.ts';

/** A connection that is not stored: what it is, and its credentials sealed for the request that brought them. */
export interface UnsavedCredentials {
  serviceType: string;
  /** Absent where there is none any more. */
  connector: Connector | undefined;
  config: JsonObject;
  authMethod: string;
  sealed: Buffer;
}

export interface SessionDeps {
  database: Database;
  clock: Clock;
  opener: Opener;
  /** What tokens are sealed to. */
  publicKeys: PublicKeys;
  egress: EgressPolicy;
  log: WarningLog;
  /** Default: nothing is counted. */
  meter?: Meter;
  /** Default: nothing is traced. */
  tracer?: Tracer | undefined;
}
