import type { FieldError } from '../../core/errors.ts';
import { writes } from '../kit/http/complete-operations.ts';
import type { HttpObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { namesRecord } from '../kit/http/names-record.ts';
import { isTemplate, listHoles, parseTemplate } from '../kit/template.ts';
import { type TargetOptions, targetOptions } from './target-options.ts';

/** Makes a writable object of a path and options; which operations it has follows from how it recognises a record. */
export function resolveTarget({ object, options, byId = false }: ObjectRequest): Resolved<HttpObject> {
  const given = targetOptions.parse(options);
  const path = given.path ?? object;
  const problems = checkTarget(given, path, byId);
  if (problems.length > 0) return { ok: false, problems };
  const write = writes({
    request: { method: given.method, path, headers: given.headers },
    update: given.update === undefined ? undefined : { ...given.update, headers: given.headers },
    body: given.body,
    // What is mapped is what is sent.
    keepsKey: true,
    idempotency: toIdempotency(given.idempotency),
    targetIdPath: given.target_id_path,
    concurrency: given.concurrency,
  });
  const removal = given.delete && writes({ request: { ...given.delete, headers: given.headers }, idempotency: byKey });
  const operations = { ...toOperations(write), ...(removal === undefined ? {} : { delete: removal }) };
  return { ok: true, object: { title: object, operations } };
}

const byKey = { kind: 'put_by_key' } as const;

function checkTarget(
  { idempotency, update, delete: removal, target_id_path: targetIdPath }: TargetOptions,
  path: string,
  byId: boolean,
): FieldError[] {
  if (!isTemplate(path)) {
    return [
      { path: 'object', code: 'invalid_value', message: 'This is not a path: every { needs a name and a closing }.' },
    ];
  }
  const problems: FieldError[] = [];
  const refuse = (at: string, message: string): void => {
    problems.push({ path: `options.${at}`, code: 'invalid_value', message });
  };
  if (idempotency.kind === 'put_by_key' && listHoles(parseTemplate(path)).length === 0) {
    refuse('path', 'With put_by_key, the path names the record by its fields: `/users/{user_name}`.');
  }
  if (update !== undefined && idempotency.kind !== 'find' && idempotency.kind !== 'header') {
    refuse('update', 'Only with find or header is a record created first and changed later.');
  }
  if (removal !== undefined && listHoles(parseTemplate(removal.path)).length === 0) {
    refuse('delete.path', 'The path of a deletion names the record: `/users/{user_name}`, `/users/{$target_id}`.');
  }
  if (update !== undefined && targetIdPath === undefined && update.path.includes('{$target_id}')) {
    refuse('target_id_path', 'The path of the update needs the id: say where the answer holds it.');
  }
  // An action with `target_id` gives the id itself.
  if (removal !== undefined && targetIdPath === undefined && !byId && removal.path.includes('{$target_id}')) {
    const message =
      'The path of the deletion needs the id, and nothing says where an answer holds it: name that place, or name the record by its fields.';
    refuse('target_id_path', message);
  }
  return problems;
}

function toIdempotency(given: TargetOptions['idempotency']): HttpWrite['idempotency'] {
  switch (given.kind) {
    case 'put_by_key':
    case 'none':
      return given;
    case 'header':
      return { kind: 'header', name: given.name, ttlMs: Math.round(given.ttl_hours * 3_600_000) };
    case 'find': {
      const request = { method: 'GET', path: given.path, query: {}, headers: {} } as const;
      return {
        kind: 'find',
        request,
        recordsPath: given.records_path,
        searchLagMs: Math.round(given.search_lag_seconds * 1000),
        ...((given.not_found_is_absent ?? namesRecord(request)) ? { notFoundIsAbsent: true } : {}),
      };
    }
  }
}

function toOperations(write: HttpWrite): HttpObject['operations'] {
  const { kind } = write.idempotency;
  if (kind === 'put_by_key') return { update: write, upsert: write };
  if (write.update === undefined) return { create: write };
  return kind === 'find' ? { create: write, update: write, upsert: write } : { create: write, upsert: write };
}
