import type { Json } from '../../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../../core/records.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';

/** Reads level after level, up to one that has no records: units, the units in them, and so on. */
export function createLevelsSource(levels: readonly RecordSource[]): RecordSource {
  return {
    async readPage(cursor, signal) {
      const { level, at, found } = readPosition(cursor);
      const source = levels[level];
      if (source === undefined) throw new Error(`There is no level ${level}.`);
      const page = await source.readPage(at, signal);
      const hasRecords = found || page.records.length > 0;
      return { ...page, next: toNext(page, { level, found: hasRecords }, levels.length) };
    },
  };
}

/** The position of the read. */
interface Position {
  level: number;
  at: Json;
  /** Whether the level has records on a page before. */
  found: boolean;
}

function readPosition(cursor: Json): Position {
  const { level, at = null, found } = toJsonObject(cursor);
  return { level: typeof level === 'number' ? level : 0, at, found: found === true };
}

function toNext({ next }: SourcePage, { level, found }: Omit<Position, 'at'>, depth: number): Json | undefined {
  if (next !== undefined) return { level, at: next, found };
  return found && level + 1 < depth ? { level: level + 1, at: null, found: false } : undefined;
}
