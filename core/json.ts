/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: the shape of every record that moves through the hub. */
export type JsonObject = { [key: string]: Json };

/** True for a plain JSON object (neither null nor an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Serialises a value with object keys in code-unit order, so that equal values give equal text.
 *
 * `undefined` members are left out, as in `JSON.stringify`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  // One pass: every record that moves is hashed by this text, and a chain of lists takes half as long again.
  let members = '';
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
