import { parse } from 'yaml';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { nestsDeeper } from '../core/json/nests-deeper.ts';

/** Why a document cannot be drafted from. */
export type DocumentFault = 'unreadable' | 'too_deep' | 'not_openapi';

const depthMax = 100;
/** Values that YAML may repeat by name: what a few lines would make gigabytes of. */
const aliasesMax = 200;

/** Reads a description as JSON or YAML. Nothing that it refers to is fetched. */
export function readDocument(text: string): { document: JsonObject } | { fault: DocumentFault } {
  let document: unknown;
  try {
    // JSON is YAML, and a hundred times quicker to parse as what it is.
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: aliasesMax });
  } catch {
    return { fault: 'unreadable' };
  }
  if (!isJsonObject(document)) return { fault: 'not_openapi' };
  if (nestsDeeper(document, depthMax)) return { fault: 'too_deep' };
  if (!('openapi' in document || 'swagger' in document)) return { fault: 'not_openapi' };
  return { document };
}
