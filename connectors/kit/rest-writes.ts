/** Defines the writes of a REST API, by what happens when a request is sent twice. @see idempotencySchema */
import type { WriteOperation } from '../../core/records.ts';
import { writes } from './http/complete-operations.ts';
import type { HttpObject } from './object-types.ts';
import type { GivenRequest, HttpWrite } from './http/operations.ts';
import { requestSchema } from './http/request-schema.ts';
import { namesParent } from './http/names-record.ts';
import { type Endpoint, toRequest } from './rest.ts';

type GivenWrite = Parameters<typeof writes>[0];
type GivenFind = Omit<Extract<GivenWrite['idempotency'], { kind: 'find' }>, 'kind' | 'request'>;

/** A request, or its method and path where that is all of it: `DELETE /users/{id}`. */
export type Call = `${GivenRequest['method']} ${string}` | GivenRequest;

/** Further options of a write: `effect`, `already`, `body`, `targetIdPath`, `lock`, … */
export type WriteDetails = Omit<GivenWrite, 'request' | 'update' | 'idempotency'>;

/**
 * Looks a record up: `GET path?query`. A path with a value in it, such as `/users/{login}`, answers 404 where there is
 * no record; that is the default of `notFoundIsAbsent`.
 */
export interface Find extends Endpoint, GivenFind {}

/** A write with the same effect when it is sent twice, such as one to the record's own address. */
export function idempotent(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'put_by_key' } });
}

/** A write that cannot be recognized after its response was lost: it is never sent again automatically. */
export function nonIdempotent(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'none' } });
}

/** Creates a record unless the look-up finds it. `update` changes the one that was found, `{$target_id}`. */
export function findOrCreate(call: Call, given: { find: Find; update?: Call } & WriteDetails): HttpWrite {
  const { find, update, ...details } = given;
  const { path, query = {}, request = {}, ...answer } = find;
  const absent = namesParent(path) ? { notFoundIsAbsent: true as const } : {};
  return writes({
    ...details,
    request: toCall(call),
    ...(update === undefined ? {} : { update: toCall(update) }),
    idempotency: { kind: 'find', request: toRequest({ path, query, request }), ...absent, ...answer },
  });
}

/** A collection that creates by POST, and whose records have an address each. */
export interface Collection extends WriteDetails {
  /** Path of the collection. */
  path: string;
  /** The field that holds a record's id, in the answer to a creation too. Default: `id`. */
  id?: string;
  /** Path of one record, with its id as a hole. Default: `PATH/{ID}`. */
  record?: string;
  /** Member of the body that holds the record, in requests and answers: `{ "user": { … } }`. Default: the body. */
  member?: string;
  /** Method of an update. Default: `PATCH`. */
  method?: GivenRequest['method'];
  /** How an existing record is found. Absent: creates are not idempotent, and there is no upsert. */
  find?: Find;
  /** Whether an update looks its record up with `find` (default), or sends it to its address. */
  updateBy?: 'find' | 'address';
  /** Further options of the delete. */
  remove?: WriteDetails;
  /** The operations to define. Default: all. */
  only?: readonly WriteOperation[];
}

/** The writes of a collection: `POST /users`, `PATCH /users/{id}`, `DELETE /users/{id}`. */
export function writesAt(collection: Collection): HttpObject['operations'] {
  const { path, id = 'id', record = `${path}/{${id}}`, member, method = 'PATCH', find, ...rest } = collection;
  const { updateBy = 'find', remove, only = ['create', 'update', 'upsert', 'delete'], ...details } = rest;
  const body = member === undefined ? {} : { bodyFields: { [member]: '{$record}' } };
  const post: GivenRequest = { method: 'POST', path, ...body };
  const written = { targetIdPath: member === undefined ? id : `${member}.${id}`, ...details };
  // What is read of a record before its change, a creation has no use for.
  const { lock, ...created } = written;
  const { keepsKey } = details;
  const changed = { ...(keepsKey === undefined ? {} : { keepsKey }), ...(lock === undefined ? {} : { lock }) };
  const byAddress = {
    update: idempotent({ method, path: record, ...body }, changed),
    delete: idempotent(`DELETE ${record}`, remove),
  };
  const byFind = (by: Find): HttpObject['operations'] => {
    const update = { method, path: record.replace(`{${id}}`, '{$target_id}'), ...body };
    const write = findOrCreate(post, { find: by, update, ...written });
    return { create: write, upsert: write, ...(updateBy === 'find' ? { update: write } : {}) };
  };
  const all = { ...byAddress, ...(find === undefined ? { create: nonIdempotent(post, created) } : byFind(find)) };
  return Object.fromEntries(Object.entries(all).filter(([kind]) => only.some((wanted) => wanted === kind)));
}

function toCall(call: Call): GivenRequest {
  if (typeof call !== 'string') return call;
  const [method = '', ...path] = call.split(' ');
  return { method: requestSchema.shape.method.parse(method), path: path.join(' ') };
}
