import type { LoadedConnection } from '../sessions/loaded-connection.ts';
import { isAuthError } from './auth-failures.ts';
import type { ActivityDeps } from './deps.ts';

/** The stages of a test take longer together only where a system hardly answers. */
const testMs = 15_000;

const refusals: ReadonlySet<string> = new Set(['auth_invalid', 'auth_expired']);

/**
 * Whether the connection's own test finds its credentials refused, too: a single address that does not take them says
 * nothing of what other integrations ask for.
 */
export async function isRefusedInTest(
  { sessions, shutdown }: Pick<ActivityDeps, 'sessions' | 'shutdown'>,
  orgId: string,
  connection: LoadedConnection,
): Promise<boolean> {
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(testMs)]);
  try {
    const { checks } = await sessions.use(orgId, connection, (session) => session.test(signal));
    return checks.some(({ ok, code }) => !ok && refusals.has(code));
  } catch (error) {
    return isAuthError(error);
  }
}
