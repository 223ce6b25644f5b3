import type { Clock } from '../core/clock.ts';
import type { WarningLog } from '../core/telemetry/log-fields.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import type { Scripts } from '../core/scripts.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import type { Database } from '../drizzle/index.ts';
import type { SessionCache } from '../sessions/session-cache.ts';
import type { Opener, PublicKeys, Signer } from '../vault/index.ts';
import type { PlanCache } from './load/compile-run.ts';
import type { DefinitionCache } from './load/definition-cache.ts';
import type { LookupCache } from './load/lookup-cache.ts';
import type { OrganizationWatch } from './watch-organizations.ts';
import type { SearchMemory } from './run-searches.ts';

/**
 * What a run is worked on with.
 *
 * `runs/` loads a run (`load/`), keeps what comes of it (`store/`), opens both of its ends and explains what becomes of a
 * record (`explain/`). May be imported by `activities/` and `worker/`.
 */
export interface ActivityDeps {
  database: Database;
  clock: Clock;
  opener: Opener;
  publicKeys: PublicKeys;
  /** Signs the addresses at which items are called back, as a process that holds the private keys. */
  signer: Signer;
  /** Under which clients reach the API. */
  publicUrl: string;
  sessions: SessionCache;
  scripts: Scripts;
  plans: PlanCache;
  definitions: DefinitionCache;
  lookups: LookupCache;
  searches: SearchMemory;
  /** This process, as leases name it. Default: unidentified. */
  holder?: string | undefined;
  /** How many items are on a page of a step. Default: 200 to 1,000. */
  itemPages?: { min: number; max: number } | undefined;
  /** Segments that one organization may have at work at once. */
  slotsMax: number;
  /** Tells segments at work that their organization was suspended. Default: the next segment finds it. */
  organizations?: OrganizationWatch | undefined;
  /** Aborts when the worker is going down. */
  shutdown: AbortSignal;
  meter: Meter;
  log: ActivityLog;
  /** Default: nothing is traced. */
  tracer?: Tracer | undefined;
}

export interface ActivityLog extends WarningLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
