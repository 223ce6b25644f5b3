import type { Json, JsonObject } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import type { LdapOutcome } from './connection.ts';
import type { LdapContext } from './context.ts';
import { sizeLimitExceeded } from './ldap-fault.ts';
import type { LdapRead } from '../../kit/ldap/operations.ts';
import { haveOthersChanged, isBehind, type Numbers, readNumbers, toNumbers } from './numbers.ts';
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
 * and is read again there; none is missed. The next read begins behind the highest number that the server had when this
 * one began; by another server, or one that was restored, everything is read.
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
    ...(read.numbers === undefined ? {} : { begin }),
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      const place = readPosition(cursor);
      let { from, width } = place;
      const isStart = cursor === null || place.known !== undefined;
      const numbers = isStart ? await readNumbers(context, read, signal) : place.numbers;
      if (place.known !== undefined) {
        const isUsable = isBehind(numbers, place.known);
        const isWhole = !isUsable || (await haveOthersChanged(context, read, place.known.upTo, signal));
        if (isWhole) throw context.toError('list', noPlace);
      }
      const toNext = (): Json => ({ from, width, ...(numbers === undefined ? {} : { numbers: { ...numbers } }) });
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
        if (!(await hasMore(from, signal))) {
          return { records, bytes, next: undefined, watermark: numbers && { ...numbers } };
        }
        if (records.length > 0) return { records, bytes, next: toNext() };
      }
      return { records: [], bytes: 0, next: toNext() };
    },
  };

  function readPosition(cursor: Json): Position {
    if (cursor === null) return { from: 0, width: firstWidth };
    const { from, width, known = null, numbers = null } = toJsonObject(cursor);
    if (Number.isSafeInteger(from) && Number.isSafeInteger(width)) {
      return { from: Number(from), width: Number(width), known: toNumbers(known), numbers: toNumbers(numbers) };
    }
    throw context.toError('list', noPlace);
  }
}

interface Position {
  from: number;
  width: number;
  /** Of the read before, where this one begins behind it. */
  known?: Numbers | undefined;
  /** As they were when this read began. */
  numbers?: Numbers | undefined;
}

function begin(from: ReadingStart): Json | undefined {
  const known = 'since' in from ? undefined : toNumbers(from.watermark);
  return known && { from: known.upTo + 1, width: firstWidth, known: { ...known } };
}

const noPlace: Fault = { kind: 'cursor_expired', message: messages.cursorInvalid };
