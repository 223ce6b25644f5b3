import { randomUUID } from 'node:crypto';
import type { SearchResult } from 'ldapts';
import type { Json } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';
import { toJsonObject, toPlainText } from '../../kit/type-guards.ts';
import { beginChanges, ChangedEntries, isStart } from './changed-entries.ts';
import { createLdapConnection, type LdapConnection } from './connection.ts';
import type { LdapContext } from './context.ts';
import { toPage, toSearch } from './search.ts';
import type { LdapRead } from '../../kit/ldap/operations.ts';
import { operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { messages } from '../../../core/messages.ts';

/** An abandoned search holds a connection, which is released after this time. */
const keptMs = 60_000;

/** Maximum concurrent searches of one session. */
const searchesMax = 16;

interface OpenSearch {
  connection: LdapConnection;
  pages: AsyncGenerator<SearchResult> | undefined;
  /** Absent for reads that do not track changes. */
  changes: ChangedEntries | undefined;
  /** The number of pages read, and the last page, which may be requested again. */
  count: number;
  last: SourcePage | undefined;
  expiry: NodeJS.Timeout | undefined;
}

/**
 * The searches that a session has open.
 *
 * A directory stores the position of a paged search with the connection, so each search has a connection of its own,
 * and its cursors are valid only in this process and for a limited time; otherwise the read starts again.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2696
 */
export class OpenSearches {
  readonly #open = new Map<string, OpenSearch>();

  createSource(context: LdapContext, read: LdapRead): RecordSource {
    return {
      readPage: (cursor, signal) => this.#readPage(context, read, cursor, signal),
      ...(read.incremental === undefined ? {} : { begin: (from: ReadingStart) => beginChanges(read, from) }),
    };
  }

  close(): void {
    for (const id of this.#open.keys()) this.#end(id);
  }

  async #readPage(context: LdapContext, read: LdapRead, cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { search, page } = toJsonObject(cursor);
    const isFirst = isStart(cursor);
    const id = isFirst ? randomUUID() : toPlainText(search);
    const open = isFirst ? this.#begin(context, read, cursor, id) : this.#open.get(id);
    const count = isFirst ? 0 : Number(page);
    if (open === undefined || count > open.count || count < open.count - 1) {
      throw context.toError('list', expired);
    }
    if (count === open.count - 1 && open.last !== undefined) return open.last;
    clearTimeout(open.expiry);
    const reading = open.connection.run(
      async (client) => {
        const base = read.base ?? context.settings.baseDn;
        open.pages ??= client.searchPaginated(base, toSearch(open.changes?.read ?? read));
        const found = await open.pages.next();
        return found.done === true ? undefined : toPage(client, found.value, read.format);
      },
      { signal, timeoutMs: operationTimeoutMs },
    );
    const next = await reading.catch((reason: unknown) => {
      // A page that was being read would be missing.
      this.#end(id);
      throw reason;
    });
    if (!next.ok) {
      this.#end(id);
      throw context.toError('list', count > 0 && next.code === undefined ? expired : next.fault);
    }
    if (next.value === undefined) {
      this.#end(id);
      return { records: [], next: undefined, bytes: 0, watermark: open.changes?.watermark };
    }
    open.count += 1;
    const { records, bytes } = next.value;
    open.last = { records: open.changes?.take(records) ?? records, bytes, next: { search: id, page: open.count } };
    open.expiry = setTimeout(() => this.#end(id), keptMs).unref();
    return open.last;
  }

  #begin({ settings, policy, clock }: LdapContext, read: LdapRead, cursor: Json, id: string): OpenSearch {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= searchesMax && oldest !== undefined) this.#end(oldest);
    const connection = createLdapConnection(settings, policy);
    const changes = read.incremental && new ChangedEntries(read, cursor, clock.now());
    const open: OpenSearch = { connection, changes, pages: undefined, count: 0, last: undefined, expiry: undefined };
    this.#open.set(id, open);
    return open;
  }

  #end(id: string): void {
    const open = this.#open.get(id);
    clearTimeout(open?.expiry);
    open?.connection.close();
    this.#open.delete(id);
  }
}

const expired: Fault = {
  kind: 'cursor_expired',
  message: messages.cursorInvalid,
};
