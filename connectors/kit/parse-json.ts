import type { Json } from '../../core/json.ts';
import { parseJson as parse } from '../../core/json/json-text.ts';
import { weighJson } from '../../core/json/weigh-json.ts';
import { requireRoom } from './memory-room.ts';

/** Texts up to this many characters are parsed unweighed: whatever they hold, it is light. */
const unweighedMax = 64 * 1024;

/**
 * Parses JSON text of another system, if there is room for what it becomes.
 *
 * @throws {SyntaxError} when the text is not JSON.
 * @throws {FaultError} when it is too much.
 */
export function parseJson(text: string): Json {
  if (text.length > unweighedMax) requireRoom(weighJson(text));
  return parse(text);
}
