import type { Session } from 'net-snmp';
import type { SnmpContext } from './context.ts';
import { operationTimeoutMs } from '../../kit/snmp/settings.ts';

/**
 * Sends a request to the agent within the connection's rate limit.
 *
 * @throws {ConnectorError} when it does not respond, or refuses.
 */
export async function ask<Value>(
  { connection, acquirePermit, toError }: SnmpContext,
  operation: (session: Session) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  await acquirePermit(signal);
  const outcome = await connection.run(operation, { signal, timeoutMs: operationTimeoutMs });
  if (outcome.ok) return outcome.value;
  throw toError('list', outcome.fault);
}
