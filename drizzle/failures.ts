/** Failures of the connection or of a server that is starting or stopping: the same statement may succeed later. */
const unavailableCodes = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

/** True when the database could not be reached or is going down: nothing is wrong with the statement. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (unavailableCodes.has(code) || code.startsWith('08'));
}

/** The SQLSTATE or socket code of an error, also where Drizzle wrapped it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
