import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { reach } from '../shared/egress/reach.ts';
import type { LiveConnection, OperationFault } from '../shared/live-connection.ts';
import type { TestCheck } from '../shared/session.ts';
import { accepted, failed, judgeCall, passed } from '../shared/staged-test.ts';
import { type EmailContext, notConfigured, type Reached } from './context.ts';
import { operationTimeoutMs } from '../../kit/email/settings.ts';

/**
 * Tests a connection: the way to each server of it and the login there, and whether mailboxes can be listed. Sends nothing.
 *
 * @throws the reason of `signal`, and nothing else.
 */
export async function* testEmail(
  { imap, smtp }: EmailContext,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  if (imap === undefined && smtp === undefined) yield failed('dns', 'config', notConfigured('IMAP').message);
  if (smtp !== undefined) yield* signIn(smtp, policy, signal);
  if (imap === undefined) return;
  yield* signIn(imap, policy, signal);
  const timeouts = { signal, timeoutMs: operationTimeoutMs };
  const listed = await imap.connection.run((client) => client.list(), timeouts);
  yield listed.ok
    ? passed('read', `Mailboxes were listed: ${listed.value.length}.`)
    : failed('read', listed.fault.kind, listed.fault.message);
}

async function* signIn<Client, Failure extends OperationFault>(
  { server, connection }: Reached<LiveConnection<Client, Failure>>,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const { host, port, encryption, tls } = server;
  // STARTTLS is part of signing in.
  const isEncrypted = encryption === 'tls';
  yield* reach(policy, { host, port, ...(isEncrypted ? { tls } : {}), needsOpened: encryption === 'disable' }, signal);
  const opened = await connection.run(() => Promise.resolve(), { signal, timeoutMs: operationTimeoutMs });
  if (opened.ok) yield passed('auth', accepted);
  else if (opened.fault.kind === 'config') yield failed('tls', 'config', opened.fault.message);
  else yield* judgeCall(opened.fault, opened.isAnswer);
}
