import { ScimError } from './scim-error.ts';

/** `attribute eq value`, of which all must hold. */
export interface ScimCondition {
  /** In lower case, without a schema in front: `username`, `emails.value`. */
  attribute: string;
  value: string | boolean;
}

const filterMax = 1024;
const conditionsMax = 10;
const condition =
  /^\s*(?:urn:[A-Za-z0-9:._-]+:)?([A-Za-z][\w$-]*)(?:\[\s*type\s+eq\s+"[^"]*"\s*\])?((?:\.[A-Za-z][\w$-]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:and\b|$)/i;

/**
 * Parses what identity providers ask with: equalities, joined by `and`.
 *
 * @throws {ScimError} `invalidFilter` for anything else.
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 */
export function parseScimFilter(filter: string | undefined): ScimCondition[] {
  if (filter === undefined) return [];
  if (filter.length > filterMax) throw unsupported();
  const found: ScimCondition[] = [];
  let rest = filter;
  do {
    const [whole, name = '', sub = '', value = ''] = condition.exec(rest) ?? [];
    if (whole === undefined || found.length >= conditionsMax) throw unsupported();
    found.push({ attribute: `${name}${sub}`.toLowerCase(), value: toValue(value) });
    rest = rest.slice(whole.length);
    if (rest === '' && /and\s*$/i.test(whole) && !whole.trimEnd().endsWith('"')) throw unsupported();
  } while (rest !== '');
  return found;
}

function toValue(text: string): string | boolean {
  if (!text.startsWith('"')) return text.toLowerCase() === 'true';
  try {
    return String(JSON.parse(text));
  } catch {
    throw unsupported();
  }
}

function unsupported(): ScimError {
  return new ScimError(400, 'The filter must consist of comparisons by eq, joined by and.', 'invalidFilter');
}
