import { parseJson, toJsonObject } from '../../connectors/kit/type-guards.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
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
  // A form has texts only.
  const write = isForm(body) ? toText : canonicalJson;
  return names.filter((name) => write(recorded[name]) !== write(sent[name]));
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function isForm(text: string): boolean {
  return /^[\w.~%+[\]-]+=/.test(text);
}

/** Vendors that take either form were often recorded with the other one than the connector sends. */
function readBody(text: string): JsonObject | undefined {
  if (isForm(text)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return text === '' ? {} : toJsonObject(parseJson(text));
  } catch {
    return undefined;
  }
}
