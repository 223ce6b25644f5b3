import type { FieldError } from '../../core/errors.ts';
import { finds, type HttpObject, type ObjectRequest, reads, type Resolved } from '../kit/define.ts';
import type { Format, Pagination } from '../kit/http-operations.ts';
import { escapeTemplate, listHoles, parseTemplate } from '../kit/template.ts';
import { type PaginationOptions, type SourceOptions, sourceOptions } from './source-options.ts';

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
    given.pagination.kind === 'none'
      ? reads({ kind: 'file', request, format, pageSize })
      : reads({ kind: 'pages', request, format, paginate: toPagination(given.pagination, pageSize) });
  const find =
    given.find &&
    finds({
      // A path of its own has holes; the object's has none.
      request: {
        method: 'GET',
        path: given.find.path ?? request.path,
        query: { ...request.query, ...given.find.query },
        headers: given.headers,
      },
      format: toFormat({ ...given, records_path: given.find.records_path ?? given.records_path }),
      valuesMax: given.find.values_max,
      separator: given.find.separator,
    });
  return { ok: true, object: { title: object, operations: { list, ...(find === undefined ? {} : { find }) } } };
}

function checkSource({ method, body, pagination, format, find }: SourceOptions): FieldError[] {
  const problems: FieldError[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path: `options.${path}`, code: 'invalid_value', message });
  };
  if (body !== undefined && method !== 'POST') refuse('body', 'Only a POST has a body.');
  if ('in' in pagination && pagination.in === 'body' && method !== 'POST')
    refuse('pagination.in', 'Only a POST has a body.');
  const holes = [find?.path ?? '', ...Object.values(find?.query ?? {})].flatMap((text) =>
    listHoles(parseTemplate(text)),
  );
  if (find !== undefined && (holes.length === 0 || holes.some((hole) => hole !== 'value'))) {
    refuse('find', 'The path or a query parameter has the hole {value}, and no other.');
  }
  if (pagination.kind === 'cursor' && (pagination.path === undefined) === (pagination.header === undefined)) {
    refuse('pagination', 'Say where the next cursor is: either path or header.');
  }
  const readsDocument = Object.keys(pagination).some((name) => name.endsWith('path'));
  if (format !== 'json' && readsDocument) refuse('pagination', 'Paths into the answer need the format json.');
  return problems;
}

function toFormat({ format, records_path: recordsPath, key_field: keyField, csv }: SourceOptions): Format {
  if (format === 'csv') return { kind: 'csv', ...csv };
  return format === 'ndjson' ? { kind: 'ndjson' } : { kind: 'json', recordsPath, keyField };
}

function toPagination(options: PaginationOptions, pageSize: number): Pagination {
  if (options.kind === 'none') return options;
  const { size_parameter: sizeParameter } = options;
  const size = { sizeParameter, pageSize };
  switch (options.kind) {
    case 'page': {
      const {
        kind,
        parameter,
        first,
        in: place,
        total_pages_path: totalPagesPath,
        has_more_path: hasMorePath,
      } = options;
      return { kind, parameter, first, in: place, totalPagesPath, hasMorePath, ...size };
    }
    case 'offset': {
      const { kind, parameter, first, in: place, total_path: totalPath, has_more_path: hasMorePath } = options;
      return { kind, parameter, first, in: place, totalPath, hasMorePath, ...size };
    }
    case 'cursor': {
      const { kind, parameter, in: place, path, header, has_more_path: hasMorePath } = options;
      return { kind, parameter, in: place, path, header: header?.toLowerCase(), hasMorePath, ...size };
    }
    case 'link_header':
      return { kind: options.kind, rel: options.rel, ...size };
    case 'next_url':
      return { kind: options.kind, path: options.path, ...size };
  }
}
