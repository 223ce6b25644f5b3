import { readMatchText } from '../../connectors/drivers/http/exchange/match-text.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';

export interface Difference {
  lost: number;
  doubled: number;
}

/**
 * Compares what came out with what was there, each as often as it was there.
 *
 * @param key Paths by which records that were given another form are recognised; `undefined`: they are as they were.
 * Where the raw records do not have them, only numbers are compared.
 */
export function compareRecords(
  expected: readonly JsonObject[],
  out: readonly JsonObject[],
  key: readonly string[] | undefined,
): Difference {
  const readers = key?.map(compileReader);
  const name = (record: JsonObject): string | undefined =>
    readers === undefined ? canonicalJson(record) : readMatchText(record, readers);
  const names = expected.map(name);
  if (names.some((text) => text === undefined)) {
    return {
      lost: Math.max(0, expected.length - out.length),
      doubled: Math.max(0, out.length - expected.length),
    };
  }
  const open = new Map<string, number>();
  for (const text of names) if (text !== undefined) open.set(text, (open.get(text) ?? 0) + 1);
  let doubled = 0;
  for (const record of out) {
    const text = name(record) ?? '';
    const left = open.get(text) ?? 0;
    if (left === 0) doubled += 1;
    else open.set(text, left - 1);
  }
  return { lost: [...open.values()].reduce((sum, left) => sum + left, 0), doubled };
}
