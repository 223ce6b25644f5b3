import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { connectChecked } from '../shared/egress/connect.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { LiveConnection } from '../shared/live-connection.ts';
import type { ObserveCall } from '../shared/session.ts';
import { type EmailSettings, type MailServer, operationTimeoutMs, sendTimeoutMs } from '../../kit/email/settings.ts';
import { type SmtpFault, toSmtpFault } from './smtp-fault.ts';

export type SmtpConnection = LiveConnection<SMTPConnection, SmtpFault>;

/** A connection on which the user is signed in. */
export function createSmtpConnection(
  server: MailServer,
  login: EmailSettings['login'],
  policy: CompiledPolicy,
  observe?: ObserveCall,
): SmtpConnection {
  return new LiveConnection({ open: (life) => open(server, login, policy, life), toFault: toSmtpFault, observe });
}

async function open(
  { host, port, encryption, tls }: MailServer,
  login: EmailSettings['login'],
  policy: CompiledPolicy,
  life: AbortController,
): Promise<SMTPConnection> {
  const connection = await connectChecked(policy, host, port, encryption === 'disable');
  const client = new SMTPConnection({
    connection,
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'disable',
    tls,
    // The EHLO name. Do not disclose the name of this machine.
    name: 'hub.invalid',
    greetingTimeout: operationTimeoutMs,
    socketTimeout: sendTimeoutMs,
    maxResponseSize: 65_536,
  });
  const end = (): void => {
    client.close();
    connection.destroy();
  };
  life.signal.addEventListener('abort', end, { once: true });
  client.once('end', () => life.abort());
  if (life.signal.aborted) end();
  return new Promise((resolve, reject) => {
    // Later errors are also reported to the pending operation.
    client.on('error', reject);
    client.connect((failure) => {
      if (failure !== undefined && failure !== null) {
        reject(failure);
        return;
      }
      const { user, password } = login.reveal();
      // A server that trusts the network asks nobody to sign in.
      if (user === '') {
        resolve(client);
        return;
      }
      client.login({ user, pass: password }, (refusal) => {
        if (refusal === undefined || refusal === null) resolve(client);
        else reject(refusal);
      });
    });
  });
}

export interface Envelope {
  from: string;
  to: string[];
}

/** Sends a message to the recipients that the server accepts. @returns the refused ones. */
export function sendMessage(client: SMTPConnection, envelope: Envelope, message: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(error);
    client.once('error', onError);
    client.send(envelope, message, (error, info) => {
      client.removeListener('error', onError);
      if (error === undefined || error === null) resolve(info?.rejected ?? []);
      else reject(error);
    });
  });
}
