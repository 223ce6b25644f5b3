import type { FieldError } from '../../core/errors.ts';
import { parseValuePath } from '../../core/paths.ts';
import { finds, reads } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { graphqlRequest, relay } from '../kit/presets/graphql.ts';
import { type SourceOptions, sourceOptions } from './options.ts';

/** Makes a readable object of a document. The object's name is the path of its records, or of their connection, in `data`. */
export function resolveSource({ object, options }: ObjectRequest): Resolved<HttpObject> {
  const given = sourceOptions.parse(options);
  const problems = checkSource(object, given);
  if (problems.length > 0) return { ok: false, problems };
  const { find, incremental } = given;
  const list = reads({
    kind: 'pages',
    request: graphqlRequest({ ...given, operationName: given.operation_name }),
    ...toPaged(object, given),
    incremental: incremental && {
      kind: 'server_filter',
      parameter: `variables.${incremental.variable}`,
      in: 'body',
      format: incremental.format,
      lookbackMs: incremental.lookback_seconds * 1000,
      orderedBy: incremental.ordered_by,
    },
  });
  if (find === undefined) return { ok: true, object: { title: object, operations: { list } } };
  const found = finds({
    request: graphqlRequest({ ...given, document: find.document, variables: {}, fill: { [find.variable]: '{value}' } }),
    format: { kind: 'json', recordsPath: `data.${find.records_path}`, optional: true },
  });
  return { ok: true, object: { title: object, operations: { list, find: found } } };
}

function toPaged(
  object: string,
  { pagination, page_size: pageSize }: SourceOptions,
): Pick<GivenPages, 'format' | 'paginate' | 'extract'> {
  const format = { kind: 'json', recordsPath: `data.${object}` } as const;
  const inData = (path: string | undefined): string | undefined => (path === undefined ? undefined : `data.${path}`);
  const sized = (name: string | undefined) => ({
    in: 'body' as const,
    pageSize,
    sizeParameter: name === undefined ? undefined : `variables.${name}`,
  });
  switch (pagination.kind) {
    case 'none':
      return { format, paginate: pagination };
    case 'relay': {
      const { records, size_variable: sizeVariable, cursor_variable: cursorVariable } = pagination;
      return relay({ connection: object, pageSize, records, sizeVariable, cursorVariable });
    }
    case 'offset': {
      const parameter = `variables.${pagination.variable}`;
      const totalPath = inData(pagination.total_path);
      return { format, paginate: { kind: 'offset', parameter, totalPath, ...sized(pagination.size_variable) } };
    }
    case 'page': {
      const parameter = `variables.${pagination.variable}`;
      const hasMorePath = inData(pagination.has_more_path);
      return { format, paginate: { kind: 'page', parameter, hasMorePath, ...sized(pagination.size_variable) } };
    }
    case 'cursor': {
      const parameter = `variables.${pagination.variable}`;
      const hasMorePath = inData(pagination.has_more_path);
      const path = `data.${pagination.path}`;
      return { format, paginate: { kind: 'cursor', parameter, path, hasMorePath, ...sized(pagination.size_variable) } };
    }
  }
}

function checkSource(object: string, { document, pagination, incremental, find }: SourceOptions): FieldError[] {
  if (parseValuePath(object) === undefined) {
    const message = 'The object is the path of the records in `data`, such as users or organization.members.';
    return [{ path: 'object', code: 'invalid_value', message }];
  }
  const used = Object.entries(pagination).filter(([name]) => name.endsWith('variable'));
  return [
    ...used.flatMap(([name, variable]) => checkVariable(document, variable, `pagination.${name}`)),
    ...checkVariable(document, incremental?.variable, 'incremental.variable'),
    ...(find === undefined ? [] : checkVariable(find.document, find.variable, 'find.variable')),
  ];
}

/** A server refuses what a document does not take, but only once it is asked. */
export function checkVariable(document: string, variable: string | undefined, path: string): FieldError[] {
  const [name] = variable?.split('.') ?? [];
  const taken = [...document.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, found]) => found);
  if (name === undefined || taken.includes(name)) return [];
  return [{ path: `options.${path}`, code: 'invalid_value', message: `The document has no variable $${name}.` }];
}
