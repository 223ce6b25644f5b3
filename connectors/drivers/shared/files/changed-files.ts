import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { ReadingStart } from '../../../../core/records.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';

/** A file as a list shows it. */
export interface FileVersion {
  name: string;
  /** Differs where the content may. Absent where that cannot be told: the file is always read. */
  version: string | undefined;
  /** When it was changed, in milliseconds. */
  changedAtMs: number | undefined;
}

/** Files whose versions a watermark holds. With more of them, all are read. */
export const knownFilesMax = 10_000;

/** Characters that stand for a version. Of 10,000 files, one that changed is taken for a known one once in 28 billion times. */
const tagLength = 8;

/** The first cursor of a read of files that changed. `undefined` for a full read. */
export function beginChangedFiles(from: ReadingStart): Json | undefined {
  if ('since' in from) return { since: Date.parse(from.since) };
  const { files } = toJsonObject(from.watermark);
  return typeof files === 'string' ? { known: files } : undefined;
}

/** True for a cursor before the first file. */
export function isBeforeFiles(cursor: Json): boolean {
  return cursor === null || !('seen' in toJsonObject(cursor));
}

/**
 * A read of files that leaves out those whose versions an earlier read has noted.
 *
 * Versions are compared, not times: a file that comes late with an old time is new. What a version is noted of was listed
 * before the file was read, so a file that changes meanwhile is read again.
 */
export class ChangedFiles {
  readonly #known: string;
  readonly #tags: ReadonlySet<string>;
  readonly #sinceMs: number | undefined;
  #seen: string;
  #hasRoom: boolean;

  constructor(cursor: Json) {
    const { known, since, seen } = toJsonObject(cursor);
    this.#known = toPlainText(known);
    this.#tags = new Set(this.#known.match(new RegExp(`.{${tagLength}}`, 'gu')));
    this.#sinceMs = typeof since === 'number' ? since : undefined;
    this.#seen = toPlainText(seen);
    this.#hasRoom = seen !== null;
  }

  /** Whether a file is left out. */
  isUnchanged(file: FileVersion): boolean {
    const { changedAtMs } = file;
    if (this.#sinceMs !== undefined) return changedAtMs !== undefined && changedAtMs < this.#sinceMs;
    const tag = toTag(file);
    return tag !== undefined && this.#tags.has(tag);
  }

  /** Call this for each file that was read to its end, or left out. */
  note(file: FileVersion): void {
    const tag = toTag(file);
    if (tag === undefined || !this.#hasRoom) return;
    this.#seen += tag;
    this.#hasRoom = this.#seen.length <= knownFilesMax * tagLength;
  }

  /** What cursors hold of it. */
  get members(): JsonObject {
    return {
      ...(this.#known === '' ? {} : { known: this.#known }),
      ...(this.#sinceMs === undefined ? {} : { since: this.#sinceMs }),
      seen: this.#hasRoom ? this.#seen : null,
    };
  }

  /** Call this behind the last file. `undefined` where there are too many. */
  get watermark(): Json | undefined {
    return this.#hasRoom ? { files: this.#seen } : undefined;
  }
}

function toTag({ name, version }: FileVersion): string | undefined {
  if (version === undefined) return undefined;
  return hash('sha256', JSON.stringify([name, version]), 'base64url').slice(0, tagLength);
}
