import { createHash } from 'node:crypto';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import { connectChecked } from '../shared/egress/connect.ts';
import { limitAnswers } from '../shared/egress/limit-answers.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { LiveConnection } from '../shared/live-connection.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import type { ObserveCall } from '../shared/session.ts';
import { toSftpFault } from './sftp-fault.ts';
import { messages } from '../../../core/messages.ts';

export interface SftpSettings {
  connectorId: string;
  host: string;
  port: number;
  /** `SHA256:` and the digest in base64: the only host key that is accepted. Absent: none, and the login fails. */
  hostKey: string | undefined;
  credentials: Secret<JsonObject>;
}

export type SftpConnection = LiveConnection<SFTPWrapper>;

/** Time for the handshake and the login. */
const readyTimeoutMs = 10_000;

/** A connection on which the user is signed in. */
export function createSftpConnection(
  settings: SftpSettings,
  policy: CompiledPolicy,
  observe?: ObserveCall,
): SftpConnection {
  return new LiveConnection({ open: (life) => open(settings, policy, life), toFault: toSftpFault, observe });
}

/** Names the server, without credentials, for fingerprints and errors. */
export function toServerName({ host, port }: SftpSettings): string {
  return `${host.toLowerCase()}:${port}`;
}

async function open(settings: SftpSettings, policy: CompiledPolicy, life: AbortController): Promise<SFTPWrapper> {
  const socket = await connectChecked(policy, settings.host, settings.port);
  const client = new ssh2.Client();
  const end = (): void => {
    client.destroy();
    socket.destroy();
  };
  life.signal.addEventListener('abort', end, { once: true });
  client.once('close', () => life.abort());
  if (life.signal.aborted) end();
  limitAnswers(socket, life);
  return new Promise((resolve, reject) => {
    let strange: Buffer | undefined;
    // Later errors end the connection, which is detected separately.
    client.on('error', (error) => reject(strange === undefined ? error : new FaultError(refuseKey(strange, settings))));
    client.once('close', () => reject(new Error(messages.connectionClosed)));
    client.once('ready', () => {
      client.sftp((error, sftp) => {
        if (error === undefined) resolve(sftp);
        else reject(error);
      });
    });
    const hostVerifier = (key: Buffer): boolean => {
      if (toFingerprint(key) === settings.hostKey) return true;
      strange = key;
      return false;
    };
    try {
      client.connect({ ...toLogin(settings.credentials), sock: socket, hostVerifier, readyTimeout: readyTimeoutMs });
    } catch {
      // ssh2 parses the key synchronously, and its error message contains parts of the key.
      reject(new FaultError({ kind: 'config', message: messages.privateKeyUnreadable }));
    }
  });
}

function toLogin(credentials: Secret<JsonObject>): ConnectConfig {
  const { user, password, private_key: privateKey, passphrase } = credentials.reveal();
  return {
    username: toPlainText(user),
    ...(password === undefined ? {} : { password: toPlainText(password) }),
    ...(privateKey === undefined ? {} : { privateKey: toPlainText(privateKey) }),
    ...(passphrase === undefined ? {} : { passphrase: toPlainText(passphrase) }),
  };
}

/** As OpenSSH prints it. */
function toFingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The server has not proven ownership of this key yet: it is shown for comparison, and never adopted. */
function refuseKey(key: Buffer, { hostKey }: SftpSettings): Fault {
  const shown = `${readKeyType(key)} ${toFingerprint(key)}`.trim();
  const known =
    hostKey === undefined
      ? 'No `host_key` is configured, so nobody was signed in.'
      : "The server's host key differs from the configured one, so the hub did not sign in.";
  const message = `${known} It showed ${shown}: compare that with what its operator says, and set it as \`host_key\` if it is right.`;
  return { kind: 'config', message };
}

/** @see https://www.rfc-editor.org/rfc/rfc4253#section-6.6 (a key begins with the name of its format) */
function readKeyType(key: Buffer): string {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0);
  const name = key.toString('latin1', 4, 4 + Math.min(length, 64));
  return /^[a-z0-9@.-]+$/i.test(name) ? name : '';
}
