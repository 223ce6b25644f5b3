import type { Tracer } from '../core/telemetry/tracing.ts';

export interface Tracing {
  tracer: Tracer;
  /** Sends what is still to be sent, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}

export interface TracingLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
