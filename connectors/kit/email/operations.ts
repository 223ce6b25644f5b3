import type { WritePromise } from '../write-promise.ts';

/** Reads the messages of a mailbox in the order in which they came to it; its first later reading begins behind them. */
export interface MailboxRead {
  kind: 'mailbox';
  mailbox: string;
  /** `headers`: without texts and attachments, and for much larger mailboxes. */
  content: 'headers' | 'text';
  /** A longer message is read up to there, and marked as `truncated`. */
  messageBytesMax: number;
  pageSize: number;
}

/** Sends each record as a message. */
export interface MessageSend {
  promise: WritePromise;
}

/**
 * No mail server refuses a message that it got before. One that is sent again has the same `Message-ID`, by which its
 * reader's side can tell, but nothing promises that it does.
 */
export const sendPromise: WritePromise = { idempotency: 'none', matchOn: 'unused', identity: 'assigned' };
