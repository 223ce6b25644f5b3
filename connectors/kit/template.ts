import { parseValuePath } from '../../core/paths.ts';
import { type FilterLanguage, type FilterValue, isFilterLanguage, writeLiteral } from './filters/languages.ts';

/**
 * Texts with holes: `/users/{user_name}/devices/{+path}`.
 *
 * `{name}` is filled percent-encoded as one path segment or query value, `{+name}` keeps slashes (RFC 6570 level 2).
 * `{name|odata}` stands for the value as a literal of a filter's language, with its quotes and escapes; `{"name"}` for
 * `{name|json}`. Of a list, each value is one, with commas between them.
 */
export interface Template {
  readonly parts: readonly (string | Hole)[];
}

export interface Hole {
  /** Path of the value in the template's scope. */
  name: string;
  keepsSlashes: boolean;
  /** The language of the filter that the value stands in. */
  language: FilterLanguage | undefined;
}

export type Rendered = { ok: true; text: string } | { ok: false; hole: string; reason: UnfilledReason };

/** `unwritable`: the language of the filter has no way to write the value. */
export type UnfilledReason = 'missing' | 'unsafe' | 'unwritable';

const token = /\{\{|\}\}|\{(\+?)(?:"([^{}"]+)"|([^{}]+?)(?:\|([a-z_]+))?)\}|[^{}]+|[{}]/g;

/** Every request fills the same few; all that connectors have are some thousands. */
const parsed = new Map<string, Template>();

const parsedMax = 10_000;

/**
 * Parses a template; doubled braces stand for themselves.
 *
 * @throws {TypeError} when braces do not pair up or a hole has no name: templates are checked where they enter.
 */
export function parseTemplate(text: string): Template {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const template = parse(text);
  if (parsed.size >= parsedMax) parsed.clear();
  parsed.set(text, template);
  return template;
}

function parse(text: string): Template {
  const parts: (string | Hole)[] = [];
  for (const [whole, plus, quoted, plain, asked = quoted === undefined ? undefined : 'json'] of text.matchAll(token)) {
    const name = quoted ?? plain;
    const language = asked !== undefined && isFilterLanguage(asked) ? asked : undefined;
    if (language !== asked) throw new TypeError(`There is no language of filters that is named ${asked}.`);
    if (whole === '{' || whole === '}') throw new TypeError('A brace without its partner, or without a name.');
    if (name === undefined) parts.push(whole === '{{' || whole === '}}' ? whole.charAt(0) : whole);
    else parts.push({ name, keepsSlashes: plus === '+', language });
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

/** True when each hole for a record's value, within other text, names the language of a filter. For zod refinements. */
export function isTyped(text: string): boolean {
  const { parts } = parseTemplate(text);
  return parts.length < 2 || parts.every((part) => typeof part === 'string' || hasType(part));
}

/** What is not a record's comes from the configuration, or from the hub itself: it is meant as it is. */
function hasType({ name, language }: Hole): boolean {
  return language !== undefined || /^(?:\$|config\.|auth\.|names\.)/.test(name);
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
    if (value === null) return { ok: false, hole: part.name, reason: 'unwritable' };
    const segments = part.keepsSlashes ? value.split('/') : [value];
    const meant = place === 'path' ? value.split(/[/\\]/) : segments;
    if (meant.some((segment) => segment === '.' || segment === '..')) {
      return { ok: false, hole: part.name, reason: 'unsafe' };
    }
    text += segments.map(encodeStrictly).join('/');
  }
  return { ok: true, text };
}

/**
 * Fills a template as it is, for headers, bodies and credentials. A missing value becomes the empty text.
 *
 * @param escape How the format around the template writes a value: XML.
 */
export function renderPlain(
  template: Template,
  read: (name: string) => unknown,
  escape: (text: string) => string = String,
): string {
  return template.parts.map((part) => (typeof part === 'string' ? part : escape(fillHole(part, read) ?? ''))).join('');
}

/** The hole whose value its language cannot write, where there is one: the text would be another filter without it. */
export function findUnwritable(template: Template, read: (name: string) => unknown): string | undefined {
  return template.parts.find((part): part is Hole => typeof part !== 'string' && fillHole(part, read) === null)?.name;
}

/** Percent-encodes all but RFC 3986's unreserved characters, as signatures over URLs expect. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @returns `undefined` where there is no value; `null` for one that the filter's language cannot write. */
function fillHole({ name, language }: Hole, read: (name: string) => unknown): string | null | undefined {
  const value = read(name);
  if (language === undefined) return toText(value);
  const values = (Array.isArray(value) ? value : [value]).filter((one) => isFilterValue(one) && one !== '');
  if (values.length === 0) return undefined;
  const literals = values.map((one) => (isFilterValue(one) ? writeLiteral(language, one) : undefined));
  return literals.includes(undefined) ? null : literals.join(',');
}

function isFilterValue(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function toText(value: unknown): string | undefined {
  // A list of plain values stands as texts between commas.
  if (Array.isArray(value)) return value.map((item) => toText(item) ?? '').join(',');
  return isFilterValue(value) ? String(value) : undefined;
}
