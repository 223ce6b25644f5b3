import type { FieldError } from '../../core/errors.ts';
import { requests, writes } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { graphqlRequest } from '../kit/presets/graphql.ts';
import { type Mutation, type TargetOptions, targetOptions } from './options.ts';
import { checkVariable } from './resolve-source.ts';

/** Makes a writable object of mutations; which operations it has follows from those that are there. */
export function resolveTarget({ object, options }: ObjectRequest): Resolved<HttpObject> {
  const given = targetOptions.parse(options);
  const problems = checkTarget(given);
  if (problems.length > 0) return { ok: false, problems };
  const { update, delete: removal } = given;
  const shared = {
    idempotency: toIdempotency(given),
    targetIdPath: given.target_id_path === undefined ? undefined : `data.${given.target_id_path}`,
    refusals: given.refusals && { ...given.refusals, list: `data.${given.refusals.list}` },
    concurrency: given.concurrency,
  };
  const write = writes({
    ...shared,
    request: toRequest(given, given),
    update: update && toRequest(update, given, update.id_variable),
  });
  const remove = removal && writes({ ...shared, request: toRequest(removal, given, removal.id_variable) });
  const operations = {
    create: write,
    ...(update === undefined ? {} : { upsert: write, update: write }),
    ...(remove === undefined ? {} : { delete: remove }),
  };
  return { ok: true, object: { title: object, operations } };
}

function toRequest(
  { document, operation_name: operationName, variables, filled, record_variable: record }: Mutation,
  { headers }: TargetOptions,
  id?: string,
): GivenRequest {
  const fill = {
    ...(record === undefined ? {} : { [record]: '{$record}' }),
    ...(id === undefined ? {} : { [id]: '{$target_id}' }),
    ...filled,
  };
  return graphqlRequest({ document, operationName, variables, headers, fill });
}

function toIdempotency({ find, headers }: TargetOptions): HttpWrite['idempotency'] {
  if (find === undefined) return { kind: 'none' };
  const { document, filled, records_path: recordsPath, id_path: idPath, search_lag_seconds: lag } = find;
  return {
    kind: 'find',
    request: requests(graphqlRequest({ document, headers, fill: filled })),
    recordsPath: `data.${recordsPath}`,
    optional: true,
    idPath,
    searchLagMs: Math.round(lag * 1000),
    adoptsConflict: true,
  };
}

function checkTarget(given: TargetOptions): FieldError[] {
  const { document, record_variable: record, find, update, delete: removal, target_id_path: idPath } = given;
  const problems = [
    ...checkVariable(document, record, 'record_variable'),
    ...checkNames(given.document, given.filled, 'filled'),
  ];
  if (update !== undefined) {
    problems.push(
      ...checkVariable(update.document, update.record_variable, 'update.record_variable'),
      ...checkVariable(update.document, update.id_variable, 'update.id_variable'),
      ...checkNames(update.document, update.filled, 'update.filled'),
    );
  }
  if (removal !== undefined) {
    problems.push(
      ...checkVariable(removal.document, removal.id_variable, 'delete.id_variable'),
      ...checkNames(removal.document, removal.filled, 'delete.filled'),
    );
  }
  if (find !== undefined) problems.push(...checkNames(find.document, find.filled, 'find.filled'));
  const changes = update !== undefined || removal !== undefined;
  if (changes && (find === undefined || idPath === undefined)) {
    const message = 'Records that exist are changed by their id: say how they are found, and where their id is.';
    problems.push({ path: `options.${find === undefined ? 'find' : 'target_id_path'}`, code: 'required', message });
  }
  return problems;
}

function checkNames(document: string, filled: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.keys(filled).flatMap((name) => checkVariable(document, name, `${path}.${name}`));
}
