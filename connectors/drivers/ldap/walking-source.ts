import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import type { LdapOutcome } from './connection.ts';
import type { LdapContext } from './context.ts';
import { sizeLimitExceeded } from './ldap-fault.ts';
import type { LdapRead } from '../../kit/ldap/operations.ts';
import { toPage, toSearch } from './search.ts';
import { operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { messages } from '../../../core/messages.ts';

/** Numbers of the first window; later ones grow and shrink with what they hold. */
const firstWidth = 1024;
const widthMax = 2 ** 40;

/** Sparse ranges take several searches per page; this limits them. */
const searchesMax = 20;

type Window = LdapOutcome<{ records: JsonObject[]; bytes: number } | 'too_many'>;

/**
 * Reads entries along a number that grows with every change, such as `uSNChanged`: a window of numbers is a page.
 *
 * The cursor is the next number, so it holds in every process. An entry that changes meanwhile moves to a higher number
 * and is read again there; none is missed.
 *
 * @see https://learn.microsoft.com/windows/win32/ad/polling-for-changes-using-usnchanged
 */
export function createWalkingSource(context: LdapContext, read: LdapRead, along: string): RecordSource {
  const base = read.base ?? context.settings.baseDn;

  async function readWindow(from: number, width: number, signal: AbortSignal): Promise<Window> {
    await context.acquirePermit(signal);
    const filter = `(&${read.filter}(${along}>=${from})(${along}<=${from + width - 1}))`;
    const outcome = await context.connection.run(
      async (client) => {
        const records: JsonObject[] = [];
        let bytes = 0;
        for await (const found of client.searchPaginated(base, toSearch(read, filter))) {
          const page = await toPage(client, found, read.format);
          records.push(...page.records);
          bytes += page.bytes;
          if (records.length > read.pageSize && width > 1) return 'too_many' as const;
        }
        return { records, bytes };
      },
      { signal, timeoutMs: operationTimeoutMs },
    );
    return !outcome.ok && outcome.code === sizeLimitExceeded && width > 1 ? { ok: true, value: 'too_many' } : outcome;
  }

  async function hasMore(from: number, signal: AbortSignal): Promise<boolean> {
    await context.acquirePermit(signal);
    const { scope, filter } = read;
    const options = { scope, filter: `(&${filter}(${along}>=${from}))`, attributes: ['1.1'], sizeLimit: 1 };
    const outcome = await context.connection.run((client) => client.search(base, options), {
      signal,
      timeoutMs: operationTimeoutMs,
    });
    if (!outcome.ok) throw context.toError('list', outcome.fault);
    return outcome.value.searchEntries.length > 0;
  }

  return {
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      let { from, width } = readPlace(cursor);
      for (let search = 0; search < searchesMax; search += 1) {
        const found = await readWindow(from, width, signal);
        if (!found.ok) throw context.toError('list', found.fault);
        if (found.value === 'too_many') {
          width = Math.max(1, Math.floor(width / 4));
          continue;
        }
        const { records, bytes } = found.value;
        from += width;
        if (records.length < read.pageSize / 4) width = Math.min(width * 4, widthMax);
        if (!(await hasMore(from, signal))) return { records, bytes, next: undefined };
        if (records.length > 0) return { records, bytes, next: { from, width } };
      }
      return { records: [], bytes: 0, next: { from, width } };
    },
  };

  function readPlace(cursor: Json): { from: number; width: number } {
    if (cursor === null) return { from: 0, width: firstWidth };
    const { from, width } = toJsonObject(cursor);
    if (Number.isSafeInteger(from) && Number.isSafeInteger(width)) return { from: Number(from), width: Number(width) };
    throw context.toError('list', noPlace);
  }
}

const noPlace: Fault = { kind: 'cursor_expired', message: messages.cursorInvalid };
