import type { ConnectorError } from '../../../core/connector-error.ts';
import { type Fault, FaultError, toConnectorError } from '../../kit/fault.ts';
import type { RequestPlan } from './exchange/plan.ts';

/** The part of a call that errors may show: method and address without query. */
export function toEndpoint(plan: RequestPlan): string {
  const url = URL.parse(plan.url);
  return url === null ? plan.method : `${plan.method} ${url.origin}${url.pathname}`;
}

/** Names the calls of one operation in its errors. */
export interface CallNamer {
  toError(fault: Fault, plan: RequestPlan | undefined, status?: number): ConnectorError;
  /** Turns faults that were thrown into errors; anything else is thrown as it is. */
  rethrow(error: unknown, plan: RequestPlan | undefined): never;
}

export function createCallNamer(connectorId: string, operation: string): CallNamer {
  const toError: CallNamer['toError'] = (fault, plan, status) =>
    toConnectorError(fault, {
      connectorId,
      operation,
      endpoint: plan === undefined ? undefined : toEndpoint(plan),
      status,
    });
  return {
    toError,
    rethrow: (error, plan) => {
      throw error instanceof FaultError ? toError(error.fault, plan) : error;
    },
  };
}
