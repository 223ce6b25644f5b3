import { connectorErrorKinds } from '../connector-error.ts';

/** What the error of a run may be: what went wrong with a system, or one of our own. */
export const runErrorCodes: readonly string[] = [
  ...Object.keys(connectorErrorKinds),
  'connection_disabled',
  'group_too_large',
  'internal',
  'interrupted',
  'record_failed',
  'script_failed',
  'script_runner',
  'too_many_failures',
  'worker_lost',
];
