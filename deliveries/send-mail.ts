import { compilePolicy } from '../connectors/drivers/shared/egress/policy.ts';
import type { Config } from '../core/config.ts';
import { messages } from '../core/messages.ts';
import { Secret } from '../core/secret.ts';

/** The operator's mail server. */
export interface Mailer {
  /** `smtp://user:password@host:587` (STARTTLS), or `smtps://…:465`. */
  url: string;
  from: string;
  /** Certificate authority in PEM, where it is not a public one. */
  ca?: string | undefined;
}

/** What is sent. */
export interface MailMessage {
  id: string;
  subject: string;
  text: string;
  /** Recipients do not see one another. */
  apart?: boolean;
}

/** What became of a message. It is sent where one of its recipients has it: a repetition would reach that one twice. */
export interface MailOutcome {
  sent: boolean;
  problem: string | undefined;
}

const sendMs = 15_000;

/** Reads the address of a mail server. @throws {Error} if it is not valid. */
function toMailer({ url, from, ca }: { url: string; from: string; ca?: string | undefined }): Mailer {
  readServer({ url, from, ca });
  return { url, from, ca };
}

/** Reads what mail server is configured, if any. @throws {Error} if its address is not valid. */
export function findMailer({ HUB_SMTP_URL: url, HUB_SMTP_FROM: from }: Config): Mailer | undefined {
  return url === undefined || from === undefined ? undefined : toMailer({ url, from });
}

function readServer({ url, ca }: Mailer) {
  const { protocol, hostname: host, port, username, password, searchParams } = new URL(url);
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new Error('HUB_SMTP_URL must begin with smtp:// or smtps://.');
  const plain = searchParams.get('encryption') === 'disable' ? 'disable' : 'starttls';
  const encryption = protocol === 'smtps:' ? 'tls' : plain;
  const tls = { host, servername: host, ...(ca === undefined ? {} : { ca }) };
  const login = new Secret({ user: decodeURIComponent(username), password: decodeURIComponent(password) });
  return {
    server: { host, port: Number(port || (encryption === 'tls' ? 465 : 587)), encryption, tls },
    login,
  } as const;
}

/** Sends a message through the operator's mail server. */
export async function sendMail(
  mailer: Mailer | undefined,
  to: readonly string[],
  { id, subject, text, apart = false }: MailMessage,
): Promise<MailOutcome> {
  if (mailer === undefined) return { sent: false, problem: messages.mailUnavailable };
  // Loaded by the first message: few hubs send any.
  const [{ compose }, { createSmtpConnection, sendMessage }] = await Promise.all([
    import('../connectors/drivers/email/compose.ts'),
    import('../connectors/drivers/email/smtp-connection.ts'),
  ]);
  const { server, login } = readServer(mailer);
  const connection = createSmtpConnection(server, login, compilePolicy({ allow: [`${server.host}:${server.port}`] }));
  const { envelope, content } = await compose({ [apart ? 'bcc' : 'to']: [...to], subject, text }, id, mailer.from);
  try {
    const outcome = await connection.run((client) => sendMessage(client, envelope, content), { timeoutMs: sendMs });
    if (!outcome.ok) return { sent: false, problem: outcome.fault.message };
    const refused = outcome.value.length;
    const problem = refused === 0 ? undefined : messages.mailRefusedFor({ count: refused });
    return { sent: refused < to.length, problem };
  } finally {
    connection.close();
  }
}
