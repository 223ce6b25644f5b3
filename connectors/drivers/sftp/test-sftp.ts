import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { reach } from '../shared/egress/reach.ts';
import type { TestCheck } from '../shared/session.ts';
import { accepted, failed, judgeCall, passed } from '../shared/staged-test.ts';
import type { SftpContext } from './context.ts';
import { listFiles } from './files.ts';
import { operationTimeoutMs } from '../../kit/sftp/settings.ts';

/**
 * Tests a connection: the way to the server, its key, the login, and whether the folder where the user lands can be
 * listed.
 *
 * @throws the reason of `signal`, and nothing else.
 */
export async function* testSftp(
  { settings, connection }: SftpContext,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const { host, port } = settings;
  yield* reach(policy, { host, port }, signal);
  const opened = await connection.run(() => Promise.resolve(), { signal, timeoutMs: operationTimeoutMs });
  if (!opened.ok) {
    // The host key is checked before the login: an unknown one says nothing about the credentials.
    if (opened.fault.kind === 'config') yield failed('tls', 'config', opened.fault.message);
    else yield* judgeCall(opened.fault, opened.fault.kind === 'auth_invalid');
    return;
  }
  yield passed('auth', accepted);
  const listed = await connection.run((sftp) => listFiles(sftp, '.'), { signal, timeoutMs: operationTimeoutMs });
  yield listed.ok
    ? passed('read', `The first folder was listed: ${listed.value.length} files.`)
    : failed('read', listed.fault.kind, listed.fault.message);
}
