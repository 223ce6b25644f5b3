import { locate } from '../shared/egress/reach.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import type { TestCheck } from '../shared/session.ts';
import { accepted, failed, judgeCall, passed } from '../shared/staged-test.ts';
import { getFollowing, getValues, inClear } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { operationTimeoutMs } from '../../kit/snmp/settings.ts';

/** What kind of device it is (sysObjectID), which every agent must say. @see https://www.rfc-editor.org/rfc/rfc3418 */
const systemObjectId = '1.3.6.1.2.1.1.2.0';

/**
 * Tests a connection: the address, one question that every agent answers, and whether anything can be read.
 *
 * @throws the reason of `signal`, and nothing else.
 */
export async function* testSnmp(
  { settings, connection }: SnmpContext,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const place = yield* locate(policy, settings, signal);
  if (place === undefined) return;
  if (settings.version === 2 && !place.isOpened) {
    yield failed('tls', 'config', inClear.message);
    return;
  }
  const timeouts = { signal, timeoutMs: operationTimeoutMs };
  const asked = await connection.run((session) => getValues(session, [systemObjectId]), timeouts);
  if (!asked.ok) {
    yield* judgeCall(asked.fault, asked.isAnswer);
    return;
  }
  yield passed('auth', accepted);
  const first = await connection.run((session) => getFollowing(session, ['1.3.6.1'], 1), timeouts);
  yield first.ok ? passed('read', 'A first value was read.') : failed('read', first.fault.kind, first.fault.message);
}
