import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** Reading of documents that may hold anything: what has another form reads as empty. */

export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function toObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function toTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Follows a JSON pointer within the document. @see https://www.rfc-editor.org/rfc/rfc6901 */
export function at(document: Json, ref: string): Json | undefined {
  if (!ref.startsWith('#/')) return undefined;
  let value: Json | undefined = document;
  for (const part of ref.slice(2).split('/')) {
    const name = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
