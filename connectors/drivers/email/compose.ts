import MailComposer from 'nodemailer/lib/mail-composer';
import type { JsonObject } from '../../../core/json.ts';
import { toFieldErrors } from '../../../core/field-errors.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { outgoingMessage } from '../../kit/email/schemas.ts';
import type { Envelope } from './smtp-connection.ts';

export interface Composed {
  envelope: Envelope;
  /** Derived from the effect's id, so that a message sent again is recognizable. */
  messageId: string;
  content: Buffer;
}

/**
 * Writes a record as a message.
 *
 * @throws {FaultError} `validation` when it is not a message: a field has the wrong type, or the sender or recipients
 *   are missing.
 */
export async function compose(body: JsonObject, effectId: string, from: string | undefined): Promise<Composed> {
  const checked = outgoingMessage.safeParse(body);
  if (!checked.success) throw new FaultError(toFault(toFieldErrors(checked.error.issues)));
  const { in_reply_to: inReplyTo, reply_to: replyTo, ...message } = checked.data;
  const composer = new MailComposer({
    ...message,
    from: message.from ?? from,
    replyTo,
    inReplyTo,
    // Never interpret the texts of records as file paths or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  });
  const mail = composer.compile();
  const envelope = mail.getEnvelope();
  const sender = envelope.from;
  if (typeof sender !== 'string' || sender === '') throw new FaultError(lacks('from', 'The message has no sender.'));
  if (envelope.to.length === 0) throw new FaultError(lacks('to', 'The message has no recipient.'));
  const messageId = toMessageId(effectId, sender);
  mail.setHeader('Message-ID', messageId);
  return { envelope: { from: sender, to: envelope.to }, messageId, content: await mail.build() };
}

/** @see https://www.rfc-editor.org/rfc/rfc5322#section-3.6.4 */
function toMessageId(effectId: string, sender: string): string {
  return `<${effectId.replace(/[^A-Za-z0-9_-]/g, '-')}@${sender.split('@').at(-1) ?? 'hub.invalid'}>`;
}

function toFault(problems: readonly { path: string; message: string }[]): Fault {
  const fields = problems.map(({ path, message }) => ({ field: path, message }));
  return { kind: 'validation', message: fields[0]?.message ?? 'This is not a message.', fields };
}

function lacks(field: string, message: string): Fault {
  return { kind: 'validation', message, fields: [{ field, message }] };
}
