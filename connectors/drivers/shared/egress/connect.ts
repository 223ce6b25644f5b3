import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { FaultError } from '../../../kit/fault.ts';
import type { CompiledPolicy } from './policy.ts';
import { type CheckedPlace, resolveChecked } from './resolve.ts';
import { buildConnector, type Connector } from '../undici.ts';
import { messages } from '../../../../core/messages.ts';

const connectTimeoutMs = 10_000;

/** Resolves every lookup to the checked addresses, so that the name is not resolved twice (DNS rebinding). */
export function pinned({ addresses }: CheckedPlace): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The client certificate, and authorities instead of the public ones. All PEM. */
export interface TlsIdentity {
  cert?: string | undefined;
  key?: string | undefined;
  passphrase?: string | undefined;
  ca?: string | undefined;
}

/**
 * Connects HTTP clients: resolves, checks, then connects only to the checked addresses.
 *
 * Unencrypted connections are made to places that the operator opened, and to no others.
 */
export function createGuardedConnector(policy: CompiledPolicy, tls?: TlsIdentity): Connector {
  if (policy.loopbackPort !== undefined) return connectToLoopback(policy.loopbackPort);
  return (options, callback) => {
    const port = Number(options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : options.port);
    resolveChecked(policy, options.hostname, port).then(
      (place) => {
        if (options.protocol !== 'https:' && !place.isOpened) {
          callback(new FaultError(unencrypted), null);
          return;
        }
        try {
          buildConnector({ ...tls, timeout: connectTimeoutMs, lookup: pinned(place) })(options, callback);
        } catch (error) {
          callback(new FaultError(unreadable, error), null);
        }
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/** For tests: requests keep their address, but every connection goes to one local port. */
function connectToLoopback(port: number): Connector {
  const connectPlain = buildConnector({ timeout: connectTimeoutMs });
  return (options, callback) =>
    connectPlain({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(port) }, callback);
}

const unencrypted = {
  kind: 'config',
  message:
    'Plain http is not allowed to the public internet, because data and credentials would be readable. Use https.',
} as const;

const unreadable = {
  kind: 'config',
  message: 'The client certificate, its key or the authorities of the connection cannot be read.',
} as const;

const inClear = { kind: 'config', message: messages.encryptionRequired } as const;

/**
 * Connects other protocols: opens a TCP connection to a checked address.
 *
 * @param needsOpened Allow only places that the operator opened, because the connection is not encrypted. Default:
 *   false.
 * @throws {FaultError} as `resolveChecked`; otherwise what the socket says.
 */
export async function connectChecked(
  policy: CompiledPolicy,
  host: string,
  port: number,
  needsOpened = false,
): Promise<Socket> {
  const place = await resolveChecked(policy, host, port);
  if (needsOpened && !place.isOpened) throw new FaultError(inClear);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: place.host, port, lookup: pinned(place), autoSelectFamily: true });
    socket.setTimeout(connectTimeoutMs, () => {
      socket.destroy();
      reject(new FaultError({ kind: 'transient', message: `${place.host}:${port} does not answer.` }));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}

/** Upgrades a connection to TLS. @throws the error of TLS. */
export function encrypt(socket: Socket, options: ConnectionOptions): Promise<TLSSocket> {
  const secured = connectTls({ ...options, socket });
  return new Promise((resolve, reject) => {
    secured.once('secureConnect', () => {
      secured.removeListener('error', reject);
      resolve(secured);
    });
    secured.once('error', reject);
  });
}
