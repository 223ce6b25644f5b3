import { isJsonObject, type JsonObject } from '../../../../core/json.ts';
import { FaultError } from '../../../kit/fault.ts';
import { parseJson } from '../../../../core/json/json-text.ts';
import { requireRoom } from '../../../kit/memory-room.ts';
import { weighJsonLines } from './weigh-text.ts';

/**
 * Reads one JSON value a line; empty lines are left out.
 *
 * @param firstLine Number of the text's first line, for messages.
 * @throws {FaultError} `schema_drift` naming the line that is not a JSON object, or when all of them are too much.
 */
export function decodeNdjson(text: string, firstLine: number): JsonObject[] {
  requireRoom(weighJsonLines(text));
  const records: JsonObject[] = [];
  let line = firstLine - 1;
  for (const content of text.split('\n')) {
    line += 1;
    if (content.trim() === '') continue;
    records.push(parseLine(content, line));
  }
  return records;
}

function parseLine(content: string, line: number): JsonObject {
  try {
    const value = parseJson(content);
    return isJsonObject(value) ? value : { value };
  } catch {
    throw new FaultError({ kind: 'schema_drift', message: `Line ${line} is not JSON.` });
  }
}
