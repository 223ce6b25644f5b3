import type { Json, JsonObject } from '../../../core/json.ts';
import type { ReadingStart } from '../../../core/records.ts';
import type { LdapRead } from '../../kit/ldap/operations.ts';
import { toJsonObject, toPlainText } from '../../kit/type-guards.ts';

/** When a directory says that entries were made and changed. @see https://www.rfc-editor.org/rfc/rfc4512#section-3.4 */
const stamps = ['modifyTimestamp', 'createTimestamp'] as const;

/** Where a read of changes starts, as its cursor stores it: the instant, and the newest instant known then. */
interface Start {
  since: number;
  newest?: number;
}

/** The first cursor of a read of changes. `undefined` for a full read. */
export function beginChanges(read: LdapRead, from: ReadingStart): Json | undefined {
  if (read.incremental === undefined) return undefined;
  if ('since' in from) return { since: Date.parse(from.since) };
  const { newest } = toJsonObject(from.watermark);
  return typeof newest === 'number' ? { since: newest - read.incremental.overlapMs, newest } : undefined;
}

/**
 * A read of changes, or a full read, that determines where the next one starts: at the newest instant that
 * entries have, or at its own start if that is earlier.
 *
 * A directory without instants for some entries cannot be queried for changes, so it is always read in full.
 */
export class ChangedEntries {
  /** What is searched for. */
  readonly read: LdapRead;
  readonly #wanted: ReadonlySet<string> | undefined;
  readonly #startedMs: number;
  #newest: number | undefined;
  #areStamped = true;

  constructor(read: LdapRead, cursor: Json, nowMs: number) {
    const { since, newest } = readStart(cursor) ?? {};
    this.#wanted = read.attributes && new Set(read.attributes.map((name) => name.toLowerCase()));
    this.#startedMs = nowMs;
    this.#newest = newest;
    this.read = {
      ...read,
      attributes: [...new Set([...(read.attributes ?? ['*']), ...stamps])],
      filter: since === undefined ? read.filter : changedSince(read.filter, since),
    };
  }

  /** Notes the instants of entries, and returns the entries with the requested attributes. */
  take(records: readonly JsonObject[]): JsonObject[] {
    return records.map((record) => {
      const fields = Object.entries(record);
      const instants = fields.flatMap(([name, value]) => (isStamp(name) ? parseTime(toPlainText(value)) : []));
      if (instants.length === 0) this.#areStamped = false;
      else this.#newest = Math.max(this.#newest ?? 0, ...instants);
      return Object.fromEntries(fields.filter(([name]) => !isStamp(name) || this.#wanted?.has(name.toLowerCase())));
    });
  }

  /** Call this after the last entry: where the next read starts. */
  get watermark(): Json | undefined {
    if (!this.#areStamped || this.#newest === undefined) return undefined;
    return { newest: Math.min(this.#newest, this.#startedMs) };
  }
}

/** True for a cursor before the first page. */
export function isStart(cursor: Json): boolean {
  return cursor === null || readStart(cursor) !== undefined;
}

function readStart(cursor: Json): Start | undefined {
  const { since, newest } = toJsonObject(cursor);
  if (typeof since !== 'number') return undefined;
  return typeof newest === 'number' ? { since, newest } : { since };
}

function changedSince(filter: string, since: number): string {
  const time = `${new Date(since).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
  return `(&${filter}(|${stamps.map((name) => `(${name}>=${time})`).join('')}))`;
}

function isStamp(name: string): boolean {
  return stamps.some((stamp) => stamp.toLowerCase() === name.toLowerCase());
}

const generalizedTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d(?:\d\d)?)$/;

/** Rounds down to seconds. @see https://www.rfc-editor.org/rfc/rfc4517#section-3.3.13 */
function parseTime(text: string): number[] {
  const [, year, month, day, hour, minute = '00', second = '00', zone = 'Z'] = generalizedTime.exec(text) ?? [];
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3) || '00'}`;
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(instant) ? [] : [instant];
}
