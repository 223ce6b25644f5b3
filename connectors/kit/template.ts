import { parseValuePath } from '../../core/paths.ts';

/**
 * Texts with holes: `/users/{user_name}/devices/{+path}`.
 *
 * `{name}` is filled percent-encoded as one path segment or query value, `{+name}` keeps slashes (RFC 6570 level 2).
 * `{"name"}` stands for the value as JSON, a text with its quotes and escapes: for languages of filters.
 */
export interface Template {
  parts: readonly (string | Hole)[];
}

export interface Hole {
  /** Path of the value in the template's scope. */
  name: string;
  keepsSlashes: boolean;
  /** The value stands as JSON. */
  isQuoted: boolean;
}

export type Rendered = { ok: true; text: string } | { ok: false; hole: string; reason: 'missing' | 'unsafe' };

const token = /\{\{|\}\}|\{(\+?)(?:"([^{}"]+)"|([^{}]+))\}|[^{}]+|[{}]/g;

/**
 * Parses a template; doubled braces stand for themselves.
 *
 * @throws {TypeError} when braces do not pair up or a hole has no name: templates are checked where they enter.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Hole)[] = [];
  for (const [whole, plus, quoted, plain] of text.matchAll(token)) {
    const name = quoted ?? plain;
    if (whole === '{' || whole === '}') throw new TypeError('A brace without its partner, or without a name.');
    if (name === undefined) parts.push(whole === '{{' || whole === '}}' ? whole.charAt(0) : whole);
    else parts.push({ name, keepsSlashes: plus === '+', isQuoted: quoted !== undefined });
  }
  return { parts };
}

/** Writes a text so that a template holds it literally. */
export function escapeTemplate(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

/** Names of a template's holes, each once. */
export function listHoles(template: Template): string[] {
  return [...new Set(template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}

/** True when the text parses as a template whose holes are paths. For zod refinements. */
export function isTemplate(text: string): boolean {
  try {
    return listHoles(parseTemplate(text)).every((name) => parseValuePath(name) !== undefined);
  } catch {
    return false;
  }
}

/**
 * Fills a template for use in a URL: in a path, where its own text stands as it is, or in a query value, where it is encoded.
 *
 * A value that is empty, or has `.` or `..` as a path segment, is refused: it would reach another resource than the one
 * meant. So is one whose slashes are encoded: many servers decode a path before they look where it leads.
 */
export function renderUrlPart(template: Template, place: 'path' | 'query', read: (name: string) => unknown): Rendered {
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      text += place === 'path' ? part : encodeStrictly(part);
      continue;
    }
    const value = fillHole(part, read);
    if (value === undefined || value === '') return { ok: false, hole: part.name, reason: 'missing' };
    const segments = part.keepsSlashes ? value.split('/') : [value];
    const meant = place === 'path' ? value.split(/[/\\]/) : segments;
    if (meant.some((segment) => segment === '.' || segment === '..')) {
      return { ok: false, hole: part.name, reason: 'unsafe' };
    }
    text += segments.map(encodeStrictly).join('/');
  }
  return { ok: true, text };
}

/** Fills a template as it is, for headers and credentials. A missing value becomes the empty text. */
export function renderPlain(template: Template, read: (name: string) => unknown): string {
  return template.parts.map((part) => (typeof part === 'string' ? part : (fillHole(part, read) ?? ''))).join('');
}

/** Percent-encodes all but RFC 3986's unreserved characters, as signatures over URLs expect. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function fillHole({ name, isQuoted }: Hole, read: (name: string) => unknown): string | undefined {
  const value = toText(read(name));
  return isQuoted && value !== undefined && value !== '' ? JSON.stringify(value) : value;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  // A list of plain values stands as texts between commas.
  if (Array.isArray(value)) return value.map((item) => toText(item) ?? '').join(',');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
