import type { FieldError } from '../../core/errors.ts';
import { finds, reads } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { Format, HttpFind, HttpPages } from '../kit/http/operations.ts';
import { namesRecord } from '../kit/http/names-record.ts';
import { escapeTemplate, listHoles, parseTemplate } from '../kit/template.ts';
import { checkPagination, toPagination } from './pagination-options.ts';
import { type SourceOptions, sourceOptions } from './source-options.ts';

/** Makes a readable object of a path and options. */
export function resolveSource({ object, options }: ObjectRequest): Resolved<HttpObject> {
  const given = sourceOptions.parse(options);
  const problems = checkSource(given);
  if (problems.length > 0) return { ok: false, problems };
  const request = {
    method: given.method,
    path: escapeTemplate(given.path ?? object),
    query: Object.fromEntries(
      Object.entries(given.query).map(([name, value]) => [name, escapeTemplate(String(value))]),
    ),
    headers: given.headers,
    body: given.body,
  };
  const format = toFormat(given);
  const { page_size: pageSize } = given;
  const list =
    given.pagination.kind === 'none' && given.incremental === undefined
      ? reads({ kind: 'file', request, format, pageSize })
      : reads({
          kind: 'pages',
          request,
          format,
          paginate: toPagination(given.pagination, pageSize),
          incremental: toIncremental(given),
        });
  const find = given.find && toFind(given, given.find, request);
  return { ok: true, object: { title: object, operations: { list, ...(find === undefined ? {} : { find }) } } };
}

function toFind(
  given: SourceOptions,
  { path, query, records_path: recordsPath, not_found_is_absent: absent, ...find }: NonNullable<SourceOptions['find']>,
  listing: { path: string; query: Record<string, string> },
): HttpFind {
  // A path of its own has holes; the object's has none.
  const address = { path: path ?? listing.path, query: { ...listing.query, ...query } };
  return finds({
    request: { method: 'GET', ...address, headers: given.headers },
    format: toFormat({ ...given, records_path: recordsPath ?? given.records_path }),
    valuesMax: find.values_max,
    separator: find.separator,
    ...((absent ?? namesRecord(address)) ? { notFoundIsAbsent: true } : {}),
  });
}

function checkSource(given: SourceOptions): FieldError[] {
  const { method, body, pagination, format, find, incremental } = given;
  const problems: FieldError[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path: `options.${path}`, code: 'invalid_value', message });
  };
  if (body !== undefined && method !== 'POST') refuse('body', 'Only a POST has a body.');
  const holes = [find?.path ?? '', ...Object.values(find?.query ?? {})].flatMap((text) =>
    listHoles(parseTemplate(text)),
  );
  if (find !== undefined && (!holes.includes('value') || holes.some((hole) => hole !== 'value' && hole !== 'key'))) {
    refuse('find', 'The path or a query parameter has the hole {value}, and none but {key} beside it.');
  }
  if (incremental?.in === 'body' && method !== 'POST') refuse('incremental.in', 'Only a POST has a body.');
  const since = listHoles(parseTemplate(incremental?.template ?? '{$since}'));
  if (since.length !== 1 || since[0] !== '$since') {
    refuse('incremental.template', 'It has the hole {$since}, and no other.');
  }
  if (incremental?.ordered_by !== undefined && format !== 'json') {
    refuse('incremental.ordered_by', 'Paths need the format json.');
  }
  return [...problems, ...checkPagination(pagination, given)];
}

function toFormat({ format, records_path: recordsPath, key_field: keyField, csv }: SourceOptions): Format {
  if (format === 'csv') return { kind: 'csv', ...csv };
  return format === 'ndjson' ? { kind: 'ndjson' } : { kind: 'json', recordsPath, keyField };
}

function toIncremental({ incremental }: SourceOptions): HttpPages['incremental'] {
  if (incremental === undefined) return undefined;
  const { lookback_seconds: lookback, ordered_by: orderedBy, ...rest } = incremental;
  return { kind: 'server_filter', ...rest, lookbackMs: lookback * 1000, orderedBy };
}
