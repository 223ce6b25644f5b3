import type { Clock } from '../../../core/clock.ts';
import type { Scrub } from '../../../core/telemetry/scrub.ts';
import type { TlsIdentity } from '../shared/egress/connect.ts';
import type { ReportIncident } from '../shared/session.ts';
import type { PlanScope } from './exchange/plan.ts';
import type { HttpClient } from './client.ts';

/** What the sources and targets of a session need. */
export interface HttpContext {
  connectorId: string;
  client: HttpClient;
  scope: PlanScope;
  /** Whether this connection may send requests to an address. */
  isAllowed(url: URL): boolean;
  timeoutMs: number;
  maxResponseBytes: number;
  clock: Clock;
  reportIncident?: ReportIncident | undefined;
  /** Shown to systems that ask for a client certificate. */
  tls: TlsIdentity | undefined;
  /** See `ConnectorSession.createScrub`. */
  createScrub(this: void): Scrub;
}
