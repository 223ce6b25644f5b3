import type { ConnectorErrorKind } from '../../../../core/connector-error.ts';
import { FaultError } from '../../../kit/fault.ts';
import { shorten } from '../shorten.ts';

/** Faults that one file of a folder has, and the others need not have. */
const kinds: ReadonlySet<ConnectorErrorKind> = new Set([
  'permission',
  'schema_drift',
  'unknown',
  'unsupported',
  'validation',
]);

/** Names the file of a folder that a fault is of: somebody has to look at it. What is no such fault stays as it is. */
export function nameFile(error: unknown, name: string): unknown {
  if (!(error instanceof FaultError) || !kinds.has(error.fault.kind)) return error;
  return new FaultError({ ...error.fault, message: `${shorten(name)}: ${error.fault.message}` }, error);
}
