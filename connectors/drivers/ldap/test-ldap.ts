import { type Destination, reach } from '../shared/egress/reach.ts';
import type { TestCheck } from '../shared/session.ts';
import { accepted, failed, judgeCall, passed } from '../shared/staged-test.ts';
import type { LdapContext } from './context.ts';
import { type LdapSettings, operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { startTls } from './start-tls.ts';

/**
 * Tests a connection: whether the directory can be reached, the login, whether the base can be read, and a first entry
 * below it.
 *
 * @throws the reason of `signal`, and nothing else.
 */
export async function* testLdap(context: LdapContext, signal: AbortSignal): AsyncGenerator<TestCheck> {
  const { settings, policy, connection } = context;
  const { baseDn } = settings;
  yield* reach(policy, toDestination(settings), signal);
  const base = await connection.run(
    (client) => client.search(baseDn, { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] }),
    { signal, timeoutMs: operationTimeoutMs },
  );
  if (!base.ok) {
    if (base.fault.kind !== 'not_found') {
      yield* judgeCall(base.fault, base.code !== undefined);
      return;
    }
    yield passed('auth', accepted);
    yield failed('permission', 'config', `There is no entry ${baseDn}, or it may not be seen.`);
    return;
  }
  yield passed('auth', accepted);
  yield passed('permission', `Signed in; ${baseDn} may be seen.`);
  const first = await connection.run(
    (client) => client.search(baseDn, { scope: 'sub', filter: '(objectClass=*)', attributes: ['1.1'], sizeLimit: 1 }),
    { signal, timeoutMs: operationTimeoutMs },
  );
  yield first.ok ? passed('read', 'A first entry was read.') : failed('read', first.fault.kind, first.fault.message);
}

function toDestination({ host, port, encryption, tls }: LdapSettings): Destination {
  if (encryption === 'disable') return { host, port, needsOpened: true };
  return { host, port, tls, ...(encryption === 'starttls' ? { startTls } : {}) };
}
