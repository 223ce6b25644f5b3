import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import { canonicalJson, type Json, type JsonObject } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import { type EmailContext, notConfigured } from './context.ts';
import type { MailboxRead } from '../../kit/email/operations.ts';
import { pageTimeoutMs } from '../../kit/email/settings.ts';
import { toMessage } from './to-message.ts';

/** The position of a read: after a message, under the numbering that the mailbox had then. */
interface MailboxPosition {
  uidValidity: string;
  uid: number;
}

/** Message numbers per request. Grows tenfold while none is in use, up to what one response can hold. */
const windowSize = 5000;
const windowSizeMax = 40_000;

/** Approximate size of the messages in one page. */
const pageBytesMax = 8 * 1024 * 1024;

/**
 * Reads a mailbox along the numbers of its messages, which only increase. The last number is also where the next read
 * starts.
 *
 * Nothing is marked as read. What happens to a message after it came, such as a flag, is not a change here.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9051#section-2.3.1.1
 */
export class MailboxSource implements RecordSource {
  readonly #context: EmailContext;
  readonly #read: MailboxRead;

  constructor(context: EmailContext, read: MailboxRead) {
    this.#context = context;
    this.#read = read;
  }

  begin(from: ReadingStart): Json | undefined {
    return 'watermark' in from ? from.watermark : undefined;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { imap, acquirePermit, toError } = this.#context;
    if (imap === undefined) throw toError('list', notConfigured('IMAP'));
    await acquirePermit(signal);
    const outcome = await imap.connection.run((client) => this.#readLocked(client, cursor), {
      signal,
      timeoutMs: pageTimeoutMs,
    });
    if (outcome.ok) return outcome.value;
    throw toError('list', outcome.fault);
  }

  async #readLocked(client: ImapFlow, cursor: Json): Promise<SourcePage> {
    const lock = await client.getMailboxLock(this.#read.mailbox, { readOnly: true });
    try {
      // Reopens the mailbox: one that is already open reports outdated numbers.
      const mailbox = await client.mailboxOpen(this.#read.mailbox, { readOnly: true });
      const place = readPlace(cursor) ?? { uidValidity: String(mailbox.uidValidity), uid: 0 };
      if (place.uidValidity !== String(mailbox.uidValidity)) throw new FaultError(renumbered);
      return await this.#readAfter(client, mailbox, place);
    } finally {
      lock.release();
    }
  }

  async #readAfter(client: ImapFlow, mailbox: MailboxObject, place: MailboxPosition): Promise<SourcePage> {
    const { pageSize } = this.#read;
    const { found, searchedTo } = await findAfter(client, mailbox, place.uid);
    const uids = await this.#fit(client, found.slice(0, pageSize));
    const records = await this.#fetch(client, uids);
    const isLast = uids.length === found.length && searchedTo >= mailbox.uidNext - 1;
    const uid = isLast ? Math.max(place.uid, mailbox.uidNext - 1) : (uids.at(-1) ?? searchedTo);
    const watermark = { uidValidity: place.uidValidity, uid };
    return {
      records,
      bytes: Buffer.byteLength(canonicalJson(records)),
      next: isLast ? undefined : watermark,
      watermark,
    };
  }

  /** As many messages as a page may hold, and one at least. */
  async #fit(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
    if (this.#read.content === 'headers' || uids.length === 0) return [...uids];
    const sizes = new Map<number, number>();
    for await (const { uid, size = 0 } of client.fetch(uids.join(','), { uid: true, size: true }, { uid: true })) {
      sizes.set(uid, Math.min(size, this.#read.messageBytesMax));
    }
    let bytes = 0;
    const end = uids.findIndex((uid, at) => {
      bytes += sizes.get(uid) ?? 0;
      return at > 0 && bytes > pageBytesMax;
    });
    return uids.slice(0, end === -1 ? undefined : end);
  }

  async #fetch(client: ImapFlow, uids: readonly number[]): Promise<JsonObject[]> {
    if (uids.length === 0) return [];
    const { content, messageBytesMax } = this.#read;
    const messages: FetchMessageObject[] = [];
    const parts = { uid: true, flags: true, envelope: true, internalDate: true, size: true };
    const query = content === 'headers' ? parts : { ...parts, source: { maxLength: messageBytesMax } };
    for await (const message of client.fetch(uids.join(','), query, { uid: true })) messages.push(message);
    const records: JsonObject[] = [];
    for (const message of messages.toSorted((a, b) => a.uid - b.uid)) records.push(await toMessage(message));
    return records;
  }
}

/** Numbers in use behind another, in a window that grows until it has some or the mailbox ends. */
async function findAfter(
  client: ImapFlow,
  { uidNext }: MailboxObject,
  after: number,
): Promise<{ found: number[]; searchedTo: number }> {
  let [from, size] = [after + 1, windowSize];
  while (from < uidNext) {
    const to = Math.min(from + size - 1, uidNext - 1);
    const answer = await client.search({ uid: `${from}:${to}` }, { uid: true });
    // ImapFlow returns false when the server refuses a search.
    if (!Array.isArray(answer)) throw new FaultError(noSearch);
    const found = answer.filter((uid) => uid >= from && uid <= to);
    if (found.length > 0) return { found: found.toSorted((a, b) => a - b), searchedTo: to };
    [from, size] = [to + 1, Math.min(size * 10, windowSizeMax)];
  }
  return { found: [], searchedTo: uidNext - 1 };
}

function readPlace(cursor: Json): MailboxPosition | undefined {
  const { uidValidity, uid } = toJsonObject(cursor);
  return typeof uidValidity === 'string' && typeof uid === 'number' ? { uidValidity, uid } : undefined;
}

const noSearch: Fault = { kind: 'transient', message: 'The server refused to search for messages.' };

const renumbered: Fault = {
  kind: 'cursor_expired',
  message: 'The mailbox has renumbered its messages, so the stored cursor is no longer valid.',
};
