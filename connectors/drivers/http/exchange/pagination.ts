import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import { readPageCursor, sizeAt } from './page-cursor.ts';
import type { Pagination } from '../../../kit/http/pagination-schema.ts';
import { parseTemplate, renderPlain } from '../../../kit/template.ts';

/** What a pagination adds to a request. */
export interface PageParameters {
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Members of the JSON body by their path. */
  body: JsonObject;
  /** Values of the request's holes: `$page`, `$page_size`, `$opened`, `$started`. */
  holes: JsonObject;
  /** Replaces the whole address. */
  url?: string;
}

/** Renders the place to read as parameters of a request. */
export function toPageParameters(pagination: Pagination, cursor: Json): PageParameters {
  const { at = firstPosition(pagination), opened, ...rest } = readPageCursor(cursor);
  const size = sizeAt(pagination, rest);
  const parameters: PageParameters = {
    query: {},
    headers: {},
    body: {},
    holes: {
      ...(opened === undefined ? {} : { $opened: opened }),
      ...(size === undefined ? {} : { $page_size: size }),
      ...(rest.started === undefined ? {} : { $started: new Date(rest.started).toISOString() }),
    },
  };
  if (pagination.kind === 'none') return parameters;
  const place = placeOf(pagination);
  const { sizeParameter } = pagination;
  if (sizeParameter !== undefined && size !== undefined && place !== 'template') {
    put(parameters, place, sizeParameter, size);
  }
  if (at === undefined) return parameters;
  switch (pagination.kind) {
    case 'link_header':
      if (Array.isArray(at) && pagination.resume !== undefined) {
        const { parameter, quoted } = pagination.resume;
        put(parameters, place, parameter, quoted ? withoutQuotes(toPlainText(at[0])) : (at[0] ?? ''));
        return parameters;
      }
      parameters.url = resize(toPlainText(at), sizeParameter, rest.size);
      return parameters;
    case 'next_url':
      parameters.url = resize(toPlainText(at), sizeParameter, rest.size);
      return parameters;
    case 'range_header':
      parameters.headers['range'] = toRange(pagination.unit, Number(at), size);
      return parameters;
    case 'keyset':
      // A page without records told the address of the next one.
      if (pagination.linked && typeof at === 'string' && at !== pagination.first) {
        parameters.url = resize(at, sizeParameter, rest.size);
        // The request is rendered all the same, and its address then replaced.
        put(parameters, place, pagination.parameter, pagination.first ?? at);
        return parameters;
      }
      put(parameters, place, pagination.parameter, toKeyText(pagination, at));
      return parameters;
    default: {
      const parts = pagination.kind === 'cursor' && isJsonObject(at) ? at : { [pagination.parameter]: at };
      for (const [name, part] of Object.entries(parts)) put(parameters, place, name, part);
      return parameters;
    }
  }
}

type PagePosition = 'query' | 'body' | 'header' | 'template';

function placeOf(pagination: Pagination): PagePosition {
  if ('in' in pagination) return pagination.in;
  return pagination.kind === 'search_after' ? 'body' : 'query';
}

function put(parameters: PageParameters, place: PagePosition, name: string, value: Json): void {
  if (place === 'query') parameters.query[name] = toPlainText(value);
  else if (place === 'header') parameters.headers[name.toLowerCase()] = toPlainText(value);
  else if (place === 'body') parameters.body[name] = value;
  else parameters.holes['$page'] = value;
}

function firstPosition(pagination: Pagination): number | string | undefined {
  switch (pagination.kind) {
    case 'page':
    case 'offset':
    case 'keyset':
      return pagination.first;
    case 'range_header':
      return 0;
    default:
      return undefined;
  }
}

/** A link repeats its original page size; a smaller size replaces it. */
function resize(url: string, sizeParameter: string | undefined, size: number | undefined): string {
  const parsed = sizeParameter === undefined || size === undefined ? null : URL.parse(url);
  if (parsed === null || sizeParameter === undefined || !parsed.searchParams.has(sizeParameter)) return url;
  parsed.searchParams.set(sizeParameter, String(size));
  return parsed.href;
}

function toRange(unit: string, from: number, size: number | undefined): string {
  return `${unit}=${from}-${size === undefined ? '' : from + size - 1}`;
}

/** The name that a quoted identifier of SQL stands for. */
function withoutQuotes(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function toKeyText({ after, fields }: Extract<Pagination, { kind: 'keyset' }>, at: Json): string {
  if (typeof at === 'string') return at;
  const values = Array.isArray(at) ? at : [];
  if (after === undefined) return toPlainText(values[0]);
  return renderPlain(parseTemplate(after), (name) => values[fields.indexOf(name)]);
}
