import { z } from 'zod';

const address = z.object({ name: z.string(), address: z.string() });
const addresses = z.array(address);

/** A message as it is read. Texts are those of the message; attachments are told, and not read. */
export const receivedMessage = z.object({
  /** Number in its mailbox: never given to another message. @see https://www.rfc-editor.org/rfc/rfc9051#section-2.3.1.1 */
  uid: z.int(),
  message_id: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  date: z.iso.datetime().nullable(),
  received_at: z.iso.datetime().nullable(),
  subject: z.string(),
  from: addresses,
  reply_to: addresses,
  to: addresses,
  cc: addresses,
  flags: z.array(z.string()),
  size: z.int(),
  text: z.string().nullable().optional(),
  html: z.string().nullable().optional(),
  attachments: z.array(z.object({ name: z.string().nullable(), type: z.string(), size: z.int() })).optional(),
  truncated: z.boolean().optional(),
});

const recipient = z.string().min(3).max(998);
const recipients = z.union([recipient, z.array(recipient).max(500)]).optional();
const text = z.string().max(10 * 1024 * 1024);

/** A message to be sent: addresses as `ann@example.com` or `Ann <ann@example.com>`, one, a list, or with commas. */
export const outgoingMessage = z.object({
  from: recipient.optional(),
  to: recipients,
  cc: recipients,
  bcc: recipients,
  reply_to: recipients,
  subject: z.string().max(2000),
  text: text.optional(),
  html: text.optional(),
  in_reply_to: recipient.optional(),
});

export type OutgoingMessage = z.output<typeof outgoingMessage>;
