import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { limitAnswers, socketWithin } from '../shared/egress/limit-answers.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { resolveChecked } from '../shared/egress/resolve.ts';
import { FaultError } from '../../kit/fault.ts';
import { LiveConnection } from '../shared/live-connection.ts';
import { codeOf } from '../../kit/type-guards.ts';
import type { ObserveCall } from '../shared/session.ts';
import { toImapFault } from './imap-fault.ts';
import { type EmailSettings, type MailServer, operationTimeoutMs } from '../../kit/email/settings.ts';
import { messages } from '../../../core/messages.ts';

export type ImapConnection = LiveConnection<ImapFlow>;

/** Size limit of one response. A page of messages takes several. */
const answerBytesMax = 32 * 1024 * 1024;

/** What lists and numbers a line of an answer may have: ImapFlow takes up to some hundred bytes for two of them. */
const lineBytesMax = 512 * 1024;

/** A connection on which the user is signed in. */
export function createImapConnection(
  server: MailServer,
  login: EmailSettings['login'],
  policy: CompiledPolicy,
  observe?: ObserveCall,
): ImapConnection {
  return new LiveConnection({ open: (life) => open(server, login, policy, life), toFault: toImapFault, observe });
}

async function open(
  { host, port, encryption, tls }: MailServer,
  login: EmailSettings['login'],
  policy: CompiledPolicy,
  life: AbortController,
): Promise<ImapFlow> {
  const place = await resolveChecked(policy, host, port);
  if (encryption === 'disable' && !place.isOpened) throw new FaultError(inClear);
  const { user, password } = login.reveal();
  const client = new ImapFlow({
    // Connects to the checked address; the certificate is verified against the name.
    host: place.addresses[0]?.address ?? '',
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'starttls',
    tls: tls.ca === undefined ? {} : { ca: tls.ca },
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: operationTimeoutMs,
    greetingTimeout: operationTimeoutMs,
    maxLiteralSize: answerBytesMax,
    maxLineLength: lineBytesMax,
    maxResponseSize: answerBytesMax + lineBytesMax,
  });
  client.on('error', (error) => life.abort(findTooLarge(error)));
  client.on('close', () => life.abort());
  life.signal.addEventListener('abort', () => client.close(), { once: true });
  if (life.signal.aborted) client.close();
  await client.connect();
  limitAnswers(socketWithin(client, 'socket'), life);
  return client;
}

/** ImapFlow's codes for a response beyond its limits. */
const beyondLimits = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);

function findTooLarge(error: unknown): FaultError | undefined {
  return beyondLimits.has(codeOf(error) ?? '') ? new FaultError(tooLarge) : undefined;
}

const tooLarge = {
  kind: 'schema_drift',
  message: "The server's response is too large for a mailbox. Check the server and message_bytes_max.",
} as const;

const inClear = { kind: 'config', message: messages.encryptionRequired } as const;
