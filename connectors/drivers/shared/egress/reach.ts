import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { FaultError } from '../../../kit/fault.ts';
import { codeOf } from '../../../kit/type-guards.ts';
import type { TestCheck } from '../session.ts';
import { failed, passed, stageTimeoutsMs, type TestCode } from '../staged-test.ts';
import { pinned } from './connect.ts';
import type { CompiledPolicy } from './policy.ts';
import { type CheckedPlace, resolveChecked } from './resolve.ts';
import { messages } from '../../../../core/messages.ts';

/** The destination of a connector's requests. */
export interface Destination {
  host: string;
  port: number;
  /** How it is encrypted; absent: not at all. */
  tls?: ConnectionOptions | undefined;
  /** For protocols that start unencrypted: requests TLS. @returns false when the system does not support it. */
  startTls?: (socket: Socket) => Promise<boolean>;
  /** Unencrypted connections are allowed only to places that the operator opened. */
  needsOpened?: boolean;
}

/** Checks whether a system can be reached through the egress guard, without sending a request. */
export async function* reach(
  policy: CompiledPolicy,
  destination: Destination,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const found = yield* locate(policy, destination, signal);
  if (found === undefined) return;
  if (destination.needsOpened === true && !found.isOpened) {
    yield failed('tcp', 'plain_http_not_allowed', 'Plain http would make data and credentials readable.');
    return;
  }
  yield* shakeHands(found, destination, signal);
}

/** Resolves a system, and checks that it may be reached. @returns `undefined` on failure. */
export async function* locate(
  policy: CompiledPolicy,
  { host, port }: Pick<Destination, 'host' | 'port'>,
  signal: AbortSignal,
): AsyncGenerator<TestCheck, CheckedPlace | undefined> {
  const stage = isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0 ? 'dns' : 'tcp';
  const found = await attempt(stageTimeoutsMs.dns, signal, () => resolveChecked(policy, host, port));
  if (typeof found === 'string') {
    // The guard refuses an address by `config`; everything else is the look-up's failure.
    const code = found === 'config' ? 'address_not_allowed' : 'host_not_found';
    yield failed(stage, code, (code === 'host_not_found' ? notFound : notAllowed)(host, port));
    return undefined;
  }
  if (stage === 'dns') yield passed('dns', `${found.host} is ${found.addresses[0]?.address ?? ''}.`);
  return found;
}

async function* shakeHands(
  place: CheckedPlace,
  destination: Destination,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const { tls, port } = destination;
  const socket = connect({ host: place.host, port, lookup: pinned(place), autoSelectFamily: true });
  // Errors after its stage are irrelevant.
  socket.on('error', () => undefined);
  try {
    const refusal = await attempt(stageTimeoutsMs.tcp, signal, () => whenever(socket, 'connect'));
    if (typeof refusal === 'string') {
      const code = tcpCodes[refusal] ?? 'unreachable';
      yield failed('tcp', code, `${place.host}:${port} ${tcpMessages[code] ?? 'cannot be reached.'}`);
      return;
    }
    yield passed('tcp', `${place.host}:${port} takes connections.`);
    if (tls !== undefined) yield await encrypt(socket, tls, destination, signal);
  } finally {
    socket.destroy();
  }
}

async function encrypt(
  socket: Socket,
  tls: ConnectionOptions,
  { startTls }: Destination,
  signal: AbortSignal,
): Promise<TestCheck> {
  const outcome = await attempt(stageTimeoutsMs.tls, signal, async () => {
    if ((await startTls?.(socket)) === false) return undefined;
    const secured = connectTls({ ...tls, socket });
    await whenever(secured, 'secureConnect');
    const protocol = secured.getProtocol() ?? 'TLS';
    secured.destroy();
    return { protocol };
  });
  if (outcome === undefined)
    return failed('tls', 'tls_not_offered', messages.encryptionNotOffered({ system: 'system' }));
  if (typeof outcome !== 'string') return passed('tls', `Encrypted with ${outcome.protocol}.`);
  const code = tlsCodes[outcome] ?? 'tls_failed';
  const message =
    code === 'tls_failed' ? 'No encrypted connection could be established' : "The system's certificate is refused";
  return failed('tls', code, `${message}${outcome === '' ? '' : ` (${outcome})`}.`);
}

/**
 * Runs a step with its own timeout.
 *
 * @returns the code of its failure as text, `timeout` when it took too long.
 * @throws the reason of `signal`, and nothing else.
 */
async function attempt<Result>(
  timeMs: number,
  signal: AbortSignal,
  step: () => Promise<Result>,
): Promise<Result | string> {
  signal.throwIfAborted();
  const { promise: given, resolve: giveUp } = Promise.withResolvers<string>();
  const timer = setTimeout(giveUp, timeMs, 'timeout');
  const onAbort = (): void => giveUp('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  const outcome = await Promise.race([step().catch(toCode), given]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  signal.throwIfAborted();
  return outcome;
}

function whenever(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(messages.connectionClosed)));
  });
}

/** The code of a failure: the kind of a fault, or Node's code. Empty if there is none. */
function toCode(error: unknown): string {
  if (error instanceof FaultError) return error.fault.kind;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return codeOf(error) ?? codeOf(first) ?? '';
}

function notFound(host: string): string {
  return `The host name ${host} cannot be resolved.`;
}

function notAllowed(host: string, port: number): string {
  return `${host}:${port} is not on the public internet.`;
}

const tcpCodes: Readonly<Record<string, TestCode>> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connect_timeout',
  timeout: 'connect_timeout',
};

const tcpMessages: Partial<Readonly<Record<TestCode, string>>> = {
  connection_refused: 'refuses connections.',
  connect_timeout: 'does not answer.',
};

/** @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const tlsCodes: Readonly<Record<string, TestCode>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
  HOSTNAME_MISMATCH: 'certificate_wrong_name',
  CERT_REVOKED: 'certificate_untrusted',
  CERT_REJECTED: 'certificate_untrusted',
  CERT_UNTRUSTED: 'certificate_untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
};
