import { parseJson, toJsonObject } from '../../connectors/kit/type-guards.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Interaction } from './interaction.ts';
import type { ReplayRequest } from './replay-server.ts';

/**
 * Members of a recorded body that a write sent otherwise, or not at all; and those that it added.
 *
 * @param inAddress Members that fill the address, which a write leaves out of its body.
 */
export function compareBodies(
  { request_body: recorded }: Interaction,
  { body }: ReplayRequest,
  inAddress: ReadonlySet<string>,
): string[] {
  if (!isJsonObject(recorded)) return [];
  const sent = readBody(body);
  if (sent === undefined) return Object.keys(recorded);
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(sent)])].filter((name) => !inAddress.has(name));
  return names.filter((name) => canonicalJson(recorded[name]) !== canonicalJson(sent[name]));
}

function readBody(text: string): JsonObject | undefined {
  try {
    return text === '' ? {} : toJsonObject(parseJson(text));
  } catch {
    return undefined;
  }
}
